/** @file Finds what the header of a column can mean, by its words. */

import type { ColumnRole } from '../../../shared/model/statements/open-statement.ts';
import { compoundEndings, type OtherMeaning, otherNames } from './other-names.ts';
import { roleNames } from './role-names.ts';

/** Names in further languages, in which statements are rarer, as in role-names.ts. */
const moreNames: Readonly<Partial<Record<ColumnRole | OtherMeaning, readonly string[]>>> = {
  // Bulgarian, Slovenian, Serbian, Latvian, Lithuanian, Hebrew, Arabic, Vietnamese, Indonesian, Thai.
  date: [
    'дата на осчетоводяване, datum knjiženja, datum obdelave, датум, датум књижења, datums, tarih saat',
    'data, operacijos data, תאריך, التاريخ, تاريخ, ngày, ngày giao dịch, tanggal, tgl, วันที่',
  ],
  'value-date': [
    'вальор, дата на вальор, датум валуте, תאריך ערך, تاريخ القيمة, ngày hiệu lực, tanggal valuta',
  ],
  amount: [
    'сума, znesek, износ, summa, suma, סכום, المبلغ, مبلغ, số tiền, jumlah, nominal, mutasi, จำนวนเงิน',
    'сума у валюті картки, сума операції, 入出金, 入出金額, 入払金額',
  ],
  debit: [
    'дебит, breme, odlivi, задужење, исплата, debets, debetas, išlaidos, חובה, مدين, ghi nợ, số tiền ghi nợ',
    'debet, debit keluar, ถอนเงิน, ถอน, lastschrift, lastschrift in',
  ],
  credit: [
    'кредит, dobro, prilivi, одобрење, уплата, kredīts, kreditas, pajamos, זכות, دائن, ghi có, số tiền ghi có',
    'kredit masuk, ฝากเงิน, ฝาก',
  ],
  balance: [
    'салдо, наличност, stanje, стање, atlikums, likutis, יתרה, היתרה, الرصيد, رصيد, số dư, saldo akhir, ยอดคงเหลือ',
  ],
  currency: [
    'валута, valuta, valūta, valiuta, מטבע, العملة, loại tiền, mata uang, สกุลเงิน, asset, coin, token',
  ],
  counterparty: [
    'контрагент, naziv, partner, партнер, partneris, gavėjas, мол, שם, المستفيد, người nhận, nama, ผู้รับ',
  ],
  description: [
    'основание, namen, opis, опис, сврха, mērķis, paaiškinimai, mokėjimo paskirtis, תיאור, الوصف, البيان',
    'mô tả, nội dung, diễn giải, keterangan, uraian, รายการ, รายละเอียด',
  ],
  direction: ['πρόσημο, χρέωση πίστωση, χ π, дебит кредит, d k, db cr, cr db'],
  'closing-balance': ['saldo do dia, s a l d o'],
  'other-amount': [
    'total inclusive of fees, inclusive of fees, including fees, incl fees, net of fees, after fees, before fees, excluding fees',
  ],
  identifier: ['check or slip number, אסמכתא'],
};

export type Meaning = ColumnRole | OtherMeaning;

export interface HeaderMeaning {
  readonly meaning: Meaning;
  /** The header has no other word, apart from a currency code. */
  readonly isWhole: boolean;
}

/** Precedence of meanings among phrases of the same length: `Fee rate` is a rate. */
const precedence: readonly Meaning[] = [
  'percent',
  'rate',
  'quantity',
  'other-currency',
  'currency',
  'time',
  'contact',
  'transaction-date',
  'value-date',
  'date',
  'other-date',
  'reference',
  'kind',
  'identifier',
  'direction',
  'fee',
  'opening-balance',
  'closing-balance',
  'other-balance',
  'balance',
  'other-amount',
  'debit',
  'credit',
  'amount',
  'price',
  'wallet',
  'company',
  'counterparty',
  'description',
  'account',
];
const precedenceOf = new Map(precedence.map((meaning, index) => [meaning, index]));

/** Letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ё: 'е',
};
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Normalizes a text: no accents, lower case, words separated by single spaces. */
export function normalizeText(text: string): string {
  return (
    text
      // RunningBalance and IBANNumber are two words each.
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/[#№]/gu, ' number ')
      .replaceAll('%', ' percent ')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßøæœłıđё]/gu, (letter) => plainLetters[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

/** Words that are common in other names, and therefore count only as the whole header. */
const wholeHeaderPhrases = new Set(
  'in out to from af bij ut ud uit ind inn by no n dr cr s on land rad stand tag wert text order item line row share day total note notes name value period code message report'.split(
    ' ',
  ),
);

const phrases = new Map<string, Meaning[]>();
const eastAsianPhrases: string[] = [];
for (const [meaning, names] of [...precedenceOf.keys()].map(
  (meaning) => [meaning, listNames(meaning)] as const,
)) {
  for (const name of names) {
    const phrase = normalizeText(name);
    if (eastAsian.test(phrase) && !phrases.has(phrase)) eastAsianPhrases.push(phrase);
    const meanings = phrases.get(phrase) ?? [];
    if (!meanings.includes(meaning)) phrases.set(phrase, [...meanings, meaning]);
  }
}
eastAsianPhrases.sort((one, two) => two.length - one.length);
const maxPhraseLength = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
const endings = Object.entries(compoundEndings).sort(([one], [two]) => two.length - one.length);

function listNames(meaning: Meaning): string[] {
  const namesByMeaning: Readonly<Record<Meaning, object>> = { ...roleNames, ...otherNames };
  const names: unknown[] = [Object.values(namesByMeaning[meaning]), moreNames[meaning] ?? []].flat();
  return names.flatMap((nameList) => String(nameList).split(','));
}

/** Finds the currency code in a header, such as `Amount (EUR)`; `null` for no code or several codes. */
export function findCurrencyCode(header: string): string | null {
  const currencyCodes =
    header.match(/(?<![\p{L}\p{N}])\p{Lu}{3}(?![\p{L}\p{N}])/gu)?.filter(isCurrencyCode) ?? [];
  const [onlyCode] = currencyCodes;
  return currencyCodes.length === 1 && onlyCode !== undefined ? onlyCode : null;
}

const codes = new Set(Intl.supportedValuesOf('currency'));

/** True for a code of ISO 4217, in upper or lower case. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text.toUpperCase());
}

/** Finds every meaning of a header, the likeliest first. The cells of the column decide which meanings are possible. */
export function findMeanings(header: string): HeaderMeaning[] {
  const text = normalizeText(header);
  if (/^[+\s/-]+$/.test(header) && header.includes('+')) return [{ meaning: 'direction', isWhole: true }];
  if (text === '') return [];
  return eastAsian.test(text) ? findEastAsianMeanings(text) : findWordMeanings(text);
}

function findEastAsianMeanings(text: string): HeaderMeaning[] {
  const eastAsianMatches = eastAsianPhrases.filter((phrase) => text.includes(phrase));
  return eastAsianMatches.flatMap((phrase) =>
    (phrases.get(phrase) ?? []).map((meaning) => ({ meaning, isWhole: phrase === text })),
  );
}

function findWordMeanings(text: string): HeaderMeaning[] {
  const words = text.split(' ');
  const wordsWithoutCodes = words.filter((word) => !isCurrencyCode(word));
  const headerMeanings: HeaderMeaning[] = [];
  for (let length = Math.min(maxPhraseLength, words.length); length > 0; length -= 1) {
    const meanings = new Set<Meaning>();
    for (let start = 0; start + length <= words.length; start += 1) {
      const phrase = words.slice(start, start + length).join(' ');
      if (length < wordsWithoutCodes.length && wholeHeaderPhrases.has(phrase)) continue;
      for (const meaning of phrases.get(phrase) ?? []) meanings.add(meaning);
    }
    const isWhole = length >= wordsWithoutCodes.length;
    const ranked = [...meanings].sort(
      (one, two) => (precedenceOf.get(one) ?? 0) - (precedenceOf.get(two) ?? 0),
    );
    for (const meaning of ranked) headerMeanings.push({ meaning, isWhole });
  }
  if (headerMeanings.length > 0) return headerMeanings;
  const compound = endings.find(([ending]) =>
    words.some((word) => word.length > ending.length && word.endsWith(ending)),
  );
  return compound === undefined ? [] : [{ meaning: compound[1], isWhole: false }];
}
