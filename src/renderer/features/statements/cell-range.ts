/** @file The cell with the focus and the cells around it that are chosen: places of rows and of columns, from 0. */

/** A cell: the place of its row in the view, and of its column among those shown; column -1 is the number of the row. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Where the focus is, and where a range of cells began. */
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

/** The cursor moved within what there is; `extending` keeps where the range began. */
export function cursorMoved(
  cursor: CellCursor,
  to: CellPlace,
  size: { readonly rows: number; readonly columns: number },
  extending: boolean,
): CellCursor {
  const row = Math.min(Math.max(0, to.row), Math.max(0, size.rows - 1));
  const column = Math.min(Math.max(extending ? 0 : -1, to.column), size.columns - 1);
  if (!extending) return cursorAt(row, column);
  const anchor = { row: cursor.anchor.row, column: Math.max(0, cursor.anchor.column) };
  return { row, column, anchor };
}

/** The cells that are chosen; `null` for the one with the focus alone. */
export function rangeOf({ row, column, anchor }: CellCursor): CellRange | null {
  if ((row === anchor.row && column === anchor.column) || column < 0 || anchor.column < 0) return null;
  return {
    top: Math.min(row, anchor.row),
    bottom: Math.max(row, anchor.row),
    left: Math.min(column, anchor.column),
    right: Math.max(column, anchor.column),
  };
}

/** Number of cells in a range. */
export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** Where a key leads from a cell, or `null` for a key that leads nowhere. `end` is for Ctrl or Cmd: to the very end. */
export function keyTarget(
  key: string,
  { row, column }: CellPlace,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
  end: boolean,
): CellPlace | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowDown':
      return { row: end ? last.row : row + 1, column };
    case 'ArrowUp':
      return { row: end ? 0 : row - 1, column };
    case 'ArrowRight':
      return { row, column: end ? last.column : column + 1 };
    case 'ArrowLeft':
      return { row, column: end ? 0 : column - 1 };
    case 'PageDown':
      return { row: row + size.page, column };
    case 'PageUp':
      return { row: row - size.page, column };
    case 'Home':
      return { row: end ? 0 : row, column: 0 };
    case 'End':
      return { row: end ? last.row : row, column: last.column };
    default:
      return null;
  }
}
