/** @file Finds what the header of a column can mean, by its words. */
import { z } from 'zod';
import { roleSchema } from '../../../shared/model/statements/open-statement.ts';
import vocabulary from '../vocabulary/column-names.json' with { type: 'json' };
import { currencies } from '../vocabulary/compiled/locale-names.ts';
import { listPhrases } from '../vocabulary/words.ts';
import { normalizeText } from './normalize-text.ts';

/** Meanings of columns without a role, so that these are not mistaken for an amount, a date or a balance. */
const otherMeanings = [
  /** When a payment was made, which may be days before its booking. */
  'transaction-date',
  /** Any other date, such as when an order was created or is due. */
  'other-date',
  /** An available, initial, or pending balance, or a limit: not the running balance. */
  'other-balance',
  /** Money, but not what moves the balance: an original, converted, or net amount, or a tax. */
  'other-amount',
  /** The currency of such an amount. */
  'other-currency',
  'price',
  /** Identifiers look like numbers and are never summed. */
  'identifier',
  'account',
  'contact',
  'rate',
  'percent',
  'quantity',
  /** A time of day, or a day, week, month, or year by its number. */
  'time',
  /** A type, status, or category. */
  'kind',
] as const;

const meaningSchema = z.enum([...roleSchema.options, ...otherMeanings]);

export type Meaning = z.infer<typeof meaningSchema>;

/**
 * Names of columns by meaning and language. They are matched on whole words, without accents and capitals, the longest first;
 * those in Chinese, Japanese and Korean anywhere in the header.
 */
const { names: namesByMeaning, compoundEndings } = z
  .object({
    names: z.record(meaningSchema, z.record(z.string(), z.string())),
    /** Endings of compound words, for names that are not in the list. The longest that fits decides. */
    compoundEndings: z.record(z.string(), meaningSchema),
  })
  .parse(vocabulary);

