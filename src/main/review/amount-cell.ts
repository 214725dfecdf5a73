/**
 * @file Parses one cell that may be an amount: grouped digits, leading or trailing signs, brackets, a currency, and `DR` or
 * `CR`. If a point or comma can be read in two ways, both readings are reported; the column decides.
 *
 * `DR` (debit) makes an amount negative and `CR` (credit) leaves it positive, as in bank statements: a debit is
 * outgoing, and a debit balance is overdrawn.
 */
import { currencyOfTerms, hasNoDecimals } from './currency-signs.ts';
import { isTextFormula } from './quoted-cell.ts';

/**
 * Kind of a cell: empty (also a lone dash), a word for an absent value such as `n/a`, a number, digits that identify
 * something (an account, a phone, a code), or anything else.
 */
export type AmountOutcome = 'empty' | 'absent' | 'number' | 'code' | 'unreadable';

/** Number of decimals that marks an impossible reading. */
export const notReadable = 255;
/** Maximum number of significant digits that a double keeps exactly. */
export const maxPlainDigits = 15;
/** Maximum number of significant digits of an amount. */
const maxDigits = 40;
/** Trailing zeros after this many decimals are removed. */
const keptZeros = 2;
/** Maximum number of decimals without removing trailing zeros. */
export const maxPlainDecimals = 9;
const maxSeparators = 14;
/** Minimum number of ungrouped digits after a plus sign that make a phone number. */
const phoneDigits = 9;

const zero = 0x30;
const point = 0x2e;
const comma = 0x2c;
const blank = 0x20;
const apostrophe = 0x27;

/** Text before and after the digits of an amount. */
interface Affixes {
  readonly negative: boolean;
  readonly plus: boolean;
  /** Has brackets, a minus sign, `DR` or `CR`, which identifiers never have. */
  readonly signed: boolean;
  /** The sign is a single letter, which is accepted only with two decimals; German letters only with a decimal comma. */
  readonly letter: 'any' | 'german' | null;
  /** A footnote mark follows the amount. Without decimals, digits with asterisks are a masked number. */
  readonly marked: boolean;
  readonly currency: string;
}

const noAffixes: Affixes = {
  negative: false,
  plus: false,
  signed: false,
  letter: null,
  marked: false,
  currency: '',
};
const maxKnownAffixes = 500;
const directions: Readonly<Record<string, 'debit' | 'credit'>> = {
  dr: 'debit',
  'dr.': 'debit',
  db: 'debit',
  cr: 'credit',
  'cr.': 'credit',
  d: 'debit',
  c: 'credit',
  // Soll and Haben.
  s: 'debit',
  h: 'credit',
};

