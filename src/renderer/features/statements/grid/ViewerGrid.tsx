// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- one listener for all cells, which take the focus
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { gridTracks } from '../../../components/data-grid/columns.ts';
import { GridProblem } from '../../../components/data-grid/GridPlaceholder.tsx';
import { gridAttributes } from '../../../components/data-grid/grid-attributes.ts';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { isSelected } from '../../../components/data-grid/selection.ts';
import { useVirtualRows } from '../../../components/data-grid/use-virtual-rows.ts';
import { stateIconWidthPx } from './RowStateIcons.tsx';
import type { CellRange } from './state/cell-range.ts';
import { keepInViewer } from './state/kept-viewers.ts';
import { fillRoom, placePinned } from './state/pinned-columns.ts';
import { useCellInput } from './state/use-cell-input.ts';
import { useViewer } from './state/viewer-context.ts';
import styles from './ViewerGrid.module.css';
import { ViewerHead } from './ViewerHead.tsx';
import { headRows, type RangeInRow, ViewerRow } from './ViewerRow.tsx';

const freeHeader = '[role="columnheader"][aria-sort]:not([data-pinned])';
/** Distance in pixels that is no longer seen. */
const tolerance = 1;

/**
 * Lets a sideways scroll by the clerk end where a column begins, so that no column is half covered by the columns that are
 * pinned on the left. `coveredLeft` is their width in pixels.
 */
function useColumnSnap(scroller: RefObject<HTMLElement | null>, coveredLeft: number): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // The grid also scrolls by itself, to a cell that was chosen with the keyboard.
    let isByClerk = false;
    const begin = () => {
      isByClerk = true;
    };
    const end = () => {
      if (!isByClerk) return;
      isByClerk = false;
      const farthest = element.scrollWidth - element.clientWidth;
      const starts = [...element.querySelectorAll<HTMLElement>(freeHeader)].map(({ offsetLeft }) =>
        Math.min(farthest, offsetLeft - coveredLeft),
      );
      const { scrollLeft } = element;
      const nearest = [...starts, farthest].reduce(
        (best, start) => (Math.abs(start - scrollLeft) < Math.abs(best - scrollLeft) ? start : best),
        0,
      );
      if (Math.abs(nearest - scrollLeft) > tolerance) element.scrollTo({ left: nearest });
    };
    element.addEventListener('wheel', begin, { passive: true });
    element.addEventListener('pointerdown', begin, { passive: true });
    element.addEventListener('scrollend', end);
    return () => {
      element.removeEventListener('wheel', begin);
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('scrollend', end);
    };
  }, [scroller, coveredLeft]);
}

const sizes = { rowHeight: 32, headHeight: 64, overscan: 4 };
/** Number of rows after which the position of all rows changes. */
const rowsPerBlock = 128;
const digitWidthPx = 8.7;
/** Width of the row header without its digits: check box and padding. */
const numberPaddingPx = 48;
const minNumberWidthPx = 76;
function rangeInRow(range: CellRange | null, place: number): RangeInRow | null {
  if (range === null || place < range.top || place > range.bottom) return null;
  const { left, right } = range;
  return { left, right, isTop: place === range.top, isBottom: place === range.bottom };
}

