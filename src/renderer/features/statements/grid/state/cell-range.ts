/** @file The focused cell and the range of selected cells. Column -1 is the row number. */
import type { CellPlace } from '../../../../components/data-grid/keyboard.ts';

/** The focused cell, and the cell where the range started. */
export interface CellCursor extends CellPlace {
  readonly anchor: CellPlace;
}

/** A rectangle of cells, all four sides included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A cursor without a range. */
export function cursorAt(row: number, column: number): CellCursor {
  return { row, column, anchor: { row, column } };
}

/** Moves the cursor within the grid; `isExtending` keeps the start of the range. */
export function moveCursor(
  cursor: CellCursor,
  to: CellPlace,
  size: { readonly rows: number; readonly columns: number },
  isExtending: boolean,
): CellCursor {
  const row = Math.min(Math.max(0, to.row), Math.max(0, size.rows - 1));
  const column = Math.min(Math.max(isExtending ? 0 : -1, to.column), size.columns - 1);
  if (!isExtending) return cursorAt(row, column);
  const anchor = { row: cursor.anchor.row, column: Math.max(0, cursor.anchor.column) };
  return { row, column, anchor };
}

/** Returns the selected range; `null` if only the focused cell is selected. */
export function rangeOf({ row, column, anchor }: CellCursor): CellRange | null {
  if ((row === anchor.row && column === anchor.column) || column < 0 || anchor.column < 0) return null;
  return {
    top: Math.min(row, anchor.row),
    bottom: Math.max(row, anchor.row),
    left: Math.min(column, anchor.column),
    right: Math.max(column, anchor.column),
  };
}

/** Returns the range of one cell; of the first cell for a row number. */
export function rangeAt({ row, column }: CellPlace): CellRange {
  const left = Math.max(0, column);
  return { top: row, bottom: row, left, right: left };
}

export function isInRange({ row, column }: CellPlace, range: CellRange | null): boolean {
  if (range === null) return false;
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}
