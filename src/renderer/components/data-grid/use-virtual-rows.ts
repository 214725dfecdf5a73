/** @file Renders only the visible rows of a long list, and scrolls to rows and cells. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { canvasHeight, firstRowAt, rowTop, scrollTopOf } from './row-positions.ts';

interface VirtualRowsOptions {
  readonly rows: number;
  /** Heights in pixels. */
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Number of rows rendered above and below the visible rows. */
  readonly overscan: number;
}

/** Widths that pinned columns cover at each side of a list, in pixels. */
export interface CoveredWidths {
  readonly left: number;
  readonly right: number;
}

/** Visible part of a list. */
export interface VirtualRows {
  /** Width of the element in pixels. */
  readonly width: number;
  /** Height of all rows on the canvas in pixels. */
  readonly canvasHeight: number;
  /** Range of visible rows; `to` is exclusive. */
  readonly visible: { readonly from: number; readonly to: number };
  /** Range of rendered rows; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of rows that a page key moves by: one less than fits, so that one stays visible. */
  readonly pageRows: number;
  /** Upper edge of a row below the head, in pixels. */
  readonly topOf: (row: number) => number;
  readonly onScroll: () => void;
  /** Finds a rendered element of the list. */
  readonly findElement: (selector: string) => HTMLElement | null;
  /** Scrolls to a row. */
  readonly showRow: (row: number) => void;
  /** Scrolls to a cell that a pinned column or an edge covers. */
  readonly showCell: (cell: HTMLElement, covered: CoveredWidths) => void;
}

/** Follows a scrolling element that contains the head and the rows. */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, rowHeight, headHeight, overscan }: VirtualRowsOptions,
): VirtualRows {
  const [top, setTop] = useState(0);
  const [size, setSize] = useState({ height: 400, width: 800 });
  const listSize = { rows, rowHeight, viewHeight: Math.max(rowHeight, size.height - headHeight) };
  const visibleRows = listSize.viewHeight / rowHeight;
  const first = firstRowAt(top, listSize);
  const height = canvasHeight(listSize);
  // Not `scrollHeight`: rows from before the last change may still be below the end for a moment.
  const endPx = headHeight + height;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let clientHeight = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = element.scrollTop > 0 && element.scrollTop + clientHeight >= endPx - 1;
      clientHeight = element.clientHeight;
      setSize({ height: clientHeight, width: element.clientWidth });
      // Keeps the last row visible when the list becomes smaller, for example because sums appear below it.
      if (wasAtEnd) element.scrollTo({ top: endPx - clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, endPx]);
  const visible = { from: Math.floor(first), to: Math.min(rows, Math.ceil(first + visibleRows)) };
  return {
    width: size.width,
    canvasHeight: height,
    visible,
    from: Math.max(0, visible.from - overscan),
    to: Math.min(rows, visible.to + overscan),
    pageRows: Math.max(1, Math.floor(visibleRows) - 1),
    topOf: (row) => rowTop(row, top, listSize),
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    findElement: (selector) => scroller.current?.querySelector<HTMLElement>(selector) ?? null,
    showRow(row) {
      const element = scroller.current;
      if (element === null) return;
      const firstVisible = firstRowAt(element.scrollTop, listSize);
      if (row >= firstVisible && row < firstVisible + visibleRows - 1) return;
      // A row below the visible part becomes the last visible row, with half a row of space below.
      const firstRow = row < firstVisible ? row : row - visibleRows + 1.5;
      element.scrollTo({ top: scrollTopOf(Math.max(0, firstRow), listSize) });
    },
    showCell(cell, covered) {
      const element = scroller.current;
      if (element === null || cell.matches('[data-pinned]')) return;
      const left = cell.offsetLeft - covered.left;
      const right = cell.offsetLeft + cell.offsetWidth - element.clientWidth + covered.right;
      if (element.scrollLeft > left) element.scrollTo({ left });
      else if (element.scrollLeft < right) element.scrollTo({ left: Math.min(right, left) });
    },
  };
}
