/** @file Opens the context menu of a row by the secondary mouse button, by Shift and F10, or by the menu key. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { opensContextMenu } from './keyboard.ts';
import type { PagedRows } from './paged-rows.ts';
import type { Cursor } from './use-cursor.ts';
import { findStop } from './use-cursor-focus.ts';

/** The position is in CSS pixels of the window. */
export type OpenContextMenu<Row> = (row: Row, position: { readonly x: number; readonly y: number }) => void;

const keyboardInset = 20;

interface ContextMenuInput {
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  /** Returns true when the key has opened the menu. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
}

export function createContextMenuInput<Row>(
  rows: PagedRows<Row>,
  cursor: Cursor,
  openMenu: OpenContextMenu<Row> | null,
): ContextMenuInput {
  return {
    onContextMenu(event) {
      const stop = findStop(event.target);
      const row = stop === null ? undefined : rows.rowAt(stop.row);
      if (stop === null || row === undefined || openMenu === null) return;
      event.preventDefault();
      stop.element.focus();
      cursor.moveTo(stop.row);
      openMenu(row, { x: event.clientX, y: event.clientY });
    },
    onKeyDown(event) {
      const stop = opensContextMenu(event) ? findStop(event.target) : null;
      const row = stop === null ? undefined : rows.rowAt(stop.row);
      if (stop === null || row === undefined || openMenu === null) return false;
      // Without it, the browser opens its menu as well.
      event.preventDefault();
      const { left, bottom } = stop.element.getBoundingClientRect();
      openMenu(row, { x: left + keyboardInset, y: bottom });
      return true;
    },
  };
}
