/** @file Finds what the header of a column can mean, by its words. */
import type { ColumnRole } from '../../shared/model/review.ts';
import { moreNames } from './more-names.ts';
import { compoundEndings, type OtherMeaning, otherNames } from './other-names.ts';
import { roleNames } from './role-names.ts';

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
const rank = new Map(precedence.map((meaning, index) => [meaning, index]));

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
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

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

/** Words that are common in other names. They count only if they are the whole header. */
const wholeOnly = new Set(
  'in out to from af bij ut ud uit ind inn by no n dr cr s on land rad stand tag wert text order item line row share day total note notes name value period code message report'.split(
    ' ',
  ),
);

const phrases = new Map<string, Meaning[]>();
const asianPhrases: string[] = [];
for (const [meaning, names] of [...rank.keys()].map((known) => [known, namesOf(known)] as const)) {
  for (const name of names) {
    const phrase = normalizeText(name);
    if (asian.test(phrase) && !phrases.has(phrase)) asianPhrases.push(phrase);
    const known = phrases.get(phrase) ?? [];
    if (!known.includes(meaning)) phrases.set(phrase, [...known, meaning]);
  }
}
asianPhrases.sort((one, two) => two.length - one.length);
const maxPhraseLength = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
const endings = Object.entries(compoundEndings).sort(([one], [two]) => two.length - one.length);

function namesOf(meaning: Meaning): string[] {
  const all: Readonly<Record<Meaning, object>> = { ...roleNames, ...otherNames };
  const names: unknown[] = [Object.values(all[meaning]), moreNames[meaning] ?? []].flat();
  return names.flatMap((some) => String(some).split(','));
}

/** Returns the currency code in a header, such as `Amount (EUR)`; `null` if there is none, or more than one. */
export function currencyIn(header: string): string | null {
  const found = header.match(/(?<![\p{L}\p{N}])\p{Lu}{3}(?![\p{L}\p{N}])/gu)?.filter(isCurrencyCode) ?? [];
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

const codes = new Set(Intl.supportedValuesOf('currency'));

/** True for a code of ISO 4217, in upper or lower case. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text.toUpperCase());
}

/** Returns every meaning of a header, the likeliest first. The cells decide which of them are possible. */
export function meaningsOf(header: string): HeaderMeaning[] {
  const text = normalizeText(header);
  if (/^[+\s/-]+$/.test(header) && header.includes('+')) return [{ meaning: 'direction', isWhole: true }];
  if (text === '') return [];
  return asian.test(text) ? asianMeanings(text) : wordMeanings(text);
}

function asianMeanings(text: string): HeaderMeaning[] {
  const found = asianPhrases.filter((phrase) => text.includes(phrase));
  return found.flatMap((phrase) =>
    (phrases.get(phrase) ?? []).map((meaning) => ({ meaning, isWhole: phrase === text })),
  );
}

function wordMeanings(text: string): HeaderMeaning[] {
  const words = text.split(' ');
  const named = words.filter((word) => !isCurrencyCode(word));
  const found: HeaderMeaning[] = [];
  for (let length = Math.min(maxPhraseLength, words.length); length > 0; length -= 1) {
    const meanings = new Set<Meaning>();
    for (let from = 0; from + length <= words.length; from += 1) {
      const phrase = words.slice(from, from + length).join(' ');
      if (length < named.length && wholeOnly.has(phrase)) continue;
      for (const meaning of phrases.get(phrase) ?? []) meanings.add(meaning);
    }
    const isWhole = length >= named.length;
    const ranked = [...meanings].sort((one, two) => (rank.get(one) ?? 0) - (rank.get(two) ?? 0));
    for (const meaning of ranked) found.push({ meaning, isWhole });
  }
  if (found.length > 0) return found;
  const ending = endings.find(([end]) =>
    words.some((word) => word.length > end.length && word.endsWith(end)),
  );
  return ending === undefined ? [] : [{ meaning: ending[1], isWhole: false }];
}
