/** @file Where the focus is among the rows of a grid, whatever becomes of them. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** What the grid tells of the focus, and asks for it. */
export interface RowFocus {
  /** Gives the focus to the cursor's row as soon as it is drawn. */
  readonly requestFocus: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** A row and what has the focus in it: the row itself, or a button at its end. */
interface Holder {
  readonly row: HTMLElement;
  readonly element: HTMLElement;
}

function holderOf(target: Element): Holder | null {
  const row = target.closest<HTMLElement>('[data-row]');
  return row === null || !(target instanceof HTMLElement) ? null : { row, element: target };
}

/**
 * The cursor's row takes the focus when a key moved it there, and keeps it when the list carries the row elsewhere, with
 * whatever button of it has the focus. When the row that has it goes away, the one that is now the cursor's takes it, or
 * the list that has none left.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  { index, total }: { readonly index: number; readonly total: number },
): RowFocus {
  const isRequested = useRef(false);
  const holder = useRef<Holder | null>(null);
  const hasLeft = useRef(false);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const carried = focused?.parentElement === body.current;
    const held = focused === document.body ? holder.current : null;
    if (held?.row.isConnected === true && !hasLeft.current) {
      // Its row was carried elsewhere. A button is out of sight until its row has the focus.
      held.row.focus({ preventScroll: true });
      if (held.element.isConnected) held.element.focus({ preventScroll: true });
      return;
    }
    const gone = held?.row.isConnected === false;
    if (!isRequested.current && !carried && !gone) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (row === null || row === undefined) {
      if (gone && total === 0) body.current?.parentElement?.focus();
      return;
    }
    isRequested.current = false;
    if (row !== focused) row.focus({ preventScroll: true });
  });
  return {
    requestFocus() {
      isRequested.current = true;
    },
    onFocus({ target }) {
      holder.current = holderOf(target);
      hasLeft.current = false;
    },
    // A focus that goes nowhere was taken away with its row. Nothing is heard of one that is lost while rows are moved.
    onBlur({ relatedTarget }) {
      hasLeft.current = true;
      if (relatedTarget !== null) holder.current = null;
    },
  };
}
