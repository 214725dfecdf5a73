/** @file Formats exact amounts of a file. */
import { formatNumber } from '../../../shared/messages/index.ts';

/** Formats minor units as decimal text, with `scale` decimals and the minus sign U+2212. */
export function formatAmountText(minorUnits: string, scale: number): string {
  if (!/^-?\d+$/.test(minorUnits)) return minorUnits;
  const value = BigInt(minorUnits);
  const size = value < 0n ? -value : value;
  const unit = 10n ** BigInt(scale);
  const decimals = scale === 0 ? '' : `.${(size % unit).toString().padStart(scale, '0')}`;
  return `${value < 0n ? '\u2212' : ''}${formatNumber(size / unit)}${decimals}`;
}