export interface HeaderMeaning {
  readonly meaning: Meaning;
  /** The header has no other word, apart from a currency code and words that qualify the name. */
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

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words that are common in other names, and therefore count only as the whole header. */
const wholeHeaderPhrases = new Set(
  'in out to from af bij ut ud uit ind inn by no n dr cr s on land rad stand tag wert text order item line row share day total note notes name value period code message report'.split(
    ' ',
  ),
);

/** Words after which a name is only qualified: `Amount less fees` is an amount. */
const prepositions = new Set(
  'in incl inkl including inclusive less excl exkl excluding exclusive before after without with plus minus ohne mit vor nach abzuglich zuzuglich zzgl abzgl hors avec sans apres avant con sin senza sem com med uten utan efter for etter zonder met inclusief exclusief bez z'.split(
    ' ',
  ),
);
/** Meanings that a qualification never gives to a column. */
const unqualifiedMeanings: ReadonlySet<Meaning> = new Set([
  'fee',
  'debit',
  'credit',
  'direction',
  'other-amount',
]);

const canQualify = (meaning: Meaning) => !unqualifiedMeanings.has(meaning);

const phrases = new Map<string, Meaning[]>();
const eastAsianPhrases: string[] = [];
for (const meaning of precedenceOf.keys()) {
  for (const phrase of listPhrases(namesByMeaning[meaning])) {
    if (eastAsian.test(phrase) && !phrases.has(phrase)) eastAsianPhrases.push(phrase);
    const meanings = phrases.get(phrase) ?? [];
    if (!meanings.includes(meaning)) phrases.set(phrase, [...meanings, meaning]);
  }
}
eastAsianPhrases.sort((one, two) => two.length - one.length);
const maxPhraseLength = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
const endings = Object.entries(compoundEndings).sort(([one], [two]) => two.length - one.length);

/** Finds the currency code in a header, such as `Amount (EUR)`; `null` for no code or several codes. */
export function findCurrencyCode(header: string): string | null {
  const currencyCodes =
    header.match(/(?<![\p{L}\p{N}])\p{Lu}{3}(?![\p{L}\p{N}])/gu)?.filter(isCurrencyCode) ?? [];
  const [onlyCode] = currencyCodes;
  return currencyCodes.length === 1 && onlyCode !== undefined ? onlyCode : null;
}

const codes = new Set(currencies);

/** True for a code of ISO 4217, in upper or lower case. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text.toUpperCase());
}

/** Finds every meaning of a header, the likeliest first. The cells of the column decide which meanings are possible. */
export function findMeanings(header: string): HeaderMeaning[] {
  const text = normalizeText(header);
  if (/^[+\s/-]+$/.test(header) && header.includes('+')) return [{ meaning: 'direction', isWhole: true }];
  if (text === '') return [];
  const meanings = eastAsian.test(text) ? findEastAsianMeanings(text) : findWordMeanings(header);
  // A name of both sides is a direction if the cells are words, otherwise an amount with its sign.
  const hasBothSides = sides.every((side) => meanings.some(({ meaning }) => meaning === side));
  const named = meanings.map(
    (found): HeaderMeaning =>
      hasBothSides && sides.includes(found.meaning) ? { meaning: 'direction', isWhole: true } : found,
  );
  return named.some(({ meaning, isWhole }) => meaning === 'direction' && isWhole)
    ? [...named, { meaning: 'amount', isWhole: false }]
    : named;
}

const moneyMeanings: ReadonlySet<Meaning> = new Set([
  'amount',
  'debit',
  'credit',
  'fee',
  'balance',
  'opening-balance',
  'closing-balance',
]);

/** True for the name of the date of a row. */
export function namesDate(header: string): boolean {
  const [first] = findMeanings(header);
  return first?.isWhole === true && ['date', 'transaction-date', 'value-date'].includes(first.meaning);
}

/** True for the name of a column of money. */
export function namesMoney(header: string): boolean {
  const [first, second] = findMeanings(header);
  return [first, first?.meaning === 'direction' ? second : undefined].some(
    (found) => found !== undefined && moneyMeanings.has(found.meaning),
  );
}

/** True for the name of a direction or of both sides, such as `Debit/Credit`. */
export function namesDirection(header: string): boolean {
  return findMeanings(header).some(({ meaning, isWhole }) => meaning === 'direction' && isWhole);
}

const sides: readonly Meaning[] = ['debit', 'credit'];

function findEastAsianMeanings(text: string): HeaderMeaning[] {
  const eastAsianMatches = eastAsianPhrases.filter((phrase) => text.includes(phrase));
  return eastAsianMatches.flatMap((phrase) =>
    (phrases.get(phrase) ?? []).map((meaning) => ({ meaning, isWhole: phrase === text })),
  );
}

/** Finds the first word that only qualifies a name: behind a preposition or in brackets. */
function findQualification(header: string, words: readonly string[]): number {
  const preposition = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && prepositions.has(word),
  );
  const [, beforeBracket = '', inBracket = ''] = /^([^([]+)[([]([^)\]]*)/.exec(header) ?? [];
  // In `Amount (Debit)` the bracket is the name of a side.
  const isSide = phrases.get(normalizeText(inBracket))?.some((meaning) => sides.includes(meaning)) === true;
  const bracket = isSide ? -1 : normalizeText(beforeBracket).split(' ').length;
  return Math.min(
    ...[preposition, beforeBracket === '' ? -1 : bracket, words.length].filter((index) => index > 0),
  );
}

function findWordMeanings(header: string): HeaderMeaning[] {
  const words = normalizeText(header).split(' ');
  const qualification = phrases.has(words.join(' ')) ? words.length : findQualification(header, words);
  const found = matchPhrases(words, qualification);
  return found.length > 0 || qualification === words.length ? found : matchPhrases(words, words.length);
}

/** Returns the words of a name without currency codes, also behind a preposition: `Amount in EUR`. */
function withoutCodes(words: readonly string[], qualification: number): string[] {
  const isCodeOnly =
    prepositions.has(words[qualification] ?? '') && words.slice(qualification + 1).every(isCurrencyCode);
  return words.filter((word, index) => !isCurrencyCode(word) && !(isCodeOnly && index === qualification));
}

/** Finds the meanings of a name whose words from `qualification` on only qualify it. */
function matchPhrases(words: readonly string[], qualification: number): HeaderMeaning[] {
  const wordsWithoutCodes = withoutCodes(words, qualification);
  const headerMeanings: HeaderMeaning[] = [];
  for (let length = Math.min(maxPhraseLength, words.length); length > 0; length -= 1) {
    const meanings = new Set<Meaning>();
    for (let start = 0; start + length <= words.length; start += 1) {
      const phrase = words.slice(start, start + length).join(' ');
      if (length < wordsWithoutCodes.length && wholeHeaderPhrases.has(phrase)) continue;
      const isQualification = start >= qualification || (start + length === qualification + 1 && length > 1);
      const found = phrases.get(phrase) ?? [];
      for (const meaning of isQualification ? found.filter(canQualify) : found) meanings.add(meaning);
    }
    const isWhole = length >= wordsWithoutCodes.length;
    const ranked = [...meanings].sort(
      (one, two) => (precedenceOf.get(one) ?? 0) - (precedenceOf.get(two) ?? 0),
    );
    for (const meaning of ranked) headerMeanings.push({ meaning, isWhole });
  }
  return headerMeanings.length > 0 ? headerMeanings : findCompound(words);
}

/** Finds the meaning of the end of a compound word. */
function findCompound(words: readonly string[]): HeaderMeaning[] {
  const compound = endings.find(([ending]) =>
    words.some((word) => word.length > ending.length && word.endsWith(ending)),
  );
  return compound === undefined ? [] : [{ meaning: compound[1], isWhole: false }];
}
