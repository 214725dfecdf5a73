/**
 * @file Converts scroll positions to rows. Browsers limit an element to about 16 million pixels, so a long list has a
 * shorter canvas. A wheel or a key still scrolls it by pixels; only the scroll bar covers more rows with each pixel.
 */

/** Sizes of a list: its number of rows, the height of a row and the height of its visible part, in pixels. */
interface ListSize {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

/** Where a list is scrolled to, in pixels. */
export interface ScrollPosition {
  readonly scrollTop: number;
  /** Distance of the rows on the canvas from their place in the whole list; 0 where the canvas is as long as the list. */
  readonly shift: number;
}

const maxCanvasHeightPx = 8_000_000;
/** Height at each end of the canvas that is not shortened, so that scrolling by pixels reaches the first and last row. */
const endHeightPx = 100_000;
/** Only the scroll bar moves further between two frames, in heights of the visible part. */
const maxNearViews = 2;

export function canvasHeight({ rows, rowHeight }: Omit<ListSize, 'viewHeight'>): number {
  return Math.min(rows * rowHeight, maxCanvasHeightPx);
}

function isShortened({ rows, rowHeight }: ListSize): boolean {
  return rows * rowHeight > maxCanvasHeightPx;
}

function lastScrollTop(size: ListSize): number {
  return Math.max(0, canvasHeight(size) - size.viewHeight);
}

function lastListTop({ rows, rowHeight, viewHeight }: ListSize): number {
  return Math.max(0, rows * rowHeight - viewHeight);
}

/** Maps a position to another length: the ends keep their length, and the part between them is stretched. */
function stretch(position: number, length: number, newLength: number): number {
  if (position <= endHeightPx) return position;
  if (position >= length - endHeightPx) return newLength - (length - position);
  const ends = 2 * endHeightPx;
  return endHeightPx + ((position - endHeightPx) * (newLength - ends)) / (length - ends);
}

/** Returns the position of the scroll bar for a position in the list. */
export function scrollTopOf(listTop: number, size: ListSize): number {
  return isShortened(size) ? stretch(listTop, lastListTop(size), lastScrollTop(size)) : listTop;
}

/** Returns the position in which an element at `scrollTop` shows the list from `listTop` on. */
export function positionOf(listTop: number, scrollTop: number, size: ListSize): ScrollPosition {
  return { scrollTop, shift: isShortened(size) ? Math.round(scrollTop - listTop) : 0 };
}

/** Returns the position to which the scroll bar was moved. */
export function scrollBarPosition(scrollTop: number, size: ListSize): ScrollPosition {
  if (!isShortened(size)) return { scrollTop, shift: 0 };
  const onCanvas = Math.min(Math.max(0, scrollTop), lastScrollTop(size));
  const listTop = stretch(onCanvas, lastScrollTop(size), lastListTop(size));
  return { scrollTop, shift: Math.round(onCanvas - listTop) };
}

/** Returns the upper edge of the visible part in the list. */
export function listTopOf({ scrollTop, shift }: ScrollPosition, size: ListSize): number {
  return Math.min(Math.max(0, scrollTop - shift), lastListTop(size));
}

/** Returns the position after an element was scrolled. Its rows stay on their place on the canvas unless it was far. */
export function scrolledPosition(scrollTop: number, last: ScrollPosition, size: ListSize): ScrollPosition {
  const distance = Math.abs(scrollTop - last.scrollTop);
  if (distance > maxNearViews * size.viewHeight) return scrollBarPosition(scrollTop, size);
  // The canvas may have room beyond the first or last row.
  return positionOf(listTopOf({ scrollTop, shift: last.shift }, size), scrollTop, size);
}

/** True when the scroll bar is where the rows are in the list. */
export function isAligned(position: ScrollPosition, size: ListSize): boolean {
  return (
    !isShortened(size) || Math.abs(scrollTopOf(listTopOf(position, size), size) - position.scrollTop) < 1
  );
}

/** Returns where to scroll an element so that it shows the list from `listTop` on; near rows stay on their place. */
export function scrollTopFor(listTop: number, last: ScrollPosition, size: ListSize): number {
  const scrollTop = listTop + last.shift;
  const isNear = Math.abs(listTop - listTopOf(last, size)) <= size.viewHeight;
  return isNear && scrollTop >= 0 && scrollTop <= lastScrollTop(size)
    ? scrollTop
    : scrollTopOf(listTop, size);
}
