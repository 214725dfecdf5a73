/** @file Where toasts stand: in the first corner in which they cover nothing that the clerk may want to press next. */

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

/** Columns at the foot of the window, the usual one first. */
export const toastColumns = ['right', 'left', 'middle'] as const;

/** A column, and how far above the foot of the space, in CSS pixels. */
export interface ToastPosition {
  readonly column: (typeof toastColumns)[number];
  readonly raised: number;
}

/**
 * What toasts must never cover: the primary button, the bar of a selection, what a dialog or a sheet asks for, the next
 * step with what has just been requested.
 */
export const neverCovered =
  '.btn-primary, .btn-outward, .btn-danger:not(.btn-quiet), .toolbar-selected, .commit, .dialog > .acts, .tray-sheet, .peek li > .btn';

/** Pixels between toasts and what they must not cover. */
const distance = 8;

/** The rectangle that toasts of a size take in a place. */
export function boxAt({ column, raised }: ToastPosition, space: Box, { width, height }: Size): Box {
  const lefts = {
    right: space.right - width,
    left: space.left,
    middle: (space.left + space.right - width) / 2,
  };
  const bottom = space.bottom - raised;
  return { left: lefts[column], top: bottom - height, right: lefts[column] + width, bottom };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** As low as possible in a column without covering anything; `null` when there is no such place. */
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

/** The lowest place in which nothing is covered, of several the usual one; `null` when there is none. */
export function findToastPosition(space: Box, size: Size, obstacles: readonly Box[]): ToastPosition | null {
  const places = toastColumns.flatMap((column) => lowestIn(column, space, size, obstacles) ?? []);
  const lowest = Math.min(...places.map(({ raised }) => raised));
  return places.find(({ raised }) => raised === lowest) ?? null;
}

/** True when toasts of a size that stand in a place cover nothing and lie in the space. */
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
