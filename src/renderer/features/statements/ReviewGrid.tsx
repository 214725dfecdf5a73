// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- one listener for all cells, which take the focus
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { Opened, View } from '../../../shared/model/review.ts';
import { headCheckState, isSelected, type RowSelection } from '../../components/data-grid/selection.ts';
import { type CellCursor, type CellPlace, cursorAt, cursorMoved, keyTarget, rangeOf } from './cell-range.ts';
import { ReviewHead, type ReviewHeadProps } from './ReviewHead.tsx';
import { type RangeInRow, ReviewRowView } from './ReviewRowView.tsx';
import { useRowsWindow } from './rows-window.ts';
import type { VisibleColumn } from './use-column-state.ts';
import { headHeight, useGridScroll } from './use-grid-scroll.ts';
import { canvasHeight, rowHeight } from './window-math.ts';

/** A cell and the position for its menu. */
export interface CellMenuTarget extends CellPlace {
  /** Number of the row in the file. */
  readonly number: number;
  readonly text: string;
  readonly at: { readonly x: number; readonly y: number };
}

/** The statement, its view and the callbacks of the grid. */
export interface ReviewGridProps
  extends Pick<
    ReviewHeadProps,
    'onSort' | 'filterTexts' | 'onFilterText' | 'onDrop' | 'onMove' | 'onWidth' | 'onFit'
  > {
  readonly handle: number;
  readonly opened: Opened;
  readonly visibleColumns: readonly VisibleColumn[];
  readonly view: View;
  /** Key of the view in main, so that rows of another view are not displayed. */
  readonly made: string;
  readonly rows: number;
  readonly selection: RowSelection;
  /** Toggles one row, or selects all rows between the positions `from` and `to`. */
  readonly onToggle: (row: number, places: { readonly from: number; readonly to: number } | null) => void;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly cursor: CellCursor;
  readonly onCursor: (cursor: CellCursor) => void;
  /** Position to scroll to; a new object scrolls again. */
  readonly target: { readonly place: number } | null;
  /** The cell that a search found: row and column of the data. */
  readonly marked: { readonly row: number; readonly column: number } | null;
  readonly onCopy: () => void;
  readonly onColumnMenu: ReviewHeadProps['onMenu'];
  readonly onCellMenu: (asked: CellMenuTarget) => void;
}

const figureWidth = 8.7;

/** Offsets of pinned columns, in pixels. Pinned columns that would cover most of the grid scroll like the others. */
function pinnedOffsetsOf(
  visibleColumns: readonly VisibleColumn[],
  numberWidth: number,
  width: number,
): Map<number, number> {
  const pinnedOffsets = new Map<number, number>();
  let left = numberWidth;
  for (const column of visibleColumns) {
    if (!column.pinned || left + column.width > width * 0.7) break;
    pinnedOffsets.set(column.index, left);
    left += column.width;
  }
  return pinnedOffsets;
}

/** True for the keys that open a menu. */
function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Position of an element of the grid. */
function placeOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-place]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['place']), column: Number(cell.dataset['column']) };
}

