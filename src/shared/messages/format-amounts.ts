/** @file Formats exact amounts of a file. */

import type { ColumnRole, StatementColumn } from '../model/statements/open-statement.ts';
import { formatNumber } from './index.ts';

/** Formats minor units as decimal text, with `scale` decimals and the minus sign U+2212. */
export function formatAmountText(minorUnits: string, scale: number): string {
  if (!/^-?\d+$/.test(minorUnits)) return minorUnits;
  const value = BigInt(minorUnits);
  const size = value < 0n ? -value : value;
  const unit = 10n ** BigInt(scale);
  const decimals = scale === 0 ? '' : `.${(size % unit).toString().padStart(scale, '0')}`;
  return `${value < 0n ? '\u2212' : ''}${formatNumber(size / unit)}${decimals}`;
}

const moneyRoles: ReadonlySet<ColumnRole> = new Set([
  'amount',
  'debit',
  'credit',
  'fee',
  'balance',
  'opening-balance',
  'closing-balance',
]);

/** A number with or without groups of three digits, by the decimal sign of its column. */
const writtenNumbers = {
  point: /^([+\-\u2212]?)(\d{1,3}(?:[,'’\s]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([+\-\u2212]?)(\d{1,3}(?:[.'’\s]\d{3})+|\d+)(?:,(\d+))?$/,
} as const;

/**
 * Formats an amount of a file like the sums: grouped, with a decimal point and the minus sign U+2212. Returns the text
 * unchanged when it is not an amount, or is written in a way that this would change, such as leading zeros.
 */
export function formatAmountCell(
  text: string,
  { kind, rule, role, isSummed }: Pick<StatementColumn, 'kind' | 'rule' | 'role' | 'isSummed'>,
): string {
  const isMoney = isSummed || (role !== null && moneyRoles.has(role));
  if (kind !== 'number' || !isMoney || rule === 'ambiguous') return text;
  const match = writtenNumbers[rule === 'comma' ? 'comma' : 'point'].exec(text.trim());
  if (match === null) return text;
  const [, sign = '', whole = '', decimals] = match;
  const digits = whole.replace(/\D/g, '');
  if (digits.length > 1 && digits.startsWith('0')) return text;
  const shownSign = sign === '-' ? '\u2212' : sign;
  return `${shownSign}${formatNumber(BigInt(digits))}${decimals === undefined ? '' : `.${decimals}`}`;
}
