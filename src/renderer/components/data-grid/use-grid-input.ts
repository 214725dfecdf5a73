/** @file Handles keys and clicks in the rows of a grid. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { gridAction, opensContextMenu } from './keyboard.ts';
import type { PagedRows } from './paged-rows.ts';
import { type GridSelection, withToggled } from './selection.ts';
import type { Cursor } from './use-cursor.ts';
import { findStop } from './use-cursor-focus.ts';

/** The position is in CSS pixels of the window. */
export type OpenContextMenu<Row> = (row: Row, position: { readonly x: number; readonly y: number }) => void;

interface GridInputOptions<Row> {
  readonly rows: PagedRows<Row>;
  readonly idOf: (row: Row) => number;
  readonly cursor: Cursor;
  /** `null` where rows cannot be selected. */
  readonly selection: GridSelection | null;
  readonly onOpen: ((row: Row) => void) | null;
  readonly onContextMenu: OpenContextMenu<Row> | null;
  /** True while the panel shows a row: it then follows the cursor. */
  readonly isPanelOpen: boolean;
  /** Rows that a page key moves by. */
  readonly pageRows: number;
  readonly revealRow: (index: number) => void;
  readonly focusHead: () => void;
}

interface GridInput {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves the cursor and the focus to a row; with `extend`, selects the rows up to it. */
  readonly moveTo: (index: number, extend: boolean) => void;
}

/** The start of range selections, valid until the list or its selection changes otherwise. */
interface Anchor {
  readonly source: string;
  readonly index: number;
  /** The selection without the range. */
  readonly selectionBefore: ReadonlySet<number>;
  /** The selection with the last range. */
  readonly selectionAfter: ReadonlySet<number>;
}

const emptySelection: ReadonlySet<number> = new Set();
/** Distance of the menu from the left edge of its row when a key opens it, in pixels. */
const menuInset = 20;
const interactiveSelector = 'button, a, input, [role="button"]';

/** Moves the focus with the arrow keys between the buttons of a row and the row itself. */
function moveInRow(event: KeyboardEvent<HTMLElement>, row: HTMLElement): void {
  if (!['ArrowLeft', 'ArrowRight', 'Escape'].includes(event.key)) return;
  event.preventDefault();
  const buttons = [...row.querySelectorAll<HTMLElement>(interactiveSelector)];
  const focusedPosition = buttons.findIndex((button) => button.matches(':focus'));
  const next =
    event.key === 'Escape' ? undefined : buttons[focusedPosition + (event.key === 'ArrowRight' ? 1 : -1)];
  if (next !== undefined) next.focus();
  else if (event.key !== 'ArrowRight') row.focus();
}

