/** @file Cells of columns of numbers and dates that hold something which is neither. */
import type { Column } from './table.ts';

/** Rows of the cells of a column that could not be read, ascending. */
export function unreadRows(column: Column | undefined): Uint32Array {
  return column?.kind === 'number' || column?.kind === 'date' ? column.badRows : new Uint32Array();
}

/** Whether a row is in an ascending list. */
function includes(rows: Uint32Array, row: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}

/** Finds the columns whose cell in a row could not be read. */
export function createUnreadFinder(columns: readonly Column[]): (row: number) => number[] {
  const lists = columns.flatMap((column, index) => {
    const rows = unreadRows(column);
    return rows.length === 0 ? [] : [{ index, rows }];
  });
  return (row) => lists.flatMap(({ index, rows }) => (includes(rows, row) ? [index] : []));
}
