/** @file Finds an amount in folded text in any notation: `1,234.50`, `1.234,50`, `1 234,5` and `1234.5` are the same amount. */
import { parseTypedNumber } from '../../../shared/model/statements/amount-query.ts';
import { trimCharactersAtEnd } from '../../../shared/trim-characters.ts';

/** Finds one amount. */
interface AmountNotations {
  /** Short texts; every notation of the amount contains one of them. */
  readonly needles: readonly Uint8Array[];
  /** True if the digits of the amount may be written around a needle that was found at an offset. Ignores what is around them. */
  mayBeAt(folded: Uint8Array, at: number): boolean;
  /** True if the amount, and no longer number, is written around a needle that was found at an offset of a cell. */
  isAt(folded: Uint8Array, at: number): boolean;
}

const zero = 0x30;
const minus = 0x2d;
const openingBracket = 0x28;
const point = 0x2e;
const comma = 0x2c;
const blank = 0x20;
const apostrophe = 0x27;
/** Digits of a needle before its decimal sign: the last group of thousands. */
const needleDigits = 3;

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= zero + 9;
const isDecimalSign = (byte: number | undefined) => byte === point || byte === comma;

/** A sign between groups of thousands that ends before an offset; U+2019 has three bytes. */
function groupSignBefore(
  folded: Uint8Array,
  at: number,
): { readonly sign: number; readonly length: number } | null {
  const byte = folded[at - 1];
  if (byte === point || byte === comma || byte === blank || byte === apostrophe)
    return { sign: byte, length: 1 };
  return byte === 0x99 && folded[at - 2] === 0x80 && folded[at - 3] === 0xe2
    ? { sign: apostrophe, length: 3 }
    : null;
}

/** Where an amount begins, and the sign between its groups; 0 for none. */
interface WholePart {
  readonly start: number;
  readonly groupSign: number;
}

/** Finds the start of the digits `digits`, which end before `end`, with or without groups; `null` for other digits. */
function findWholePart(folded: Uint8Array, digits: string, end: number): WholePart | null {
  let at = end;
  let groupSign = 0;
  let groupLength = 0;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    if (!isDigit(folded[at - 1])) {
      const separator = groupLength >= 2 ? groupSignBefore(folded, at) : null;
      if (separator === null || (groupSign !== 0 && separator.sign !== groupSign)) return null;
      groupSign = separator.sign;
      groupLength = 0;
      at -= separator.length;
    }
    if (folded[at - 1] !== digits.charCodeAt(index)) return null;
    at -= 1;
    groupLength += 1;
  }
  return { start: at, groupSign };
}

function hasMinusBefore(folded: Uint8Array, start: number): boolean {
  const at = folded[start - 1] === blank ? start - 1 : start;
  const byte = folded[at - 1];
  if (byte === minus || byte === openingBracket) return true;
  // U+2212
  return byte === 0x92 && folded[at - 2] === 0x88 && folded[at - 3] === 0xe2;
}

/** True if a digit, or a decimal sign after a digit, is directly before an offset. */
function continuesBefore(folded: Uint8Array, start: number): boolean {
  const byte = folded[start - 1];
  return isDigit(byte) || ((isDecimalSign(byte) || byte === apostrophe) && isDigit(folded[start - 2]));
}

function skipZeros(folded: Uint8Array, from: number): number {
  let at = from;
  while (folded[at] === zero) at += 1;
  return at;
}

/** True if a number ends at an offset. */
function endsAt(folded: Uint8Array, at: number): boolean {
  return !isDigit(folded[at]) && !(isDecimalSign(folded[at]) && isDigit(folded[at + 1]));
}

/** Returns the notations of a typed amount; `null` if the text is not an amount, or has only one notation. */
export function createAmountNotations(text: string): AmountNotations | null {
  const number = parseTypedNumber(text);
  if (number === null || /^\D*0\d/.test(text)) return null;
  const { sign, whole } = number;
  const decimals = trimCharactersAtEnd(number.decimals, '0');
  // The text itself finds a short whole number in every notation.
  if (number.decimals === '' && whole.length <= needleDigits) return null;
  const lastDigits = whole.slice(-needleDigits);
  const isShort = whole.length < needleDigits && decimals === '';
  const endings =
    decimals === '' && !isShort ? [''] : ['.', ','].map((mark) => `${mark}${isShort ? '0' : decimals}`);

  function hasDecimalsAt(folded: Uint8Array, at: number, groupSign: number): boolean {
    const mark = folded[at];
    const hasMark = isDecimalSign(mark) && mark !== groupSign && isDigit(folded[at + 1]);
    if (!hasMark) return decimals === '' && endsAt(folded, at);
    for (let index = 0; index < decimals.length; index += 1)
      if (folded[at + 1 + index] !== decimals.charCodeAt(index)) return false;
    const end = skipZeros(folded, at + 1 + decimals.length);
    // Three zeros after the only sign are a group of thousands.
    if (decimals === '' && groupSign === 0 && end - at - 1 === 3) return false;
    return endsAt(folded, end);
  }

  return {
    needles: endings.map((ending) => Buffer.from(lastDigits + ending)),
    mayBeAt: (folded, at) => findWholePart(folded, whole, at + lastDigits.length) !== null,
    isAt(folded, at) {
      const end = at + lastDigits.length;
      const part = findWholePart(folded, whole, end);
      if (part === null || continuesBefore(folded, part.start)) return false;
      if (sign === '-' && !hasMinusBefore(folded, part.start)) return false;
      return hasDecimalsAt(folded, end, part.groupSign);
    },
  };
}
