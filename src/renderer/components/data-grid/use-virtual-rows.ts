/** @file Renders only the visible rows of a long list, and scrolls to rows and cells. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  canvasHeight,
  isAligned,
  listTopOf,
  positionOf,
  type ScrollPosition,
  scrollBarPosition,
  scrolledPosition,
  scrollTopFor,
  scrollTopOf,
} from './row-positions.ts';

interface VirtualRowsOptions {
  readonly rows: number;
  /** Heights in pixels. */
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Number of rows rendered above and below the visible rows. */
  readonly overscan: number;
}

/** Time without scrolling after which the scroll bar moves to where the rows are, in milliseconds. */
const alignDelayMs = 200;

/** Widths that pinned columns cover at each side of a list, in pixels. */
export interface CoveredWidths {
  readonly left: number;
  readonly right: number;
}

export interface VirtualRows {
  /** Width of the element in pixels. */
  readonly width: number;
  readonly canvasHeight: number;
  /** Range of visible rows; `to` is exclusive. */
  readonly visible: { readonly from: number; readonly to: number };
  /** Range of rendered rows; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of rows that a page key moves by: one less than fits, so that one stays visible. */
  readonly pageRows: number;
  /** Upper edge of a row on the canvas, below the head, in pixels. */
  readonly topOf: (row: number) => number;
  readonly onScroll: () => void;
  readonly findElement: (selector: string) => HTMLElement | null;
  readonly showRow: (row: number) => void;
  /** Distance that the rows are scrolled, in pixels. */
  readonly top: number;
  readonly scrollTo: (top: number) => void;
  /** Scrolls to a cell that a pinned column or an edge covers. */
  readonly showCell: (cell: HTMLElement, covered: CoveredWidths) => void;
}

/** Follows a scrolling element that contains the head and the rows. */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, rowHeight, headHeight, overscan }: VirtualRowsOptions,
): VirtualRows {
  const [scrolled, setScrolled] = useState({ scrollTop: 0, shift: 0, rows });
  const [size, setSize] = useState({ height: 400, width: 800 });
  const lastHeight = useRef(size.height);
  const listSize = { rows, rowHeight, viewHeight: Math.max(rowHeight, size.height - headHeight) };
  const visibleRows = listSize.viewHeight / rowHeight;
  // Another number of rows is another list, whose rows have other places on the canvas.
  const position = scrolled.rows === rows ? scrolled : scrollBarPosition(scrolled.scrollTop, listSize);
  const listTop = listTopOf(position, listSize);
  const first = listTop / rowHeight;
  const height = canvasHeight(listSize);
  // Not `scrollHeight`: rows from before the last change may still be below the end for a moment.
  const endPx = headHeight + height;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientHeight, clientWidth, scrollTop } = element;
      const isAtEnd = scrollTop > 0 && scrollTop + Math.max(lastHeight.current, clientHeight) >= endPx - 1;
      lastHeight.current = clientHeight;
      setSize({ height: clientHeight, width: clientWidth });
      if (!isAtEnd) return;
      // Keeps the last row visible when the list becomes smaller, for example because sums appear below it. A list that
      // becomes higher was already scrolled by the browser, and its rows must follow.
      element.scrollTo({ top: endPx - clientHeight });
      const viewHeight = Math.max(rowHeight, clientHeight - headHeight);
      setScrolled({ ...scrollBarPosition(element.scrollTop, { rows, rowHeight, viewHeight }), rows });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, endPx, rows, rowHeight, headHeight]);
  const setPosition = (next: ScrollPosition) => setScrolled({ ...next, rows });
  const align = () => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTo({ top: scrollTopOf(listTop, listSize) });
    setPosition(positionOf(listTop, element.scrollTop, listSize));
  };
  useEffect(() => {
    if (isAligned(position, listSize)) return undefined;
    // The rows move on the canvas together with the scroll bar, so that they stay on the screen.
    const timer = setTimeout(() => flushSync(align), alignDelayMs);
    return () => clearTimeout(timer);
  });
  const scrollTo = (nextTop: number) => {
    const element = scroller.current;
    if (element === null) return;
    const current = scrolledPosition(element.scrollTop, position, listSize);
    element.scrollTo({ top: scrollTopFor(nextTop, current, listSize) });
    setPosition(positionOf(nextTop, element.scrollTop, listSize));
  };
  const visible = { from: Math.floor(first), to: Math.min(rows, Math.ceil(first + visibleRows)) };
  return {
    width: size.width,
    canvasHeight: height,
    visible,
    from: Math.max(0, visible.from - overscan),
    to: Math.min(rows, visible.to + overscan),
    pageRows: Math.max(1, Math.floor(visibleRows) - 1),
    topOf: (row) => row * rowHeight + position.shift,
    onScroll() {
      const { scrollTop = 0 } = scroller.current ?? {};
      if (scrollTop !== position.scrollTop) setPosition(scrolledPosition(scrollTop, position, listSize));
    },
    findElement: (selector) => scroller.current?.querySelector<HTMLElement>(selector) ?? null,
    showRow(row) {
      const element = scroller.current;
      if (element === null) return;
      const current = scrolledPosition(element.scrollTop, position, listSize);
      const firstVisible = listTopOf(current, listSize) / rowHeight;
      if (row >= firstVisible && row < firstVisible + visibleRows - 1) return;
      // A row below the visible part becomes the last visible row, with half a row of space below.
      const firstRow = row < firstVisible ? row : row - visibleRows + 1.5;
      scrollTo(Math.min(Math.max(0, firstRow), rows - visibleRows) * rowHeight);
    },
    top: listTop,
    scrollTo,
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
