// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- one listener for all cells, which take the focus
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { Opened, View } from '../../../shared/model/review.ts';
import { headCheckState, isSelected, type RowSelection } from '../../components/data-grid/selection.ts';
import { type CellCursor, type CellPlace, cursorAt, moveCursor, rangeOf, targetOfKey } from './cell-range.ts';
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
interface ReviewGridProps
  extends Pick<
    ReviewHeadProps,
    'onSort' | 'filterTexts' | 'onFilterText' | 'onDrop' | 'onMove' | 'onWidth' | 'onFit'
  > {
  readonly handle: number;
  readonly opened: Opened;
  readonly visibleColumns: readonly VisibleColumn[];
  readonly view: View;
  /** Key of the view in main, so that rows of another view are not displayed. */
  readonly viewKey: string;
  readonly rows: number;
  readonly selection: RowSelection;
  /** Toggles one row, or selects all rows between the positions `from` and `to`. */
  readonly onToggle: (row: number, places: { readonly from: number; readonly to: number } | null) => void;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly cursor: CellCursor;
  readonly onCursor: (cursor: CellCursor) => void;
  /** Position to scroll to; a new object scrolls again. */
  readonly scrollTarget: { readonly place: number } | null;
  /** The cell that a search found: row and column of the data. */
  readonly searchHit: { readonly row: number; readonly column: number } | null;
  readonly onCopy: () => void;
  readonly onColumnMenu: ReviewHeadProps['onMenu'];
  readonly onCellMenu: (target: CellMenuTarget) => void;
}

const digitWidthPx = 8.7;
/** Width of the row header without its digits: check box and padding. */
const numberPaddingPx = 48;
const minNumberWidthPx = 76;
/** Part of the visible width that pinned columns may cover. */
const maxPinnedShare = 0.7;

/** Offsets of pinned columns, in pixels. Pinned columns that would cover most of the grid scroll like the others. */
function pinnedOffsetsOf(
  visibleColumns: readonly VisibleColumn[],
  numberWidth: number,
  width: number,
): Map<number, number> {
  const pinnedOffsets = new Map<number, number>();
  let left = numberWidth;
  for (const column of visibleColumns) {
    if (!column.isPinned || left + column.width > width * maxPinnedShare) break;
    pinnedOffsets.set(column.index, left);
    left += column.width;
  }
  return pinnedOffsets;
}

/** Returns whether a key opens a context menu. */
function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Returns the position of the cell that contains an element; `null` outside the cells. */
function cellPlaceOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-place]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['place']), column: Number(cell.dataset['column']) };
}

