/** @file The part of a long list that is seen, and the ways to bring another part into sight. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { canvasHeight, firstRowAt, rowHeight, scrollTopOf } from './window-math.ts';

/** Pixels of the names of the columns and their filters. */
export const headHeight = 64;
/** Rows that are laid out above and below those that are seen. */
const spare = 4;

/** What is seen of a list. */
export interface GridScroll {
  readonly top: number;
  /** Pixels of the whole element. */
  readonly width: number;
  /** The first row that is seen, with its fraction. */
  readonly first: number;
  /** Rows that are laid out, the last one not included. */
  readonly from: number;
  readonly to: number;
  /** Rows that fit. */
  readonly seen: number;
  readonly onScroll: () => void;
  /** Brings a row into sight. */
  readonly showRow: (place: number) => void;
  /** Brings a cell into sight that a pinned column or an edge covers. */
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
    // Not what the element says of itself: rows of before the last change may stand below the end for a moment.
    const end = headHeight + canvasHeight(rows);
    let height = here.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = here.scrollTop > 0 && here.scrollTop + height >= end - 1;
      height = here.clientHeight;
      setSize({ height, width: here.clientWidth });
      // A list that gets less room, for example because sums appear below it, still shows its last row.
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
