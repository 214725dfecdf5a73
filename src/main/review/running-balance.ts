/** @file Whether one column of numbers is the running balance of another. */
import type { Column } from './table.ts';

/** Links between rows that must hold before cells alone tell. */
const leastLinks = 3;
const sampleRows = 1_000;

/** True when every balance of the first rows is the one before plus the amount. */
export function runsFrom(amounts: Column | undefined, balances: Column | undefined): boolean {
  if (amounts?.kind !== 'number' || balances?.kind !== 'number') return false;
  const scale = Math.max(amounts.scale, balances.scale);
  const rows = Math.min(amounts.values.length, sampleRows);
  const amount = (row: number) => (amounts.values[row] ?? Number.NaN) * 10 ** (scale - amounts.scale);
  const balance = (row: number) => (balances.values[row] ?? Number.NaN) * 10 ** (scale - balances.scale);
  // The balance may stand after the row or before it.
  const holds = (step: 1 | -1, isBefore: boolean) => {
    let links = 0;
    for (let row = 1; row < rows; row += 1) {
      const [before, after] = step === 1 ? [row - 1, row] : [row, row - 1];
      const moved = amount(isBefore ? before : after);
      if (balance(before) + moved !== balance(after)) return false;
      if (moved !== 0) links += 1;
    }
    return links >= leastLinks;
  };
  return holds(1, false) || holds(-1, false) || holds(1, true) || holds(-1, true);
}
