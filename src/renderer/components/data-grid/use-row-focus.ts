/** @file Keeps the focus in the rows of a grid while rows move and disappear. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Focus events of the grid, and requests to it. */
interface RowFocus {
  /** Focuses the cursor's row once it has rendered. */
  readonly requestFocus: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** A row and its focused element: the row itself, or a button at its end. */
interface FocusHolder {
  readonly row: HTMLElement;
  readonly element: HTMLElement;
}

function findFocusHolder(target: Element): FocusHolder | null {
  const row = target.closest<HTMLElement>('[data-row]');
  return row === null || !(target instanceof HTMLElement) ? null : { row, element: target };
}

/**
 * Focuses the cursor's row after a key moved the cursor, and keeps the focus on the row, or on its focused button,
 * when the list moves the row. When the focused row is removed, the focus moves to the cursor's new row, or to the
 * list when no row is left.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  { index, total }: { readonly index: number; readonly total: number },
): RowFocus {
  const isRequested = useRef(false);
  const focusHolder = useRef<FocusHolder | null>(null);
  const hasBlurred = useRef(false);
  useLayoutEffect(() => {
    const activeElement = document.activeElement;
    const isRowFocused = activeElement?.parentElement === body.current;
    const lostFocus = activeElement === document.body ? focusHolder.current : null;
    if (lostFocus?.row.isConnected === true && !hasBlurred.current) {
      // The row has moved. A button is hidden until its row has the focus.
      lostFocus.row.focus({ preventScroll: true });
      if (lostFocus.element.isConnected) lostFocus.element.focus({ preventScroll: true });
      return;
    }
    const isRowRemoved = lostFocus?.row.isConnected === false;
    if (!isRequested.current && !isRowFocused && !isRowRemoved) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (row === null || row === undefined) {
      if (isRowRemoved && total === 0) body.current?.parentElement?.focus();
      return;
    }
    isRequested.current = false;
    if (row !== activeElement) row.focus({ preventScroll: true });
  });
  return {
    requestFocus() {
      isRequested.current = true;
    },
    onFocus({ target }) {
      focusHolder.current = findFocusHolder(target);
      hasBlurred.current = false;
    },
    // A blur without a target means that the row was removed. Moving a row can lose the focus without a blur event.
    onBlur({ relatedTarget }) {
      hasBlurred.current = true;
      if (relatedTarget !== null) focusHolder.current = null;
    },
  };
}