/** Virtualized grid of a statement's rows, for a million rows and more. */
export function ReviewGrid(props: ReviewGridProps) {
  const { handle, opened, visibleColumns, view, viewKey, rows, selection, cursor, onCursor, scrollTarget } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const shouldFocusCursor = useRef(false);
  const lastToggled = useRef(0);
  const scroll = useGridScroll(scroller, rows);
  const { from, to } = scroll;
  const rowsWindow = useRowsWindow(handle, viewKey);
  const numberWidth = Math.max(
    minNumberWidthPx,
    Math.ceil(numberPaddingPx + String(opened.rows).length * digitWidthPx),
  );
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
  // While the cursor is scrolled out of view, Tab moves to the nearest visible row.
  const tabStopRow = Math.min(Math.max(cursor.row, from), Math.max(from, to - 1));

  useEffect(() => rowsWindow.load(from, Math.max(from, to - 1)));
  const showRow = useRef(scroll.showRow);
  useEffect(() => {
    showRow.current = scroll.showRow;
  });
  useEffect(() => {
    if (scrollTarget !== null) showRow.current(scrollTarget.place);
  }, [scrollTarget]);
  useLayoutEffect(() => {
    if (!shouldFocusCursor.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-place="${cursor.row}"] > [data-column="${cursor.column}"]`,
    );
    if (cell === null || cell === undefined) return;
    shouldFocusCursor.current = false;
    cell.focus({ preventScroll: true });
    scroll.showCell(cell, pinnedWidth);
  });
  const shouldShowHit = useRef(props.searchHit !== null);
  useLayoutEffect(() => {
    if (!shouldShowHit.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    if (cell === null || cell === undefined) return;
    shouldShowHit.current = false;
    scroll.showCell(cell, pinnedWidth);
  });

  const move = (place: CellPlace, isExtending: boolean) => {
    const next = moveCursor(cursor, place, size, isExtending);
    onCursor(next);
    shouldFocusCursor.current = true;
    scroll.showRow(next.row);
  };
  const toggle = (place: number, withShift: boolean) => {
    const row = rowsWindow.rowAt(place)?.row;
    if (row === undefined) return;
    const positions = {
      from: Math.min(lastToggled.current, place),
      to: Math.max(lastToggled.current, place),
    };
    props.onToggle(row, withShift ? positions : null);
    lastToggled.current = place;
  };
  const openMenu = (place: CellPlace, at: { x: number; y: number }) => {
    const row = rowsWindow.rowAt(place.row);
    const index = visibleColumns[place.column]?.index;
    const isInRange =
      range !== null &&
      place.row >= range.top &&
      place.row <= range.bottom &&
      place.column >= range.left &&
      place.column <= range.right;
    if (!isInRange) move(place, false);
    if (row === undefined) return;
    props.onCellMenu({
      ...place,
      number: row.row,
      text: index === undefined ? '' : (row.cells[index] ?? ''),
      at,
    });
  };

  /** Returns the action of a key that does not move the cursor, or `null`. */
  const shortcutAction = (event: KeyboardEvent<HTMLElement>): (() => void) | null => {
    const key = event.key.toLowerCase();
    const withControl = event.ctrlKey || event.metaKey;
    if (key === ' ') return () => toggle(cursor.row, event.shiftKey);
    if (key === 'c' && withControl) return props.onCopy;
    if (key === 'a' && withControl) return props.onSelectAll;
    if (key === 'escape' && range !== null) return () => move(cursor, false);
    if (key === 'escape' && headCheckState(selection, rows) !== 'none') return props.onSelectNone;
    if (!isMenuKey(event)) return null;
    const focusedBox = event.currentTarget.querySelector(':focus')?.getBoundingClientRect();
    return () => openMenu(cursor, { x: (focusedBox?.left ?? 0) + 8, y: focusedBox?.bottom ?? 0 });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (cellPlaceOf(event.target) === null || event.altKey) return;
    const page = Math.max(1, Math.floor(scroll.visibleRows) - 1);
    const place = targetOfKey(event.key, cursor, { ...size, page }, event.ctrlKey || event.metaKey);
    const action = place === null ? shortcutAction(event) : () => move(place, event.shiftKey);
    if (action === null) return;
    event.preventDefault();
    action();
  };
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = cellPlaceOf(event.target);
    if (place === null || event.button !== 0) return;
    event.preventDefault();
    move(place, event.shiftKey && place.column >= 0);
  };
  const onMouseMove = (event: MouseEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const place = cellPlaceOf(event.target);
    if (place === null || place.column < 0 || cursor.anchor.column < 0) return;
    if (place.row !== cursor.row || place.column !== cursor.column) move(place, true);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isCheckButton = event.target instanceof Element && event.target.closest('.check-button') !== null;
    const place = cellPlaceOf(event.target);
    if (isCheckButton && place !== null) toggle(place.row, event.shiftKey);
  };
  const rangeInRow = (place: number): RangeInRow | null => {
    if (range === null || place < range.top || place > range.bottom) return null;
    const { left, right } = range;
    return { left, right, isTop: place === range.top, isBottom: place === range.bottom };
  };

  const width = visibleColumns.reduce((sum, column) => sum + column.width, numberWidth);
  const tracks = [
    `${numberWidth}px`,
    ...visibleColumns.map(({ width: columnWidth, isElastic }) =>
      isElastic ? `minmax(${columnWidth}px, 1fr)` : `${columnWidth}px`,
    ),
  ].join(' ');
  return (
    <div className="review-grid" ref={scroller} onScroll={scroll.onScroll}>
      <div
        role="grid"
        tabIndex={-1}
        className="review-canvas"
        aria-label={t('statementReview.grid')}
        // The column names and the filters are two further rows.
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
          checkState={headCheckState(selection, rows)}
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
            const place = cellPlaceOf(event.target);
            if (place === null) return;
            event.preventDefault();
            openMenu(place, { x: event.clientX, y: event.clientY });
          }}
          onFocus={(event) => {
            const place = cellPlaceOf(event.target);
            const isHere = place?.row === cursor.row && place.column === cursor.column;
            if (place !== null && !isHere) onCursor(cursorAt(place.row, place.column));
          }}
        >
          {Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).map((place) => {
            const row = rowsWindow.rowAt(place);
            return (
              <ReviewRowView
                key={place}
                rowPosition={place}
                row={row}
                columns={opened.columns}
                visibleColumns={visibleColumns}
                pinnedOffsets={pinnedOffsets}
                find={view.find}
                isSelected={row !== undefined && isSelected(selection, row.row)}
                cursorColumn={place === tabStopRow ? cursor.column : null}
                range={rangeInRow(place)}
                hitColumn={
                  row !== undefined && row.row === props.searchHit?.row ? props.searchHit.column : null
                }
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
