/** @file The position of toasts: the first corner where they cover no control that the clerk may need next. */

/** A rectangle in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Width and height in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Columns at the bottom of the window, the default first. */
export const toastColumns = ['right', 'left', 'middle'] as const;

/** A column, and the distance from the bottom of the space in CSS pixels. */
export interface ToastPosition {
  readonly column: (typeof toastColumns)[number];
  readonly raised: number;
}

/**
 * Selector of what toasts must never cover: primary buttons, the selection bar, the content of dialogs and
 * sheets, and the next step of a request just made.
 */
export const neverCovered =
  '.btn-primary, .btn-outward, .btn-danger:not(.btn-quiet), .toolbar-selected, .commit, .dialog > .actions, .tray-sheet, .peek li > .btn';

/** Minimum distance between toasts and the elements they must not cover, in CSS pixels. */
const distance = 8;

/** The rectangle of toasts of a given size at a position. */
export function boxAt({ column, raised }: ToastPosition, space: Box, { width, height }: Size): Box {
  const leftByColumn = {
    right: space.right - width,
    left: space.left,
    middle: (space.left + space.right - width) / 2,
  };
  const bottom = space.bottom - raised;
  return { left: leftByColumn[column], top: bottom - height, right: leftByColumn[column] + width, bottom };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The lowest position in a column that covers nothing; `null` when there is none. */
function lowestIn(
  column: ToastPosition['column'],
  space: Box,
  size: Size,
  obstacles: readonly Box[],
): ToastPosition | null {
  let raised = 0;
  for (;;) {
    const box = boxAt({ column, raised }, space, size);
    if (box.top < space.top) return null;
    const covered = obstacles.filter((obstacle) => overlap(box, obstacle));
    if (covered.length === 0) return { column, raised };
    raised = space.bottom - Math.min(...covered.map(({ top }) => top)) + distance;
  }
}

/** The lowest position that covers nothing, the default column first; `null` when there is none. */
export function findToastPosition(space: Box, size: Size, obstacles: readonly Box[]): ToastPosition | null {
  const places = toastColumns.flatMap((column) => lowestIn(column, space, size, obstacles) ?? []);
  const lowest = Math.min(...places.map(({ raised }) => raised));
  return places.find(({ raised }) => raised === lowest) ?? null;
}

/** True when toasts of a given size at a position cover nothing and lie within the space. */
export function isFreePosition(
  place: ToastPosition,
  space: Box,
  size: Size,
  obstacles: readonly Box[],
): boolean {
  const box = boxAt(place, space, size);
  const isInside = box.left >= space.left && box.top >= space.top && box.right <= space.right;
  return isInside && !obstacles.some((obstacle) => overlap(box, obstacle));
}
