/** @file The actions of keys in the rows of a grid. */

/** A key as it was pressed. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Cmd on macOS. */
  readonly command: boolean;
  readonly alt: boolean;
}

/** The position of the cursor and the size of the list. */
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

function targetIndex(key: string, position: GridPosition): number | null {
  const { cursor, total, pageRows } = position;
  switch (key) {
    case 'ArrowDown':
      return Math.min(cursor + 1, total - 1);
    case 'ArrowUp':
      return cursor - 1;
    case 'PageDown':
      return Math.min(cursor + pageRows, total - 1);
    case 'PageUp':
      return Math.max(cursor - pageRows, 0);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}

/** The action of a key, or `null` for a key that the grid does not handle. */
export function gridAction(pressedKey: GridKey, position: GridPosition): GridAction | null {
  const { key, shift, command, alt } = pressedKey;
  if (alt || position.total === 0) return null;
  const to = targetIndex(key, position);
  if (to !== null) {
    const extend = shift && position.selectable && to >= 0;
    return { kind: 'move', to, extend };
  }
  if (command) return key.toLowerCase() === 'a' && position.selectable ? { kind: 'select-all' } : null;
  if (key === ' ') return position.selectable ? { kind: 'toggle' } : { kind: 'open' };
  if (key === 'Enter') return { kind: 'open' };
  if (key === 'ArrowRight') return { kind: 'into-row' };
  return null;
}