const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const footnote = /[*\u2020\u2021\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}$/u;
const affixToken = /[-+\u2212\u2013()]|[^-+\u2212\u2013()\s]+/gu;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every kind of token that can stand beside an amount
function parseAffixes(head: string, tail: string): Affixes | null {
  // An apostrophe before a sign only keeps spreadsheets from evaluating the cell.
  const before =
    head
      .replace(invisible, '')
      .replace(/^'(?=[-+])/, '')
      .match(affixToken) ?? [];
  const behind = tail.replace(invisible, '').trimEnd();
  const after = behind.replace(footnote, '').match(affixToken) ?? [];
  const signs: string[] = [];
  const names: string[] = [];
  let debit = false;
  let credit = false;
  let letter: Affixes['letter'] = null;
  let opened = 0;
  let closed = 0;
  for (const [side, tokens] of [before, after].entries()) {
    let name = '';
    for (const token of tokens) {
      const direction = directions[token];
      if (/^[-+\u2212\u2013]$/u.test(token)) signs.push(token);
      else if (token === '(' && side === 0) opened += 1;
      else if (token === ')' && side === 1) closed += 1;
      else if (direction !== undefined) {
        if (direction === 'debit') debit = true;
        else credit = true;
        if (token.length === 1) letter = token === 's' || token === 'h' ? 'german' : 'any';
      } else name += token;
    }
    if (name !== '') names.push(name);
  }
  if (signs.length > 1 || opened !== closed || opened > 1) return null;
  const currency = currencyOfTerms(names);
  const minus = signs.length > 0 && signs[0] !== '+';
  const bracketed = opened === 1;
  if (currency === null || (bracketed && signs.length > 0) || (debit && credit)) return null;
  // A negative credit or a debit with a plus contradicts itself.
  if ((credit && (minus || bracketed)) || (debit && signs[0] === '+')) return null;
  const negative = minus || bracketed || debit;
  const marked = footnote.test(behind);
  return { negative, plus: signs[0] === '+', signed: negative || credit, letter, marked, currency };
}

/** Parses cells one after the other. The properties describe the cell parsed last. */
export class AmountReader {
  /** All digits with the sign, as a whole number; an approximation if {@link wide} is set. */
  value = Number.NaN;
  /** The exact value if a double cannot hold it. */
  wide: bigint | null = null;
  /** Decimals if the point is the decimal separator, or {@link notReadable}. */
  withPoint = 0;
  /** Decimals if the comma is the decimal separator, or {@link notReadable}. */
  withComma = 0;
  /** Currency of the cell; empty for none. */
  currency = '';
  /** The notation is that of amounts: a currency, `DR` or `CR`, brackets, decimals, or grouped digits. */
  isMoney = false;
  /** More plain digits than an amount has: an identifier, if the column has no decimals. */
  isLong = false;
  readonly #affixes = new Map<string, Affixes | null>();
  readonly #separators = new Uint8Array(maxSeparators + 1);
  readonly #runs = new Uint8Array(maxSeparators + 2);

  /** Reads a folded cell. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  read(bytes: Uint8Array, from: number, to: number): AmountOutcome {
    let start = from;
    let end = to;
    while (start < end && bytes[start] === blank) start += 1;
    while (end > start && bytes[end - 1] === blank) end -= 1;
    if (isTextFormula(bytes, start, end)) {
      start += 2;
      end -= 1;
    }
    if (start === end) return 'empty';
    let first = start;
    while (first < end && !isDigit(bytes[first])) first += 1;
    if (first === end) return outcomeWithoutDigits(bytes, start, end);
    let last = end - 1;
    while (!isDigit(bytes[last])) last -= 1;
    last += 1;
    // A point before the digits is the decimal separator; after letters it ends an abbreviation.
    const early = first > start ? bytes[first - 1] : undefined;
    if ((early === point || early === comma) && !isBehindLetter(bytes, start, first - 1)) first -= 1;
    const late = bytes[last];
    let behind = last;
    if (last < end && (late === point || late === comma)) {
      last += 1;
      // In `12.-` the dash replaces the decimals and is not a sign.
      behind = behindDashes(bytes, last, end);
      if (behind < end && bytes[behind] !== blank) return 'unreadable';
    }
    const isBare = first === start && behind >= end;
    const affixes = isBare ? noAffixes : this.#affixesOf(bytes, start, first, Math.max(behind, last), end);
    if (affixes === null) return 'unreadable';
    return this.#readDigits(bytes, first, last, affixes);
  }

  #affixesOf(bytes: Uint8Array, start: number, first: number, last: number, end: number): Affixes | null {
    // Longer texts are never part of an amount.
    if (first - start > 24 || end - last > 24) return null;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const key = `${view.toString('latin1', start, first)}0${view.toString('latin1', last, end)}`;
    const known = this.#affixes.get(key);
    if (known !== undefined) return known;
    const parsed = parseAffixes(view.toString('utf8', start, first), view.toString('utf8', last, end));
    if (this.#affixes.size >= maxKnownAffixes) this.#affixes.clear();
    this.#affixes.set(key, parsed);
    return parsed;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  #readDigits(bytes: Uint8Array, first: number, last: number, affixes: Affixes): AmountOutcome {
    const separators = this.#separators;
    const runs = this.#runs;
    let count = 0;
    let run = 0;
    let value = 0;
    let significant = 0;
    for (let at = first; at < last; at += 1) {
      const byte = bytes[at] ?? 0;
      const digit = byte - zero;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        if (significant > 0 || digit > 0) significant += 1;
        run += 1;
        continue;
      }
      let separator = byte;
      if (byte === 0xe2 && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0x99 || bytes[at + 2] === 0x98)) {
        separator = apostrophe;
        at += 2;
      } else if (byte !== point && byte !== comma && byte !== blank && byte !== apostrophe)
        return 'unreadable';
      if (count === maxSeparators || run > maxDigits) return 'unreadable';
      separators[count] = separator;
      runs[count] = run;
      count += 1;
      run = 0;
    }
    if (significant > maxDigits || run > maxDigits) return 'unreadable';
    runs[count] = run;
    const startsWithZero = bytes[first] === zero;
    if (!this.#readSeparators(count, startsWithZero)) return 'unreadable';
    const blanks = count > 0 && separators[0] === blank;
    const { currency, negative, plus, signed } = affixes;
    if (currency !== '' && hasNoDecimals(currency)) this.#keepGroups();
    const hasDecimals = this.withPoint !== this.withComma;
    const isBare = !signed && currency === '';
    if (affixes.marked && !hasDecimals) return 'unreadable';
    if (affixes.letter !== null && (!hasDecimals || run !== 2)) return 'unreadable';
    if (affixes.letter === 'german' && this.withComma === notReadable) return 'unreadable';
    // A day with its month, or an hour with its minutes: 05.12
    if (isBare && count === 1 && startsWithZero && hasDecimals && runs[0] === 2 && run === 2) return 'code';
    const plain = isBare && !hasDecimals;
    if (count === 0 && run > 1 && startsWithZero) return 'code';
    // A phone: +420 123 456 789.
    if (plain && plus && (blanks || (count === 0 && run >= phoneDigits))) return 'code';
    this.currency = currency;
    this.isMoney = hasDecimals || signed || currency !== '' || (count > 0 && !blanks);
    this.wide = null;
    const decimals = !hasDecimals
      ? 0
      : this.withPoint === notReadable
        ? this.withComma
        : this.withComma === notReadable
          ? this.withPoint
          : 0;
    this.isLong = plain && count === 0 && significant > maxPlainDigits;
    if (significant > maxPlainDigits || decimals > maxPlainDecimals) {
      const text = Buffer.from(bytes.subarray(first, last)).toString('latin1');
      return this.#readWide(text, decimals, negative);
    }
    this.value = negative ? -value : value;
    return 'number';
  }

  /** Determines the possible readings; false if there is none. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the grammar of grouped numbers in one place
  #readSeparators(count: number, startsWithZero: boolean): boolean {
    const separators = this.#separators;
    const runs = this.#runs;
    this.withPoint = 0;
    this.withComma = 0;
    if (count === 0) return true;
    const group = separators[0] ?? 0;
    const last = separators[count - 1] ?? 0;
    const tail = runs[count] ?? 0;
    if (count === 1) {
      const grouped = tail === 3 && (runs[0] ?? 0) > 0 && (runs[0] ?? 0) <= 3 && !startsWithZero;
      if (!isDecimalSign(group)) return grouped;
      this.withPoint = group === point ? tail : grouped ? 0 : notReadable;
      this.withComma = group === comma ? tail : grouped ? 0 : notReadable;
      return true;
    }
    const divided = last !== group;
    if (divided && !isDecimalSign(last)) return false;
    const groups = divided ? count - 1 : count;
    for (let index = 1; index < groups; index += 1) if (separators[index] !== group) return false;
    if (startsWithZero || !this.#areGroups(group, groups)) return false;
    if (divided) {
      this.withPoint = last === point ? tail : notReadable;
      this.withComma = last === comma ? tail : notReadable;
    } else if (isDecimalSign(group)) {
      this.withPoint = group === comma ? 0 : notReadable;
      this.withComma = group === point ? 0 : notReadable;
    }
    return true;
  }

  /** Resolves an ambiguous group of three digits: not decimals. */
  #keepGroups(): void {
    if (this.withPoint === 0 && this.withComma === 3) this.withComma = notReadable;
    if (this.withComma === 0 && this.withPoint === 3) this.withPoint = notReadable;
  }

  /** True if runs of digits are groups of three, or Indian groups: two each, and three at the end. */
  #areGroups(group: number, groups: number): boolean {
    const runs = this.#runs;
    const head = runs[0] ?? 0;
    if (head === 0 || head > 3 || runs[groups] !== 3) return false;
    let threes = true;
    let twos = group === comma && head <= 2;
    for (let index = 1; index < groups; index += 1) {
      if (runs[index] !== 3) threes = false;
      if (runs[index] !== 2) twos = false;
    }
    return threes || twos;
  }

  /** Removes trailing zeros of many decimals and keeps all other digits. */
  #readWide(text: string, decimals: number, negative: boolean): AmountOutcome {
    let digits = text.replace(/\D/g, '');
    let kept = decimals;
    while (kept > keptZeros && digits.endsWith('0')) {
      digits = digits.slice(0, -1);
      kept -= 1;
    }
    if (this.withPoint === decimals) this.withPoint = kept;
    if (this.withComma === decimals) this.withComma = kept;
    const exact = BigInt(digits) * (negative ? -1n : 1n);
    this.value = Number(exact);
    this.wide = Number.isSafeInteger(this.value) && kept <= maxPlainDecimals ? null : exact;
    return 'number';
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= zero + 9;
}

