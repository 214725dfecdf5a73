/** @file What keys and clicks do in the rows of a grid. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { gridAction } from './keyboard.ts';
import type { PagedRows } from './paged-rows.ts';
import { type GridSelection, withToggled } from './selection.ts';
import type { Cursor } from './use-cursor.ts';

interface GridInputOptions<Row> {
  readonly rows: PagedRows<Row>;
  readonly idOf: (row: Row) => number;
  readonly cursor: Cursor;
  /** `null` where rows cannot be selected. */
  readonly selection: GridSelection | null;
  readonly onOpen: ((row: Row) => void) | null;
  /** True while the panel shows a row: it then follows the cursor. */
  readonly following: boolean;
  /** Rows that a page key moves by. */
  readonly pageRows: () => number;
  readonly show: (index: number) => void;
  readonly toHead: () => void;
}

/** Handlers for the element that holds the rows. */
export interface GridInput {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves the cursor and the focus there. */
  readonly moveTo: (index: number, extend: boolean) => void;
}

/** Where ranges begin, for as long as the list and its selection are what they were left as. */
interface Anchor {
  readonly source: string;
  readonly index: number;
  /** What is selected besides the range. */
  readonly base: ReadonlySet<number>;
  /** What is selected with the last range. */
  readonly made: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();
const interactive = 'button, a, input, [role="button"]';

function rowOf(target: EventTarget): { element: HTMLElement; index: number } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return element === null ? null : { element, index: Number(element.dataset['row']) };
}

/** Arrow keys inside a row lead from button to button and back to the row. */
function moveInRow(event: KeyboardEvent<HTMLElement>, row: HTMLElement): void {
  if (!['ArrowLeft', 'ArrowRight', 'Escape'].includes(event.key)) return;
  event.preventDefault();
  const buttons = [...row.querySelectorAll<HTMLElement>(interactive)];
  const here = buttons.findIndex((button) => button.matches(':focus'));
  const next = event.key === 'Escape' ? undefined : buttons[here + (event.key === 'ArrowRight' ? 1 : -1)];
  if (next !== undefined) next.focus();
  else if (event.key !== 'ArrowRight') row.focus();
}

/** Binds keys and clicks to the cursor, the selection and the panel. */
export function useGridInput<Row>(options: GridInputOptions<Row>): GridInput {
  const { rows, idOf, cursor, selection, onOpen, following, pageRows, show } = options;
  const ids = selection?.ids ?? none;
  const anchor = useRef<Anchor | null>(null);
  const ranges = useRef(0);
  // A key may come before what the one before it selected is drawn.
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  }, [ids]);

  function change(next: ReadonlySet<number>): void {
    latest.current = next;
    selection?.onChange(next);
  }

  function anchorAt(index: number, base: ReadonlySet<number>): Anchor {
    anchor.current = { source: rows.source, index, base, made: base };
    return anchor.current;
  }

  /** A range never brings back what was cleared since, or what another filter hides. */
  function anchorNow(): Anchor {
    const before = anchor.current;
    const holds = before !== null && before.source === rows.source && before.made === latest.current;
    return holds ? before : anchorAt(cursor.index, ids);
  }

  function open(index: number): void {
    const row = rows.rowAt(index);
    if (row !== undefined) onOpen?.(row);
  }

  function toggle(index: number): void {
    const row = rows.rowAt(index);
    if (row === undefined) return;
    const next = withToggled(latest.current, idOf(row));
    anchorAt(index, next);
    change(next);
  }

  function selectRange(to: number): void {
    const begun = anchorNow();
    const { index: from, base } = begun;
    const selectedBefore = latest.current;
    ranges.current += 1;
    const range = ranges.current;
    const choose = (between: readonly number[]) => {
      if (range !== ranges.current || selectedBefore !== latest.current) return;
      const made = new Set([...base, ...between]);
      if (anchor.current === begun) anchor.current = { ...begun, made };
      change(made);
    };
    // Rows that cannot be read are told of by the grid itself; nothing is selected unseen.
    selection?.range(Math.min(from, to), Math.max(from, to)).then(choose, rows.retry);
  }

  function moveTo(index: number, extend: boolean): void {
    if (index < 0) {
      options.toHead();
      return;
    }
    if (extend) selectRange(index);
    else anchor.current = null;
    cursor.moveTo(index);
    show(index);
    if (!extend && following) open(index);
  }

  return {
    moveTo,
    onFocus(event) {
      // Also where the cursor is there already: from now on it belongs to the row, not to the place.
      const index = rowOf(event.target)?.index;
      if (index !== undefined) cursor.moveTo(index);
    },
    onKeyDown(event) {
      const row = rowOf(event.target);
      if (row === null) return;
      if (row.element !== event.target) return moveInRow(event, row.element);
      const pressed = {
        key: event.key,
        shift: event.shiftKey,
        command: event.ctrlKey || event.metaKey,
        alt: event.altKey,
      };
      const place = {
        cursor: cursor.index,
        total: rows.total ?? 0,
        pageRows: pageRows(),
        selectable: selection !== null,
      };
      const action = gridAction(pressed, place);
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
          return row.element.querySelector<HTMLElement>(interactive)?.focus();
      }
    },
    onClick(event) {
      const row = rowOf(event.target);
      if (row === null || !(event.target instanceof Element)) return;
      if (event.target.closest(interactive) !== null) return;
      const selectable = selection !== null;
      const toggles = event.ctrlKey || event.metaKey || event.target.closest('[data-check]') !== null;
      if (selectable && event.shiftKey) return selectRange(row.index);
      anchorAt(row.index, ids);
      if (selectable && (toggles || onOpen === null)) toggle(row.index);
      else open(row.index);
    },
  };
}
