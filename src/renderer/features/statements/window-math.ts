/**
 * @file Which rows are seen at a place of the scroll bar. Browsers end an element at some 16 million pixels, so a long
 * list is laid out on a shorter canvas; the bar then covers more rows for each pixel, and every row can be reached.
 */

/** Height of one row in pixels. */
export const rowHeight = 32;
/** The most pixels that the canvas gets. */
export const maxHeight = 8_000_000;

/** Height of the canvas for a number of rows. */
export function canvasHeight(rows: number): number {
  return Math.min(rows * rowHeight, maxHeight);
}

/** The first row that is seen, with its fraction, at a place of the scroll bar. */
export function firstRowAt(scrollTop: number, rows: number, viewHeight: number): number {
  const whole = rows * rowHeight;
  const height = canvasHeight(rows);
  if (whole <= height) return scrollTop / rowHeight;
  const room = Math.max(1, height - viewHeight);
  const last = Math.max(0, rows - viewHeight / rowHeight);
  return (Math.min(Math.max(0, scrollTop), room) / room) * last;
}

/** The place of the scroll bar at which a row is the first one that is seen. */
export function scrollTopOf(row: number, rows: number, viewHeight: number): number {
  const whole = rows * rowHeight;
  const height = canvasHeight(rows);
  if (whole <= height) return row * rowHeight;
  const last = Math.max(1, rows - viewHeight / rowHeight);
  return (Math.min(row, last) / last) * Math.max(1, height - viewHeight);
}
