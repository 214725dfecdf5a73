/**
 * @file Parses one cell that may be an amount: grouped digits, leading or trailing signs, brackets, a currency, and `DR` or
 * `CR`. If a point or comma can be read in two ways, both readings are reported; the column decides.
 *
 * `DR` (debit) makes an amount negative and `CR` (credit) leaves it positive, as in bank statements: a debit is
 * outgoing, and a debit balance is overdrawn.
 */
import { isTextFormula } from '../read/quoted-cell.ts';
import { type Affixes, noAffixes, parseAffixes } from './amount-affixes.ts';
import { hasNoDecimals } from './currency-signs.ts';

/**
 * Kind of a cell: empty (also a lone dash), a word for an absent value such as `n/a`, a number, digits that identify
 * something (an account, a phone, a code), or anything else.
 */
type AmountOutcome = 'empty' | 'absent' | 'number' | 'code' | 'unreadable';

/** Number of decimals that marks an impossible reading. */
export const notReadable = 255;
/** Maximum number of significant digits that a double keeps exactly. */
export const maxPlainDigits = 15;
/** Maximum number of significant digits of an amount. */
const maxDigits = 40;
/** Number of decimals of which trailing zeros are kept; trailing zeros of further decimals are removed. */
const minKeptDecimals = 2;
/** Maximum number of decimals without removing trailing zeros. */
export const maxPlainDecimals = 9;
const maxSeparators = 14;
/** Minimum number of ungrouped digits after a plus sign that make a phone number. */
const minPhoneDigits = 9;

const zeroByte = 0x30;
const pointByte = 0x2e;
const commaByte = 0x2c;
const blankByte = 0x20;
const apostropheByte = 0x27;

