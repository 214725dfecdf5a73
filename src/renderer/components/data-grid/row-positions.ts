/**
 * @file Converts scroll positions to rows. Browsers limit an element to about 16 million pixels, so a long list has a
 * shorter canvas, on which each pixel of the scroll bar covers more rows.
 */

/** Sizes of a list: its number of rows, the height of a row and the height of its visible part, in pixels. */
interface ListSize {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

/** Maximum height of the canvas in pixels. */
const maxCanvasHeightPx = 8_000_000;

/** Height of the canvas for a number of rows. */
export function canvasHeight({ rows, rowHeight }: Omit<ListSize, 'viewHeight'>): number {
  return Math.min(rows * rowHeight, maxCanvasHeightPx);
}

/** The first visible row at the end of the scroll bar, with a fraction. */
function lastFirstRow({ rows, rowHeight, viewHeight }: ListSize): number {
  return Math.max(0, rows - viewHeight / rowHeight);
}

/** Returns the number of rows that a pixel of the scroll bar covers. */
function rowsPerPixel(size: ListSize): number {
  const height = canvasHeight(size);
  if (size.rows * size.rowHeight <= height) return 1 / size.rowHeight;
  return lastFirstRow(size) / Math.max(1, height - size.viewHeight);
}

/** Returns the first visible row, with a fraction, at a scroll position. */
export function firstRowAt(scrollTop: number, size: ListSize): number {
  return Math.min(Math.max(0, scrollTop) * rowsPerPixel(size), lastFirstRow(size));
}

/** Returns the scroll position at which a row is the first visible row. */
export function scrollTopOf(row: number, size: ListSize): number {
  return Math.min(row, lastFirstRow(size)) / rowsPerPixel(size);
}

/** Returns the upper edge of a row on the canvas while the list is scrolled, in pixels. */
export function rowTop(row: number, scrollTop: number, size: ListSize): number {
  const isWhole = size.rows * size.rowHeight <= maxCanvasHeightPx;
  return isWhole
    ? row * size.rowHeight
    : Math.max(0, scrollTop) + (row - firstRowAt(scrollTop, size)) * size.rowHeight;
}
