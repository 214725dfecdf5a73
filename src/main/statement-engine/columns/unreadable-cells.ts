/** @file Unreadable cells in columns of numbers and dates. */
import type { Column } from '../read/table.ts';

/** Ascending row numbers of the unreadable cells of a column. */
export function rowsWithUnreadableCell(column: Column | undefined): Uint32Array {
  return column?.kind === 'number' || column?.kind === 'date' ? column.badRows : new Uint32Array();
}

/** Finds the first index from `from` on whose row is at least `row`, in ascending rows. */
export function firstAtLeast(rows: Uint32Array, row: number, from = 0): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns a function that lists the columns whose cell in a row is unreadable. */
export function createUnreadableColumnFinder(columns: readonly Column[]): (row: number) => number[] {
  const unreadableColumns = columns.flatMap((column, index) => {
    const rows = rowsWithUnreadableCell(column);
    return rows.length === 0 ? [] : [{ index, rows }];
  });
  return (row) =>
    unreadableColumns.flatMap(({ index, rows }) => (rows[firstAtLeast(rows, row)] === row ? [index] : []));
}
