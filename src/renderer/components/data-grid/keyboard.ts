/** @file The actions of keys in the rows and cells of a grid. */

export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Cmd on macOS. */
  readonly command: boolean;
  readonly alt: boolean;
}

/** Position of a cell: its row in the list, and its column among the visible columns. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** True for the menu key, and for Shift and F10, which open a context menu. */
export function opensContextMenu({
  key,
  shiftKey,
}: {
  readonly key: string;
  readonly shiftKey: boolean;
}): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

interface GridSize {
  readonly rows: number;
  /** 0 where the cursor moves by whole rows. */
  readonly columns: number;
  /** Rows that a page key moves by. */
  readonly pageRows: number;
}

interface GridPosition {
  readonly cursor: number;
  readonly total: number;
  /** Rows that a page key moves by. */
  readonly pageRows: number;
  readonly selectable: boolean;
}

/** The action of a key. `to: -1` moves to the head of the grid. */
type GridAction =
  | { readonly kind: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'open' }
  | { readonly kind: 'into-row' };

/**
 * Returns the cell to which a key moves the cursor, or `null` for other keys. Arrow up and left may lead out of the
 * cells, to position -1. `toEdge` moves to the first or last row or column.
 */
export function targetOfKey(
  key: string,
  { row, column }: CellPlace,
  { rows, columns, pageRows }: GridSize,
  toEdge = false,
): CellPlace | null {
  const last = { row: rows - 1, column: columns - 1 };
  const isWholeRow = columns === 0;
  const step = toEdge ? Number.POSITIVE_INFINITY : 1;
  switch (key) {
    case 'ArrowDown':
      return { row: Math.min(row + step, last.row), column };
    case 'ArrowUp':
      return { row: toEdge ? 0 : row - 1, column };
    case 'PageDown':
      return { row: Math.min(row + pageRows, last.row), column };
    case 'PageUp':
      return { row: Math.max(row - pageRows, 0), column };
    case 'Home':
      return { row: toEdge || isWholeRow ? 0 : row, column: 0 };
    case 'End':
      return { row: toEdge || isWholeRow ? last.row : row, column: last.column };
    case 'ArrowRight':
      return isWholeRow ? null : { row, column: Math.min(column + step, last.column) };
    case 'ArrowLeft':
      return isWholeRow ? null : { row, column: toEdge ? 0 : column - 1 };
    default:
      return null;
  }
}

/** The action of a key, or `null` for a key that the grid does not handle. */
export function gridAction(pressedKey: GridKey, position: GridPosition): GridAction | null {
  const { key, shift, command, alt } = pressedKey;
  const { cursor, total, pageRows, selectable } = position;
  if (alt || total === 0) return null;
  const target = targetOfKey(key, { row: cursor, column: 0 }, { rows: total, columns: 0, pageRows });
  if (target !== null)
    return { kind: 'move', to: target.row, extend: shift && selectable && target.row >= 0 };
  if (command) return key.toLowerCase() === 'a' && selectable ? { kind: 'select-all' } : null;
  if (key === ' ') return selectable ? { kind: 'toggle' } : { kind: 'open' };
  if (key === 'Enter') return { kind: 'open' };
  if (key === 'ArrowRight') return { kind: 'into-row' };
  return null;
}