/** Virtualized grid of a statement's rows, for a million rows and more. */
export function ViewerGrid() {
  const viewer = useViewer();
  const { handle, opened, view, appliedView, rows, cursor, scrollTarget, searchHit, kept } = viewer;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualRows = useVirtualRows(scroller, { rows, ...sizes });
  const { from, to } = virtualRows;
  const viewKey = appliedView === null ? '' : `${handle} ${appliedView.name} ${appliedView.statesRevision}`;
  const pagedRows = usePagedRows({
    source: viewKey,
    fetchPage: async (offset, limit) => ({
      ...(await call('viewer.query', { action: 'window', handle, offset, limit })),
      total: rows,
    }),
  });
  // Rows of another view are not displayed.
  const rowAt = (place: number) => (pagedRows.source === viewKey ? pagedRows.rowAt(place) : undefined);
  const numberWidth = Math.max(
    minNumberWidthPx,
    Math.ceil(
      numberPaddingPx +
        String(opened.rows).length * digitWidthPx +
        viewer.stateKinds.length * stateIconWidthPx,
    ),
  );
  const { width: gridWidth } = virtualRows;
  const { visibleColumns: fittingColumns } = viewer;
  const { pinned, visibleColumns } = useMemo(() => {
    const placed = placePinned(fittingColumns, numberWidth, gridWidth);
    return { pinned: placed, visibleColumns: fillRoom(fittingColumns, placed, gridWidth) };
  }, [fittingColumns, numberWidth, gridWidth]);
  // Rows that stay keep their position in their parent, so that the browser paints only new ones.
  const firstOfBlock = from - (from % rowsPerBlock);
  // While the cursor is scrolled out of view, Tab moves to the nearest visible row.
  const tabStopRow = Math.min(Math.max(cursor.row, from), Math.max(from, to - 1));

  useEffect(() => pagedRows.requestRange(from, to - 1));
  const showRow = useRef(virtualRows.showRow);
  useEffect(() => {
    showRow.current = virtualRows.showRow;
  });
  useEffect(() => {
    if (scrollTarget !== null) showRow.current(scrollTarget.place);
  }, [scrollTarget]);
  useColumnSnap(scroller, pinned.covered.left);
  const cellInput = useCellInput({ viewer, virtualRows, rowAt, covered: pinned.covered });
  const { top, scrollTo } = virtualRows;
  const viewName = appliedView?.name ?? null;
  const isScrollRestored = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (viewName === null || element === null) return;
    const { scroll } = kept;
    if (!isScrollRestored.current && scroll?.view === viewName) {
      element.scrollTo({ left: scroll.left });
      scrollTo(scroll.top);
    } else keepInViewer(kept, { scroll: { view: viewName, top, left: scroll?.left ?? 0 } });
    isScrollRestored.current = true;
  });
  const shouldShowHit = useRef(searchHit !== null && kept.scroll === null);
  useLayoutEffect(() => {
    if (!shouldShowHit.current) return;
    const cell = virtualRows.findElement('[aria-current]');
    if (cell === null) return;
    shouldShowHit.current = false;
    virtualRows.showCell(cell, pinned.covered);
  });

  const width = visibleColumns.reduce((sum, column) => sum + column.width, numberWidth);
  return (
    <>
      <div
        className={styles.grid}
        data-part="viewer-grid"
        ref={scroller}
        onScroll={(event) => {
          virtualRows.onScroll();
          if (kept.scroll !== null)
            keepInViewer(kept, { scroll: { ...kept.scroll, left: event.currentTarget.scrollLeft } });
        }}
      >
        <div
          role="grid"
          {...gridAttributes(t('statementViewer.grid'), rows, visibleColumns.length + 1, headRows)}
          className={styles.canvas}
          aria-multiselectable
          style={{
            height: virtualRows.canvasHeight + sizes.headHeight,
            minWidth: width,
            '--columns': gridTracks([
              { width: numberWidth },
              ...visibleColumns.map(({ width, isElastic }) => ({ width, share: isElastic ? 1 : 0 })),
            ]),
          }}
        >
          <ViewerHead pinnedStyles={pinned.styles} />
          <div
            role="rowgroup"
            className={styles.body}
            style={{
              top: sizes.headHeight + virtualRows.topOf(firstOfBlock),
              paddingTop: (from - firstOfBlock) * sizes.rowHeight,
            }}
            {...cellInput}
          >
            {Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).map((place) => {
              const row = rowAt(place);
              return (
                <ViewerRow
                  key={place}
                  rowPosition={place}
                  row={row}
                  columns={opened.columns}
                  visibleColumns={visibleColumns}
                  pinnedStyles={pinned.styles}
                  find={view.find}
                  isSelected={row !== undefined && isSelected(viewer.selection, row.row)}
                  cursorColumn={place === tabStopRow ? cursor.column : null}
                  range={rangeInRow(viewer.range, place)}
                  hitColumn={row !== undefined && row.row === searchHit?.row ? searchHit.column : null}
                />
              );
            })}
          </div>
        </div>
      </div>
      <GridProblem rows={viewer.viewQuery} />
      <GridProblem rows={pagedRows} />
    </>
  );
}
