/** @file Tracks the visible part of a long list, and scrolls to rows and cells. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { canvasHeight, firstRowAt, rowHeight, scrollTopOf } from './row-positions.ts';

/** Height of the column names and filters, in pixels. */
export const headHeight = 64;
/** Number of rows rendered above and below the visible rows. */
const overscanRows = 4;

/** Visible part of a list. */
export interface GridScroll {
  readonly top: number;
  /** Width of the element in pixels. */
  readonly width: number;
  /** The first visible row, with a fraction. */
  readonly first: number;
  /** Range of rendered rows; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of rows that fit. */
  readonly visibleRows: number;
  readonly onScroll: () => void;
  /** Finds a rendered element of the list. */
  readonly findElement: (selector: string) => HTMLElement | null;
  /** Scrolls to a row. */
  readonly showRow: (place: number) => void;
  /** Scrolls to a cell that a pinned column or an edge covers. */
  readonly showCell: (cell: HTMLElement, pinnedWidth: number) => void;
}

/** Follows a scrolling element. */
export function useGridScroll(scroller: RefObject<HTMLDivElement | null>, rows: number): GridScroll {
  const [top, setTop] = useState(0);
  const [size, setSize] = useState({ height: 400, width: 800 });
  const bodyHeight = Math.max(rowHeight, size.height - headHeight);
  const visibleRows = bodyHeight / rowHeight;
  const first = firstRowAt(top, rows, bodyHeight);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Not `scrollHeight`: rows from before the last change may still be below the end for a moment.
    const endPx = headHeight + canvasHeight(rows);
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = element.scrollTop > 0 && element.scrollTop + height >= endPx - 1;
      height = element.clientHeight;
      setSize({ height, width: element.clientWidth });
      // Keeps the last row visible when the list becomes smaller, for example because sums appear below it.
      if (wasAtEnd) element.scrollTo({ top: endPx - height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rows]);
  return {
    top,
    width: size.width,
    first,
    from: Math.max(0, Math.floor(first) - overscanRows),
    to: Math.min(rows, Math.ceil(first + visibleRows) + overscanRows),
    visibleRows,
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    findElement: (selector) => scroller.current?.querySelector<HTMLElement>(selector) ?? null,
    showRow(place) {
      const element = scroller.current;
      if (element === null) return;
      const firstVisible = firstRowAt(element.scrollTop, rows, bodyHeight);
      if (place >= firstVisible && place < firstVisible + visibleRows - 1) return;
      // A row below the visible part becomes the last visible row, with half a row of space below.
      const firstRow = place < firstVisible ? place : place - visibleRows + 1.5;
      element.scrollTo({ top: scrollTopOf(Math.max(0, firstRow), rows, bodyHeight) });
    },
    showCell(cell, pinnedWidth) {
      const element = scroller.current;
      if (element === null || cell.matches('.pinned, .review-number')) return;
      const left = cell.offsetLeft - pinnedWidth;
      const right = cell.offsetLeft + cell.offsetWidth - element.clientWidth;
      if (element.scrollLeft > left) element.scrollTo({ left });
      else if (element.scrollLeft < right) element.scrollTo({ left: Math.min(right, left) });
    },
  };
}