function isDecimalSign(byte: number | undefined): boolean {
  return byte === point || byte === comma;
}

/** True if a letter of any alphabet ends at a position; currency signs are not letters. */
function isBehindLetter(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end - 1;
  while (at > start && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  if (at < start) return false;
  const lead = bytes[at] ?? 0;
  return (lead >= 0x61 && lead <= 0x7a) || (lead >= 0xc3 && lead <= 0xdf);
}

/** Skips up to two dashes and returns the position after them. */
function behindDashes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let dashes = 0; dashes < 2 && at < end; dashes += 1) {
    if (bytes[at] === 0x2d) at += 1;
    else if (
      bytes[at] === 0xe2 &&
      bytes[at + 1] === 0x80 &&
      (bytes[at + 2] === 0x93 || bytes[at + 2] === 0x94)
    )
      at += 3;
  }
  return at;
}

/** Classifies a cell without digits. */
function outcomeWithoutDigits(bytes: Uint8Array, start: number, end: number): AmountOutcome {
  if (end - start > 9) return 'unreadable';
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  if (/^[-\u2010-\u2015\u2212]{1,3}$/u.test(text)) return 'empty';
  return /^(?:n\.?\/?a\.?|null|none|nan|nil)$/.test(text) ? 'absent' : 'unreadable';
}
