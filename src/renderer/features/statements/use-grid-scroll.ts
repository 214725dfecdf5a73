/** @file Tracks the visible part of a long list, and scrolls to rows and cells. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { canvasHeight, firstRowAt, rowHeight, scrollTopOf } from './window-math.ts';

/** Height of the column names and filters, in pixels. */
export const headHeight = 64;
/** Number of rows rendered above and below the visible ones. */
const spare = 4;

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
  readonly seen: number;
  readonly onScroll: () => void;
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
  const seen = bodyHeight / rowHeight;
  const first = firstRowAt(top, rows, bodyHeight);
  useLayoutEffect(() => {
    const here = scroller.current;
    if (here === null) return;
    // Not `scrollHeight`: rows from before the last change may still be below the end for a moment.
    const end = headHeight + canvasHeight(rows);
    let height = here.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = here.scrollTop > 0 && here.scrollTop + height >= end - 1;
      height = here.clientHeight;
      setSize({ height, width: here.clientWidth });
      // Keeps the last row visible when the list becomes smaller, for example because sums appear below it.
      if (wasAtEnd) here.scrollTo({ top: end - height });
    });
    observer.observe(here);
    return () => observer.disconnect();
  }, [scroller, rows]);
  return {
    top,
    width: size.width,
    first,
    from: Math.max(0, Math.floor(first) - spare),
    to: Math.min(rows, Math.ceil(first + seen) + spare),
    seen,
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    showRow(place) {
      const here = scroller.current;
      if (here === null) return;
      const now = firstRowAt(here.scrollTop, rows, bodyHeight);
      if (place >= now && place < now + seen - 1) return;
      const wanted = place < now ? place : place - seen + 1.5;
      here.scrollTo({ top: scrollTopOf(Math.max(0, wanted), rows, bodyHeight) });
    },
    showCell(cell, pinnedWidth) {
      const here = scroller.current;
      if (here === null || cell.matches('.pinned, .review-number')) return;
      const left = cell.offsetLeft - pinnedWidth;
      const right = cell.offsetLeft + cell.offsetWidth - here.clientWidth;
      if (here.scrollLeft > left) here.scrollTo({ left });
      else if (here.scrollLeft < right) here.scrollTo({ left: Math.min(right, left) });
    },
  };
}
