/** @file What a key means in the rows of a grid. */

/** A key as it was pressed. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Cmd on macOS. */
  readonly command: boolean;
  readonly alt: boolean;
}

/** Where the cursor stands. */
export interface GridPlace {
  readonly cursor: number;
  readonly total: number;
  /** Rows that a page key moves by. */
  readonly pageRows: number;
  readonly selectable: boolean;
}

/** What to do. `to: -1` leads to the head. */
export type GridAction =
  | { readonly kind: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'open' }
  | { readonly kind: 'into-row' };

function target(key: string, place: GridPlace): number | null {
  const { cursor, total, pageRows } = place;
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

/** The action that a key stands for, or `null` for a key that is none of the grid's. */
export function gridAction(pressed: GridKey, place: GridPlace): GridAction | null {
  const { key, shift, command, alt } = pressed;
  if (alt || place.total === 0) return null;
  const to = target(key, place);
  if (to !== null) {
    const extend = shift && place.selectable && to >= 0;
    return { kind: 'move', to, extend };
  }
  if (command) return key.toLowerCase() === 'a' && place.selectable ? { kind: 'select-all' } : null;
  if (key === ' ') return place.selectable ? { kind: 'toggle' } : { kind: 'open' };
  if (key === 'Enter') return { kind: 'open' };
  if (key === 'ArrowRight') return { kind: 'into-row' };
  return null;
}