export function useGridInput<Row>(options: GridInputOptions<Row>): GridInput {
  const { rows, idOf, cursor, selection, onOpen, isPanelOpen, pageRows, revealRow } = options;
  const openMenu = options.onContextMenu;
  const ids = selection?.ids ?? emptySelection;
  const anchor = useRef<Anchor | null>(null);
  const lastRangeNumber = useRef(0);
  // A key may arrive before the selection of the previous key has rendered.
  const latestIds = useRef(ids);
  useLayoutEffect(() => {
    latestIds.current = ids;
  }, [ids]);

  function changeSelection(next: ReadonlySet<number>): void {
    latestIds.current = next;
    selection?.onChange(next);
  }

  function setAnchor(index: number, selectionBefore: ReadonlySet<number>): Anchor {
    anchor.current = { source: rows.source, index, selectionBefore, selectionAfter: selectionBefore };
    return anchor.current;
  }

  /** A range must not restore rows that were cleared since, or that another filter hides. */
  function ensureAnchor(): Anchor {
    const previousAnchor = anchor.current;
    const isValid =
      previousAnchor !== null &&
      previousAnchor.source === rows.source &&
      previousAnchor.selectionAfter === latestIds.current;
    return isValid ? previousAnchor : setAnchor(cursor.index, ids);
  }

  function open(index: number): void {
    const row = rows.rowAt(index);
    if (row !== undefined) onOpen?.(row);
  }

  function toggle(index: number): void {
    const row = rows.rowAt(index);
    if (row === undefined) return;
    const next = withToggled(latestIds.current, idOf(row));
    setAnchor(index, next);
    changeSelection(next);
  }

  function selectRange(to: number): void {
    const rangeAnchor = ensureAnchor();
    const { index: from, selectionBefore } = rangeAnchor;
    const selectedBefore = latestIds.current;
    lastRangeNumber.current += 1;
    const rangeNumber = lastRangeNumber.current;
    const selectLoadedRange = (idsInRange: readonly number[]) => {
      if (rangeNumber !== lastRangeNumber.current || selectedBefore !== latestIds.current) return;
      const selectionAfter = new Set([...selectionBefore, ...idsInRange]);
      if (anchor.current === rangeAnchor) anchor.current = { ...rangeAnchor, selectionAfter };
      changeSelection(selectionAfter);
    };
    // The grid shows the error of rows that cannot be loaded; no row is selected then.
    selection?.range(Math.min(from, to), Math.max(from, to)).then(selectLoadedRange, rows.retry);
  }

  function moveTo(index: number, extend: boolean): void {
    if (index < 0) {
      options.focusHead();
      return;
    }
    if (extend) selectRange(index);
    else anchor.current = null;
    cursor.moveTo(index);
    revealRow(index);
    if (!extend && isPanelOpen) open(index);
  }

  return {
    moveTo,
    onFocus(event) {
      // Also when the cursor is already there: from now on it belongs to the row instead of the index.
      const stop = findStop(event.target);
      if (stop !== null) cursor.moveTo(stop.row);
    },
    onKeyDown(event) {
      const stop = findStop(event.target);
      if (stop === null) return;
      const row = rows.rowAt(stop.row);
      if (opensContextMenu(event) && row !== undefined && openMenu !== null) {
        // Without it, the browser opens its menu as well.
        event.preventDefault();
        const { left, bottom } = stop.element.getBoundingClientRect();
        return openMenu(row, { x: left + menuInset, y: bottom });
      }
      if (stop.element !== event.target) return moveInRow(event, stop.element);
      const pressedKey = {
        key: event.key,
        shift: event.shiftKey,
        command: event.ctrlKey || event.metaKey,
        alt: event.altKey,
      };
      const position = {
        cursor: cursor.index,
        total: rows.total ?? 0,
        pageRows,
        selectable: selection !== null,
      };
      const action = gridAction(pressedKey, position);
      if (action === null) return;
      event.preventDefault();
      switch (action.kind) {
        case 'move':
          return moveTo(action.to, action.extend);
        case 'toggle':
          return toggle(cursor.index);
        case 'select-all':
          return selection?.onSelectAll();
        case 'open':
          return open(cursor.index);
        case 'into-row':
          return stop.element.querySelector<HTMLElement>(interactiveSelector)?.focus();
      }
    },
    onClick(event) {
      const stop = findStop(event.target);
      if (stop === null || !(event.target instanceof Element)) return;
      if (event.target.closest(interactiveSelector) !== null) return;
      const selectable = selection !== null;
      const shouldToggle = event.ctrlKey || event.metaKey || event.target.closest('[data-check]') !== null;
      if (selectable && event.shiftKey) return selectRange(stop.row);
      setAnchor(stop.row, ids);
      if (selectable && (shouldToggle || onOpen === null)) toggle(stop.row);
      else open(stop.row);
    },
    onContextMenu(event) {
      const stop = findStop(event.target);
      const row = stop === null ? undefined : rows.rowAt(stop.row);
      if (stop === null || row === undefined || openMenu === null) return;
      event.preventDefault();
      stop.element.focus();
      cursor.moveTo(stop.row);
      openMenu(row, { x: event.clientX, y: event.clientY });
    },
  };
}