/** Virtualized grid of a statement's rows, for a million rows and more. */
export function ReviewGrid(props: ReviewGridProps) {
  const { handle, opened, visibleColumns, view, made, rows, selection, cursor, onCursor, target } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const lastToggled = useRef(0);
  const scroll = useGridScroll(scroller, rows);
  const { from, to } = scroll;
  const window_ = useRowsWindow(handle, made);
  const numberWidth = Math.max(76, Math.ceil(48 + String(opened.rows).length * figureWidth));
  const pinnedOffsets = useMemo(
    () => pinnedOffsetsOf(visibleColumns, numberWidth, scroll.width),
    [visibleColumns, numberWidth, scroll.width],
  );
  const pinnedWidth = visibleColumns.reduce(
    (sum, { index, width }) => sum + (pinnedOffsets.has(index) ? width : 0),
    numberWidth,
  );
  const size = { rows, columns: visibleColumns.length };
  const range = rangeOf(cursor);
  // If the cursor is scrolled out of view, Tab moves to the nearest visible row.
  const stop = Math.min(Math.max(cursor.row, from), Math.max(from, to - 1));

  useEffect(() => window_.load(from, Math.max(from, to - 1)));
  const showRow = useRef(scroll.showRow);
  useEffect(() => {
    showRow.current = scroll.showRow;
  });
  useEffect(() => {
    if (target !== null) showRow.current(target.place);
  }, [target]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-place="${cursor.row}"] > [data-column="${cursor.column}"]`,
    );
    if (cell === null || cell === undefined) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    scroll.showCell(cell, pinnedWidth);
  });
  const wantsMarked = useRef(props.marked !== null);
  useLayoutEffect(() => {
    if (!wantsMarked.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    if (cell === null || cell === undefined) return;
    wantsMarked.current = false;
    scroll.showCell(cell, pinnedWidth);
  });

  const move = (place: CellPlace, extending: boolean) => {
    const next = cursorMoved(cursor, place, size, extending);
    onCursor(next);
    wantsFocus.current = true;
    scroll.showRow(next.row);
  };
  const toggle = (place: number, withShift: boolean) => {
    const row = window_.rowAt(place)?.row;
    if (row === undefined) return;
    const between = { from: Math.min(lastToggled.current, place), to: Math.max(lastToggled.current, place) };
    props.onToggle(row, withShift ? between : null);
    lastToggled.current = place;
  };
  const openMenu = (place: CellPlace, at: { x: number; y: number }) => {
    const row = window_.rowAt(place.row);
    const index = visibleColumns[place.column]?.index;
    const inside =
      range !== null &&
      place.row >= range.top &&
      place.row <= range.bottom &&
      place.column >= range.left &&
      place.column <= range.right;
    if (!inside) move(place, false);
    if (row === undefined) return;
    props.onCellMenu({
      ...place,
      number: row.row,
      text: index === undefined ? '' : (row.cells[index] ?? ''),
      at,
    });
  };

  /** Returns the action of a key that does not move the cursor, or `null`. */
  const actionOf = (event: KeyboardEvent<HTMLElement>): (() => void) | null => {
    const key = event.key.toLowerCase();
    const withControl = event.ctrlKey || event.metaKey;
    if (key === ' ') return () => toggle(cursor.row, event.shiftKey);
    if (key === 'c' && withControl) return props.onCopy;
    if (key === 'a' && withControl) return props.onSelectAll;
    if (key === 'escape' && range !== null) return () => move(cursor, false);
    if (key === 'escape' && headCheckState(selection, rows) !== 'none') return props.onSelectNone;
    if (!isMenuKey(event)) return null;
    const box = event.currentTarget.querySelector(':focus')?.getBoundingClientRect();
    return () => openMenu(cursor, { x: (box?.left ?? 0) + 8, y: box?.bottom ?? 0 });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (placeOf(event.target) === null || event.altKey) return;
    const page = Math.max(1, Math.floor(scroll.seen) - 1);
    const place = keyTarget(event.key, cursor, { ...size, page }, event.ctrlKey || event.metaKey);
    const act = place === null ? actionOf(event) : () => move(place, event.shiftKey);
    if (act === null) return;
    event.preventDefault();
    act();
  };
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === null || event.button !== 0) return;
    event.preventDefault();
    move(place, event.shiftKey && place.column >= 0);
  };
  const onMouseMove = (event: MouseEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const place = placeOf(event.target);
    if (place === null || place.column < 0 || cursor.anchor.column < 0) return;
    if (place.row !== cursor.row || place.column !== cursor.column) move(place, true);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isBox = event.target instanceof Element && event.target.closest('.check-button') !== null;
    const place = placeOf(event.target);
    if (isBox && place !== null) toggle(place.row, event.shiftKey);
  };
  const rangeIn = (place: number): RangeInRow | null => {
    if (range === null || place < range.top || place > range.bottom) return null;
    const { left, right } = range;
    return { left, right, isTop: place === range.top, isBottom: place === range.bottom };
  };

  const width = visibleColumns.reduce((sum, column) => sum + column.width, numberWidth);
  const tracks = [
    `${numberWidth}px`,
    ...visibleColumns.map(({ width: own, elastic }) => (elastic ? `minmax(${own}px, 1fr)` : `${own}px`)),
  ].join(' ');
  return (
    <div className="review-grid" ref={scroller} onScroll={scroll.onScroll}>
      <div
        role="grid"
        tabIndex={-1}
        className="review-canvas"
        aria-label={t('statementReview.grid')}
        aria-rowcount={rows + 2}
        aria-colcount={visibleColumns.length + 1}
        aria-multiselectable
        style={{ height: canvasHeight(rows) + headHeight, minWidth: width, '--columns': tracks }}
      >
        <ReviewHead
          columns={opened.columns}
          visibleColumns={visibleColumns}
          pinnedOffsets={pinnedOffsets}
          sort={view.sort}
          onSort={props.onSort}
          filterTexts={props.filterTexts}
          onFilterText={props.onFilterText}
          mark={headCheckState(selection, rows)}
          onSelectAll={props.onSelectAll}
          onDrop={props.onDrop}
          onMove={props.onMove}
          onWidth={props.onWidth}
          onFit={props.onFit}
          onMenu={props.onColumnMenu}
        />
        <div
          role="rowgroup"
          className="review-body"
          style={{ top: Math.max(0, scroll.top) + headHeight - (scroll.first - from) * rowHeight }}
          onKeyDown={onKeyDown}
          onMouseDown={onMouseDown}
          onMouseMove={onMouseMove}
          onClick={onClick}
          onContextMenu={(event) => {
            const place = placeOf(event.target);
            if (place === null) return;
            event.preventDefault();
            openMenu(place, { x: event.clientX, y: event.clientY });
          }}
          onFocus={(event) => {
            const place = placeOf(event.target);
            const isHere = place?.row === cursor.row && place.column === cursor.column;
            if (place !== null && !isHere) onCursor(cursorAt(place.row, place.column));
          }}
        >
          {Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).map((place) => {
            const row = window_.rowAt(place);
            return (
              <ReviewRowView
                key={place}
                rowPosition={place}
                row={row}
                columns={opened.columns}
                visibleColumns={visibleColumns}
                pinnedOffsets={pinnedOffsets}
                find={view.find}
                selected={row !== undefined && isSelected(selection, row.row)}
                cursor={place === stop ? cursor.column : null}
                range={rangeIn(place)}
                hitColumn={row !== undefined && row.row === props.marked?.row ? props.marked.column : null}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
