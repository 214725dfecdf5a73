/** @file Amounts as a proof states them: digits are kept as written, and sums are exact. */
import { z } from 'zod';

export const amountSchema = z.object({
  /** Three letters. */
  currency: z.string(),
  /** Decimal with a point, such as `48250.00`, with exactly the digits of the proof. */
  value: z.string(),
});

export type Amount = z.infer<typeof amountSchema>;

/** An exact decimal number: `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Parses `1234.50`, `1234,50`, `1234,` or `1234`; `null` for anything else, including thousands separators. */
export function readDecimal(text: string): Decimal | null {
  const match = /^(\d{1,18})(?:[.,](\d{0,18}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = match[2] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

/** Formats the number with a point, keeping its digits. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const integerPart = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${integerPart}` : `${sign}${integerPart}.${text.slice(-scale)}`;
}

function toScale({ digits, scale }: Decimal, targetScale: number): bigint {
  return digits * 10n ** BigInt(targetScale - scale);
}

/** Exact sum; `sign` -1 subtracts. */
export function add(a: Decimal, b: Decimal, sign: 1 | -1 = 1): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: toScale(a, scale) + BigInt(sign) * toScale(b, scale), scale };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** True when the numbers differ by at most half a unit of the last digit of `stated`. */
export function equalAsStated(computed: Decimal, stated: Decimal): boolean {
  const scale = Math.max(computed.scale, stated.scale) + 1;
  const difference = toScale(computed, scale) - toScale(stated, scale);
  const halfUnit = 5n * 10n ** BigInt(scale - stated.scale - 1);
  return (difference < 0n ? -difference : difference) <= (computed.scale > stated.scale ? halfUnit : 0n);
}

/** Formats as `48,250.00`: thousands separators, digits as stated. */
export function groupedAmount(value: string): string {
  const [integerPart = '', fraction] = value.split('.');
  const groupedInteger = integerPart.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? groupedInteger : `${groupedInteger}.${fraction}`;
}
