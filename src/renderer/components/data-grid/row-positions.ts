/**
 * @file Converts scroll positions to rows. Browsers limit an element to about 16 million pixels, so a long list has a
 * shorter canvas, on which each pixel of the scroll bar covers more rows.
 */

/** Height of one row in pixels. */
export const rowHeight = 32;
/** Maximum height of the canvas in pixels. */
const maxCanvasHeightPx = 8_000_000;

/** Height of the canvas for a number of rows. */
export function canvasHeight(rows: number): number {
  return Math.min(rows * rowHeight, maxCanvasHeightPx);
}

/** Returns the first visible row, with a fraction, at a scroll position. */
export function firstRowAt(scrollTop: number, rows: number, viewHeight: number): number {
  const fullHeight = rows * rowHeight;
  const height = canvasHeight(rows);
  if (fullHeight <= height) return scrollTop / rowHeight;
  const maxScrollTop = Math.max(1, height - viewHeight);
  // The first visible row at the end of the scroll bar.
  const lastFirstRow = Math.max(0, rows - viewHeight / rowHeight);
  return (Math.min(Math.max(0, scrollTop), maxScrollTop) / maxScrollTop) * lastFirstRow;
}

/** Returns the scroll position at which a row is the first visible row. */
export function scrollTopOf(row: number, rows: number, viewHeight: number): number {
  const fullHeight = rows * rowHeight;
  const height = canvasHeight(rows);
  if (fullHeight <= height) return row * rowHeight;
  const lastFirstRow = Math.max(1, rows - viewHeight / rowHeight);
  return (Math.min(row, lastFirstRow) / lastFirstRow) * Math.max(1, height - viewHeight);
}
