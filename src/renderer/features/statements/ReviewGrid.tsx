// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- one listener for all cells, which take the focus
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { canvasHeight, rowHeight } from '../../components/data-grid/row-positions.ts';
import { isSelected } from '../../components/data-grid/selection.ts';
import { headHeight, useGridScroll } from '../../components/data-grid/use-virtual-rows.ts';
import type { CellRange } from './cell-range.ts';
import { ReviewHead } from './ReviewHead.tsx';
import { type RangeInRow, ReviewRowView } from './ReviewRowView.tsx';
import { useReview } from './review-context.ts';
import { useRowsWindow } from './rows-window.ts';
import { useCellInput } from './use-cell-input.ts';
import type { VisibleColumn } from './use-column-state.ts';

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

function rangeInRow(range: CellRange | null, place: number): RangeInRow | null {
  if (range === null || place < range.top || place > range.bottom) return null;
  const { left, right } = range;
  return { left, right, isTop: place === range.top, isBottom: place === range.bottom };
}

/** Virtualized grid of a statement's rows, for a million rows and more. */
export function ReviewGrid() {
  const review = useReview();
  const { handle, opened, visibleColumns, view, appliedView, rows, cursor, scrollTarget, searchHit } = review;
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useGridScroll(scroller, rows);
  const { from, to } = scroll;
  // Rows of another view are not displayed.
  const rowsWindow = useRowsWindow(handle, appliedView === null ? '' : `${handle} ${appliedView.name}`);
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
  const cellInput = useCellInput({ review, scroll, rowAt: rowsWindow.rowAt, pinnedWidth });
  const shouldShowHit = useRef(searchHit !== null);
  useLayoutEffect(() => {
    if (!shouldShowHit.current) return;
    const cell = scroll.findElement('[aria-current]');
    if (cell === null) return;
    shouldShowHit.current = false;
    scroll.showCell(cell, pinnedWidth);
  });

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
        <ReviewHead pinnedOffsets={pinnedOffsets} />
        <div
          role="rowgroup"
          className="review-body"
          style={{ top: Math.max(0, scroll.top) + headHeight - (scroll.first - from) * rowHeight }}
          {...cellInput}
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
                isSelected={row !== undefined && isSelected(review.selection, row.row)}
                cursorColumn={place === tabStopRow ? cursor.column : null}
                range={rangeInRow(review.range, place)}
                hitColumn={row !== undefined && row.row === searchHit?.row ? searchHit.column : null}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
