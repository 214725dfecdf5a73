/** @file Handles keys and the mouse in the cells of the viewer, and keeps the focus on the cell of the cursor. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import type { StatementRow } from '../../../../../shared/model/statements/open-statement.ts';
import { type CellPlace, opensContextMenu, targetOfKey } from '../../../../components/data-grid/keyboard.ts';
import { allSelected, headCheckState, noneSelected } from '../../../../components/data-grid/selection.ts';
import { findStop, useCursorFocus } from '../../../../components/data-grid/use-cursor-focus.ts';
import type { CoveredWidths, VirtualRows } from '../../../../components/data-grid/use-virtual-rows.ts';
import { toggleProof } from '../../agreement/agreement-actions.ts';
import { openNote, tickAtCursor } from '../../annotations/annotate.ts';
import { cursorAt, isInRange, moveCursor } from './cell-range.ts';
import { copySelection, toggleRow } from './viewer-actions.ts';
import type { Viewer } from './viewer-context.ts';
import { cellMenu } from './viewer-menus.ts';

interface CellInputOptions {
  readonly viewer: Viewer;
  readonly virtualRows: VirtualRows;
  readonly rowAt: (place: number) => StatementRow | undefined;
  /** Widths that pinned columns cover at each side, in pixels. */
  readonly covered: CoveredWidths;
}

const rowKeys = [' ', 'n', 'p'] as const;

/** A key that ticks a row, writes its note or shows its proof. */
type RowKey = (typeof rowKeys)[number];

function isRowKey(key: string): key is RowKey {
  return rowKeys.some((rowKey) => rowKey === key);
}

/** Selects all rows; none if all are selected. */
export function toggleAllRows({ selection, rows, set }: Viewer): void {
  set({ selection: headCheckState(selection, rows) === 'all' ? noneSelected : allSelected });
}

/** Returns the props of the element that holds the rows. */
export function useCellInput({ viewer, virtualRows, rowAt, covered }: CellInputOptions) {
  const { cursor, range, rows, selection, visibleColumns, set, attempt } = viewer;
  const lastToggled = useRef(0);
  const size = { rows, columns: visibleColumns.length };
  const body = useRef<HTMLDivElement>(null);
  const cursorFocus = useCursorFocus(body, {
    ...cursor,
    total: rows,
    onFocused: (cell) => virtualRows.showCell(cell, covered),
  });

  const move = (place: CellPlace, isExtending: boolean) => {
    const next = moveCursor(cursor, place, size, isExtending);
    set({ cursor: next });
    cursorFocus.requestFocus();
    virtualRows.showRow(next.row);
  };
  const toggle = (place: number, withShift: boolean) => {
    const row = rowAt(place)?.row;
    if (row === undefined) return;
    const from = Math.min(lastToggled.current, place);
    const to = Math.max(lastToggled.current, place);
    attempt(toggleRow(viewer, row, withShift ? { from, to } : null));
    lastToggled.current = place;
  };
  const selectRows = () => {
    if (range === null || range.bottom === range.top) return toggle(cursor.row, false);
    lastToggled.current = range.top;
    toggle(range.bottom, true);
  };
  const actOnRow = (key: RowKey, withShift: boolean) => {
    if (key === 'n') openNote(viewer, rowAt(cursor.row));
    else if (key === 'p') toggleProof(viewer);
    else if (withShift) selectRows();
    else tickAtCursor(viewer, rowAt(cursor.row));
  };
  const openMenu = (place: CellPlace, position: { x: number; y: number }) => {
    const row = rowAt(place.row);
    if (!isInRange(place, range)) move(place, false);
    if (row === undefined) return;
    set({ menu: cellMenu(viewer, place, row, position) });
  };

  /** Returns the action of a key that does not move the cursor, or `null`. */
  const shortcutAction = (event: KeyboardEvent<HTMLElement>): (() => void) | null => {
    const key = event.key.toLowerCase();
    const withControl = event.ctrlKey || event.metaKey;
    if (!withControl && isRowKey(key)) return () => actOnRow(key, event.shiftKey);
    if (key === 'c' && withControl) return () => attempt(copySelection(viewer));
    if (key === 'a' && withControl) return () => toggleAllRows(viewer);
    if (key === 'escape' && range !== null) return () => move(cursor, false);
    if (key === 'escape' && headCheckState(selection, rows) !== 'none')
      return () => set({ selection: noneSelected });
    if (!opensContextMenu(event)) return null;
    const focusedBox = event.currentTarget.querySelector(':focus')?.getBoundingClientRect();
    return () => openMenu(cursor, { x: (focusedBox?.left ?? 0) + 8, y: focusedBox?.bottom ?? 0 });
  };
  return {
    ref: body,
    onBlur: cursorFocus.onBlur,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (findStop(event.target) === null || event.altKey) return;
      const place = targetOfKey(
        event.key,
        cursor,
        { ...size, pageRows: virtualRows.pageRows },
        event.ctrlKey || event.metaKey,
      );
      const action = place === null ? shortcutAction(event) : () => move(place, event.shiftKey);
      if (action === null) return;
      event.preventDefault();
      action();
    },
    onMouseDown(event: MouseEvent<HTMLElement>) {
      const place = findStop(event.target);
      if (place === null || event.button !== 0) return;
      event.preventDefault();
      move(place, event.shiftKey && place.column >= 0);
    },
    onMouseMove(event: MouseEvent<HTMLElement>) {
      if (event.buttons !== 1) return;
      const place = findStop(event.target);
      if (place === null || place.column < 0 || cursor.anchor.column < 0) return;
      if (place.row !== cursor.row || place.column !== cursor.column) move(place, true);
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const isCheckButton = event.target instanceof Element && event.target.closest('[data-check]') !== null;
      const place = findStop(event.target);
      if (isCheckButton && place !== null) toggle(place.row, event.shiftKey);
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      const place = findStop(event.target);
      if (place === null) return;
      event.preventDefault();
      openMenu(place, { x: event.clientX, y: event.clientY });
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      cursorFocus.onFocus(event);
      const place = findStop(event.target);
      const isHere = place?.row === cursor.row && place.column === cursor.column;
      if (place !== null && !isHere) set({ cursor: cursorAt(place.row, place.column) });
    },
  };
}
