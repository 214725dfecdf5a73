/** @file Where the focus is among the rows of a grid, whatever becomes of them. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** What the grid tells of the focus, and asks for it. */
export interface RowFocus {
  /** Gives the focus to the cursor's row as soon as it is drawn. */
  readonly want: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * The cursor's row takes the focus when a key moved it there, and keeps it when the list carries the row elsewhere.
 * When the row that has it goes away, the one that is now the cursor's takes it, or the list that has none left.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  { index, total }: { readonly index: number; readonly total: number },
): RowFocus {
  const wanted = useRef(false);
  const holder = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const carried = focused?.parentElement === body.current;
    const gone = focused === document.body && holder.current?.isConnected === false;
    if (!wanted.current && !carried && !gone) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (row === null || row === undefined) {
      if (gone && total === 0) body.current?.parentElement?.focus();
      return;
    }
    wanted.current = false;
    if (row !== focused) row.focus({ preventScroll: true });
  });
  return {
    want() {
      wanted.current = true;
    },
    onFocus({ target }) {
      holder.current = target.closest('[data-row]');
    },
    // A focus that goes nowhere was taken away with its row.
    onBlur({ relatedTarget }) {
      if (relatedTarget !== null) holder.current = null;
    },
  };
}
