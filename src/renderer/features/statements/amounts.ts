/** @file Exact amounts of a file, as they are shown. */
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Minor units as decimal text, with `scale` decimals and a true minus. */
export function formatAmountText(minorUnits: string, scale: number): string {
  if (!/^-?\d+$/.test(minorUnits)) return minorUnits;
  const value = BigInt(minorUnits);
  const size = value < 0n ? -value : value;
  const unit = 10n ** BigInt(scale);
  const decimals = scale === 0 ? '' : `.${(size % unit).toString().padStart(scale, '0')}`;
  return `${value < 0n ? '\u2212' : ''}${grouped.format(size / unit)}${decimals}`;
}
