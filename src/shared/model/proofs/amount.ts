/** @file Amounts as a proof states them: digits are kept as they are written, and sums are exact. */
import { z } from 'zod';

/** An amount with its currency. */
export const amountSchema = z.object({
  /** Three letters. */
  currency: z.string(),
  /** Digits with a point, such as `48250.00`; exactly the digits that were stated. */
  value: z.string(),
});

/** See {@link amountSchema}. */
export type Amount = z.infer<typeof amountSchema>;

/** An exact decimal number: `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads `1234.50`, `1234,50`, `1234,` or `1234`; `null` for anything else, groups of thousands included. */
export function readDecimal(text: string): Decimal | null {
  const parts = /^(\d{1,18})(?:[.,](\d{0,12}))?$/.exec(text.trim());
  if (parts === null) return null;
  const fraction = parts[2] ?? '';
  return { digits: BigInt(`${parts[1]}${fraction}`), scale: fraction.length };
}

/** The number as text with a point, digits kept. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-scale)}`;
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

/** The sum; `sign` -1 subtracts. */
export function add(a: Decimal, b: Decimal, sign: 1 | -1 = 1): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + BigInt(sign) * atScale(b, scale), scale };
}

/** The exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** True when the two are the same at the precision of `stated`, rounded as banks do: half a unit or less apart. */
export function equalAsStated(computed: Decimal, stated: Decimal): boolean {
  const scale = Math.max(computed.scale, stated.scale) + 1;
  const apart = atScale(computed, scale) - atScale(stated, scale);
  const halfUnit = 5n * 10n ** BigInt(scale - stated.scale - 1);
  return (apart < 0n ? -apart : apart) <= (computed.scale > stated.scale ? halfUnit : 0n);
}

/** `48,250.00`: thousands in groups, digits as stated. */
export function groupedAmount(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