const maxKnownAffixes = 500;
const maxExponentLength = 30;
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
  readonly #acceptsAnySign: boolean;
  readonly #affixes = new Map<string, Affixes | null>();
  readonly #separators = new Uint8Array(maxSeparators + 1);
  readonly #runs = new Uint8Array(maxSeparators + 2);

  /** In a column that is known to hold amounts, any short word beside the digits is the sign of a currency. */
  constructor(acceptsAnySign = false) {
    this.#acceptsAnySign = acceptsAnySign;
  }

  /** Reads a folded cell. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  read(bytes: Uint8Array, from: number, to: number): AmountOutcome {
    let start = from;
    let end = to;
    while (start < end && bytes[start] === blankByte) start += 1;
    while (end > start && bytes[end - 1] === blankByte) end -= 1;
    if (isTextFormula(bytes, start, end)) {
      start += 2;
      end -= 1;
    }
    if (start === end) return 'empty';
    let firstDigitAt = start;
    while (firstDigitAt < end && !isDigit(bytes[firstDigitAt])) firstDigitAt += 1;
    if (firstDigitAt === end) return classifyWithoutDigits(bytes, start, end);
    let digitsEnd = end - 1;
    while (!isDigit(bytes[digitsEnd])) digitsEnd -= 1;
    digitsEnd += 1;
    // A point before the digits is the decimal separator; after letters it ends an abbreviation.
    const byteBefore = firstDigitAt > start ? bytes[firstDigitAt - 1] : undefined;
    if (
      (byteBefore === pointByte || byteBefore === commaByte) &&
      !isAfterLetter(bytes, start, firstDigitAt - 1)
    )
      firstDigitAt -= 1;
    const byteAfter = bytes[digitsEnd];
    let suffixAt = digitsEnd;
    if (digitsEnd < end && (byteAfter === pointByte || byteAfter === commaByte)) {
      digitsEnd += 1;
      // In `12.-` the dash replaces the decimals and is not a sign.
      suffixAt = skipDashes(bytes, digitsEnd, end);
      if (suffixAt < end && bytes[suffixAt] !== blankByte) return 'unreadable';
    }
    const isBare = firstDigitAt === start && suffixAt >= end;
    const affixes = isBare
      ? noAffixes
      : this.#parseAffixesCached(bytes, start, firstDigitAt, Math.max(suffixAt, digitsEnd), end);
    if (affixes === null) return 'unreadable';
    const plain = withoutExponent(bytes, firstDigitAt, digitsEnd);
    return plain === null
      ? this.#readDigits(bytes, firstDigitAt, digitsEnd, affixes)
      : this.#readDigits(plain, 0, plain.length, affixes);
  }

  #parseAffixesCached(
    bytes: Uint8Array,
    start: number,
    digitsStart: number,
    digitsEnd: number,
    end: number,
  ): Affixes | null {
    // Longer texts are never part of an amount.
    if (digitsStart - start > 24 || end - digitsEnd > 24) return null;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const key = `${view.toString('latin1', start, digitsStart)}0${view.toString('latin1', digitsEnd, end)}`;
    const cached = this.#affixes.get(key);
    if (cached !== undefined) return cached;
    const parsed = parseAffixes(
      view.toString('utf8', start, digitsStart),
      view.toString('utf8', digitsEnd, end),
      this.#acceptsAnySign,
    );
    if (this.#affixes.size >= maxKnownAffixes) this.#affixes.clear();
    this.#affixes.set(key, parsed);
    return parsed;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  #readDigits(bytes: Uint8Array, start: number, end: number, affixes: Affixes): AmountOutcome {
    const separators = this.#separators;
    const runs = this.#runs;
    let separatorCount = 0;
    let runLength = 0;
    let value = 0;
    let significantDigits = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      const digit = byte - zeroByte;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        if (significantDigits > 0 || digit > 0) significantDigits += 1;
        runLength += 1;
        continue;
      }
      let separator = byte;
      if (byte === 0xe2 && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0x99 || bytes[at + 2] === 0x98)) {
        separator = apostropheByte;
        at += 2;
      } else if (byte !== pointByte && byte !== commaByte && byte !== blankByte && byte !== apostropheByte)
        return 'unreadable';
      if (separatorCount === maxSeparators || runLength > maxDigits) return 'unreadable';
      separators[separatorCount] = separator;
      runs[separatorCount] = runLength;
      separatorCount += 1;
      runLength = 0;
    }
    if (significantDigits > maxDigits || runLength > maxDigits) return 'unreadable';
    runs[separatorCount] = runLength;
    const startsWithZero = bytes[start] === zeroByte;
    if (!this.#readSeparators(separatorCount, startsWithZero)) return 'unreadable';
    const hasBlankGroups = separatorCount > 0 && separators[0] === blankByte;
    const { currency, isNegative, hasPlus, isSigned } = affixes;
    if (currency !== '' && hasNoDecimals(currency)) this.#preferGroups();
    const hasDecimals = this.withPoint !== this.withComma;
    if (affixes.isUnusualSign && separatorCount === 0) return 'unreadable';
    const isBare = !isSigned && currency === '';
    if (affixes.hasFootnote && !hasDecimals) return 'unreadable';
    if (affixes.signLetter !== null && (!hasDecimals || runLength !== 2)) return 'unreadable';
    if (affixes.signLetter === 'german' && this.withComma === notReadable) return 'unreadable';
    // A day with its month, or an hour with its minutes: 05.12
    if (isBare && separatorCount === 1 && startsWithZero && hasDecimals && runs[0] === 2 && runLength === 2)
      return 'code';
    const isPlainInteger = isBare && !hasDecimals;
    if (separatorCount === 0 && runLength > 1 && startsWithZero) return 'code';
    // A phone: +420 123 456 789.
    if (
      isPlainInteger &&
      hasPlus &&
      (hasBlankGroups || (separatorCount === 0 && runLength >= minPhoneDigits))
    )
      return 'code';
    this.currency = currency;
    this.isMoney = hasDecimals || isSigned || currency !== '' || (separatorCount > 0 && !hasBlankGroups);
    this.wide = null;
    const decimals = !hasDecimals
      ? 0
      : this.withPoint === notReadable
        ? this.withComma
        : this.withComma === notReadable
          ? this.withPoint
          : 0;
    this.isLong = isPlainInteger && separatorCount === 0 && significantDigits > maxPlainDigits;
    if (significantDigits > maxPlainDigits || decimals > maxPlainDecimals) {
      const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
      return this.#readWide(text, decimals, isNegative);
    }
    this.value = isNegative ? -value : value;
    return 'number';
  }

  /** Determines the decimals with a point and with a comma; false if the separators cannot belong to a number. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the grammar of grouped numbers in one place
  #readSeparators(separatorCount: number, startsWithZero: boolean): boolean {
    const separators = this.#separators;
    const runs = this.#runs;
    this.withPoint = 0;
    this.withComma = 0;
    if (separatorCount === 0) return true;
    const groupSeparator = separators[0] ?? 0;
    const lastSeparator = separators[separatorCount - 1] ?? 0;
    const lastRunLength = runs[separatorCount] ?? 0;
    if (separatorCount === 1) {
      const isGrouped = lastRunLength === 3 && (runs[0] ?? 0) > 0 && (runs[0] ?? 0) <= 3 && !startsWithZero;
      if (!isDecimalSign(groupSeparator)) return isGrouped;
      this.withPoint = groupSeparator === pointByte ? lastRunLength : isGrouped ? 0 : notReadable;
      this.withComma = groupSeparator === commaByte ? lastRunLength : isGrouped ? 0 : notReadable;
      return true;
    }
    const hasDecimalSeparator = lastSeparator !== groupSeparator;
    if (hasDecimalSeparator && !isDecimalSign(lastSeparator)) return false;
    const groupCount = hasDecimalSeparator ? separatorCount - 1 : separatorCount;
    for (let index = 1; index < groupCount; index += 1)
      if (separators[index] !== groupSeparator) return false;
    if (startsWithZero || !this.#areDigitGroups(groupSeparator, groupCount)) return false;
    if (hasDecimalSeparator) {
      this.withPoint = lastSeparator === pointByte ? lastRunLength : notReadable;
      this.withComma = lastSeparator === commaByte ? lastRunLength : notReadable;
    } else if (isDecimalSign(groupSeparator)) {
      this.withPoint = groupSeparator === commaByte ? 0 : notReadable;
      this.withComma = groupSeparator === pointByte ? 0 : notReadable;
    }
    return true;
  }

  /** Reads three digits that could be a group or decimals as a group. */
  #preferGroups(): void {
    if (this.withPoint === 0 && this.withComma === 3) this.withComma = notReadable;
    if (this.withComma === 0 && this.withPoint === 3) this.withPoint = notReadable;
  }

  /** True if the runs of digits are groups of three, or Indian groups: two digits each, and three at the end. */
  #areDigitGroups(groupSeparator: number, groupCount: number): boolean {
    const runs = this.#runs;
    const firstRunLength = runs[0] ?? 0;
    if (firstRunLength === 0 || firstRunLength > 3 || runs[groupCount] !== 3) return false;
    let areThrees = true;
    let areTwos = groupSeparator === commaByte && firstRunLength <= 2;
    for (let index = 1; index < groupCount; index += 1) {
      if (runs[index] !== 3) areThrees = false;
      if (runs[index] !== 2) areTwos = false;
    }
    return areThrees || areTwos;
  }

  /** Sets the exact value of a number with many digits, without trailing zeros of its decimals. */
  #readWide(text: string, decimals: number, isNegative: boolean): AmountOutcome {
    let digits = text.replace(/\D/g, '');
    let keptDecimals = decimals;
    while (keptDecimals > minKeptDecimals && digits.endsWith('0')) {
      digits = digits.slice(0, -1);
      keptDecimals -= 1;
    }
    if (this.withPoint === decimals) this.withPoint = keptDecimals;
    if (this.withComma === decimals) this.withComma = keptDecimals;
    const exactValue = BigInt(digits) * (isNegative ? -1n : 1n);
    this.value = Number(exactValue);
    this.wide = Number.isSafeInteger(this.value) && keptDecimals <= maxPlainDecimals ? null : exactValue;
    return 'number';
  }
}

