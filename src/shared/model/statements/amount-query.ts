/** @file Amounts that a clerk types to search for: `48,250.00`, `-48250` or `1000..2000`, in any usual notation. */

/** A typed number, exactly. */
interface TypedNumber {
  /** The typed sign; empty for none. */
  readonly sign: '' | '+' | '-';
  /** Digits before the decimal sign, without leading zeros; `0` for none. */
  readonly whole: string;
  /** Digits after the decimal sign, as typed. */
  readonly decimals: string;
}

/** The amounts between two bounds, both included; `null` for no bound. Bounds are decimal texts such as `-1000.5`. */
interface AmountRange {
  readonly from: string | null;
  readonly to: string | null;
  /** Compares amounts without their signs; the bounds are not negative then. */
  readonly eitherSign: boolean;
}

/** A typed amount or range. */
export interface AmountQuery {
  readonly range: AmountRange;
  /** True when a sign was typed, which decides the direction. */
  readonly isSigned: boolean;
}

const maxDigits = 24;
const maxDecimals = 18;
/** Maximum length of a typed number, in characters. */
const maxLength = 60;

const minusSigns = '-\u2212\u2013';
const groupSigns = /[\s'\u2019]/g;

/** True if the parts of a number that was split at group signs are groups: two or three digits each, the last three. */
function areGroups(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  if (others.length === 0) return first !== '';
  return (
    first.length >= 1 &&
    first.length <= 3 &&
    others.at(-1)?.length === 3 &&
    others.every(({ length }) => length === 3 || length === 2)
  );
}

/** Splits a number at its decimal sign; `null` if the text is not a number. `text` has digits, points and commas. */
function splitDecimals(
  text: string,
  isGrouped: boolean,
  decimalSign: string | null,
): [whole: string, decimals: string] | null {
  const lastSign = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (lastSign < 0) return [text, ''];
  const sign = text[lastSign] ?? '';
  const other = sign === '.' ? ',' : '.';
  const before = text.slice(0, lastSign);
  const after = text.slice(lastSign + 1);
  if (before.includes(sign)) {
    // A sign that occurs more than once separates groups.
    const parts = text.split(sign);
    return !text.includes(other) && !isGrouped && areGroups(parts) ? [parts.join(''), ''] : null;
  }
  if (before.includes(other)) {
    const parts = before.split(other);
    return !isGrouped && areGroups(parts) ? [parts.join(''), after] : null;
  }
  // Three digits after a single sign are a group, as in `1,234`, unless another sign separates the groups.
  const isGroup = sign !== decimalSign && after.length === 3 && !isGrouped && /^[1-9]\d{0,2}$/.test(before);
  return isGroup ? [before + after, ''] : [before, after];
}

/**
 * Parses a number in any usual notation; `null` if the text is not a number. `decimalSign` is that of the column, where `1.234` or
 * `1,234` then is no group of thousands.
 */
export function parseTypedNumber(text: string, decimalSign: '.' | ',' | null = null): TypedNumber | null {
  if (text.length > maxLength) return null;
  let body = text.trim();
  let sign: TypedNumber['sign'] = '';
  const first = body[0] ?? '';
  if (first !== '' && (minusSigns.includes(first) || first === '+')) {
    sign = first === '+' ? '+' : '-';
    body = body.slice(1).trim();
  }
  const parts = body.split(groupSigns);
  const isGrouped = parts.length > 1;
  const [lastPart = ''] = parts.slice(-1);
  const joined = parts.join('');
  if (!/^[\d.,]+$/.test(joined) || !/\d/.test(joined)) return null;
  // Only the last group may have decimals.
  if (isGrouped && (/[.,]/.test(parts.slice(0, -1).join('')) || lastPart === '')) return null;
  const split = splitDecimals(joined, isGrouped, decimalSign);
  if (split === null) return null;
  const [wholeDigits, decimals] = split;
  if (isGrouped && !areGroups([...parts.slice(0, -1), lastPart.split(/[.,]/)[0] ?? ''])) return null;
  const whole = wholeDigits.replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > maxDigits || decimals.length > maxDecimals) return null;
  return { sign, whole, decimals };
}

function toDecimalText({ sign, whole, decimals }: TypedNumber): string {
  const text = decimals === '' ? whole : `${whole}.${decimals}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Converts a decimal text to units of `scale` decimals; more decimals are cut off toward zero. */
function toUnits(text: string, scale: number): { readonly units: bigint; readonly isExact: boolean } {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + decimals.slice(0, scale).padEnd(scale, '0'));
  return {
    units: text.startsWith('-') ? -units : units,
    isExact: !/[1-9]/.test(decimals.slice(scale)),
  };
}

/** Converts a typed number to units of `scale` decimals; more decimals are cut off. */
export function unitsOf(number: TypedNumber, scale: number): bigint {
  return toUnits(toDecimalText(number), scale).units;
}

/** Returns the smallest number of units of `scale` decimals that is not below a decimal text. */
export function unitsFrom(text: string, scale: number): bigint {
  const { units, isExact } = toUnits(text, scale);
  return isExact || text.startsWith('-') ? units : units + 1n;
}

/** Returns the largest number of units of `scale` decimals that is not above a decimal text. */
export function unitsUpTo(text: string, scale: number): bigint {
  const { units, isExact } = toUnits(text, scale);
  return isExact || !text.startsWith('-') ? units : units - 1n;
}

function isLess(one: string, other: string): boolean {
  return toUnits(one, maxDecimals).units < toUnits(other, maxDecimals).units;
}

/** Splits a range at `..`, `…` or a dash between numbers; one part for a single amount. */
function splitRange(text: string): string[] {
  const parts = text.replaceAll('\u2026', '..').split(/\.{2,3}/);
  if (parts.length > 1) return parts;
  const dash = text.search(/[\d\s][\u2013\u2014]/);
  return dash < 0 ? parts : [text.slice(0, dash + 1), text.slice(dash + 2)];
}

/**
 * Parses an amount or a range; `null` if the text is neither. `1000..` and `..2000` have one bound. A typed sign decides
 * the direction; without one, `isEitherSign` decides.
 */
export function parseAmountQuery(text: string, isEitherSign: boolean): AmountQuery | null {
  const parts = splitRange(text.trim());
  if (parts.length > 2 || parts.every((part) => part.trim() === '')) return null;
  const numbers = parts.map((part) => (part.trim() === '' ? undefined : parseTypedNumber(part)));
  if (numbers.includes(null)) return null;
  const bounds = numbers.map((number) => (number == null ? null : toDecimalText(number)));
  const isSigned = numbers.some((number) => number != null && number.sign !== '');
  const [first = null, second = first] = bounds;
  const isSwapped = first !== null && second !== null && isLess(second, first);
  const [from, to] = isSwapped ? [second, first] : [first, second];
  return { range: { from, to, eitherSign: isEitherSign && !isSigned }, isSigned };
}
