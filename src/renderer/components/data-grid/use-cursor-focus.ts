/** @file Keeps the focus on the row or cell of a grid's cursor while rows move and disappear. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { CellPlace } from './keyboard.ts';

/** Where the cursor can be: a row, or a cell in grids whose cells take the focus. */
const stopSelector = '[data-row][tabindex], [data-column]';

/** A row or cell, with its position; column 0 for a row. */
interface CursorStop extends CellPlace {
  readonly element: HTMLElement;
}

/** Finds the row or cell that contains an element; `null` outside the rows. */
export function findStop(target: EventTarget | null): CursorStop | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(stopSelector) : null;
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (element === null || row === undefined) return null;
  return { element, row: Number(row), column: Number(element.dataset['column'] ?? 0) };
}

function selectorOf(row: number, column: number | undefined): string {
  return column === undefined ? `[data-row="${row}"]` : `[data-row="${row}"] > [data-column="${column}"]`;
}

interface CursorFocus {
  /** Focuses the cursor's row or cell once it has rendered. */
  readonly requestFocus: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

interface CursorFocusOptions {
  readonly row: number;
  /** Absent where rows take the focus. */
  readonly column?: number;
  readonly total: number;
  /** Called after a requested focus. */
  readonly onFocused?: (element: HTMLElement) => void;
}

/** The last focused row or cell, and its focused element: itself, or a button within. */
interface FocusHolder {
  readonly stop: HTMLElement;
  readonly element: HTMLElement;
}

/** Focuses a row that has moved. Its button is hidden until the row has the focus. */
function restoreFocus({ stop, element }: FocusHolder): void {
  stop.focus({ preventScroll: true });
  if (element.isConnected) element.focus({ preventScroll: true });
}

/**
 * Focuses the cursor's row or cell after a key moved the cursor, and keeps the focus on it, or on its focused button,
 * when the list moves the row. When the focused row is removed, the focus moves to the cursor's new row, or to the
 * list when no row is left.
 */
export function useCursorFocus(
  body: RefObject<HTMLElement | null>,
  { row, column, total, onFocused }: CursorFocusOptions,
): CursorFocus {
  const isRequested = useRef(false);
  const focusHolder = useRef<FocusHolder | null>(null);
  const hasBlurred = useRef(false);
  useLayoutEffect(() => {
    const activeElement = document.activeElement;
    const isStopFocused = activeElement?.matches(stopSelector) && body.current?.contains(activeElement);
    const lostFocus = activeElement === document.body ? focusHolder.current : null;
    if (lostFocus?.stop.isConnected === true && !hasBlurred.current) return restoreFocus(lostFocus);
    const isStopRemoved = lostFocus?.stop.isConnected === false;
    if (!(isRequested.current || isStopFocused || isStopRemoved)) return;
    const stop = body.current?.querySelector<HTMLElement>(selectorOf(row, column)) ?? null;
    if (stop === null) {
      if (isStopRemoved && total === 0) body.current?.parentElement?.focus();
      return;
    }
    if (stop !== activeElement) stop.focus({ preventScroll: true });
    if (isRequested.current) onFocused?.(stop);
    isRequested.current = false;
  });
  return {
    requestFocus() {
      isRequested.current = true;
    },
    onFocus({ target }) {
      const stop = findStop(target);
      focusHolder.current = stop === null ? null : { stop: stop.element, element: target };
      hasBlurred.current = false;
    },
    // A blur without a target means that the row was removed. Moving a row can lose the focus without a blur event.
    onBlur({ relatedTarget }) {
      hasBlurred.current = true;
      if (relatedTarget !== null) focusHolder.current = null;
    },
  };
}