/** Writes a number in the notation `1.2e+05` with its digits; `null` for another number. */
function withoutExponent(bytes: Uint8Array, start: number, end: number): Uint8Array | null {
  const at = bytes.indexOf(0x65, start);
  if (at < 0 || at >= end || end - start > maxExponentLength) return null;
  const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
  const [, first = '', mark = '', decimals = '', exponent] =
    /^(\d)([.,])(\d+)e([-+]?\d{1,2})$/.exec(text) ?? [];
  if (exponent === undefined) return null;
  const places = decimals.length - Number(exponent);
  const digits = `${first}${decimals}`;
  return Buffer.from(
    places <= 0
      ? `${digits}${'0'.repeat(-places)}`
      : `${digits.padStart(places + 1, '0').slice(0, -places)}${mark}${digits.padStart(places + 1, '0').slice(-places)}`,
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zeroByte && byte <= zeroByte + 9;
}

function isDecimalSign(byte: number | undefined): boolean {
  return byte === pointByte || byte === commaByte;
}

/** True if a letter of any alphabet ends at `end`; currency signs are not letters. */
function isAfterLetter(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end - 1;
  while (at > start && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  if (at < start) return false;
  const lead = bytes[at] ?? 0;
  return (lead >= 0x61 && lead <= 0x7a) || (lead >= 0xc3 && lead <= 0xdf);
}

/** Skips up to two dashes and returns the position after them. */
function skipDashes(bytes: Uint8Array, start: number, end: number): number {
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
function classifyWithoutDigits(bytes: Uint8Array, start: number, end: number): AmountOutcome {
  if (end - start > 9) return 'unreadable';
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  if (/^[-\u2010-\u2015\u2212]{1,3}$/u.test(text)) return 'empty';
  return /^(?:n\.?\/?a\.?|null|none|nan|nil)$/.test(text) ? 'absent' : 'unreadable';
}
