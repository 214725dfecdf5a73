/** @file The position of toasts: the first corner where they cover no control that the clerk may need next. */

/** A rectangle in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Width and height in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Columns at the bottom of the window, the default first. */
const toastColumns = ['right', 'left', 'middle'] as const;

/** The position of toasts. `bottomOffset` is the distance from the bottom of the available space in CSS pixels. */
export interface ToastPosition {
  readonly column: (typeof toastColumns)[number];
  readonly bottomOffset: number;
}

/**
 * Selector of the elements that toasts must never cover: primary buttons, the selection bar, the buttons of
 * dialogs, the sheet of the tray, and the next step after a statement request.
 */
export const obstacleSelector =
  '[data-variant="primary"], [data-variant="outward"], [data-variant="danger"], [data-selection-bar], [data-part="commit"], [role="dialog"] > [data-part="actions"], [data-part="tray-sheet"], [data-part="peek"] li > button';

/** Minimum distance between toasts and the elements they must not cover, in CSS pixels. */
const clearancePx = 8;

export function getToastBox(
  { column, bottomOffset }: ToastPosition,
  space: Box,
  { width, height }: Size,
): Box {
  const leftByColumn = {
    right: space.right - width,
    left: space.left,
    middle: (space.left + space.right - width) / 2,
  };
  const bottom = space.bottom - bottomOffset;
  return { left: leftByColumn[column], top: bottom - height, right: leftByColumn[column] + width, bottom };
}

function areOverlapping(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The lowest position in a column that covers no obstacle; `null` when there is none. */
function findLowestPosition(
  column: ToastPosition['column'],
  space: Box,
  size: Size,
  obstacles: readonly Box[],
): ToastPosition | null {
  let bottomOffset = 0;
  for (;;) {
    const box = getToastBox({ column, bottomOffset }, space, size);
    if (box.top < space.top) return null;
    const covered = obstacles.filter((obstacle) => areOverlapping(box, obstacle));
    if (covered.length === 0) return { column, bottomOffset };
    bottomOffset = space.bottom - Math.min(...covered.map(({ top }) => top)) + clearancePx;
  }
}

/** The lowest position that covers no obstacle, the default column first; `null` when there is none. */
export function findToastPosition(space: Box, size: Size, obstacles: readonly Box[]): ToastPosition | null {
  const positions = toastColumns.flatMap(
    (column) => findLowestPosition(column, space, size, obstacles) ?? [],
  );
  const lowest = Math.min(...positions.map(({ bottomOffset }) => bottomOffset));
  return positions.find(({ bottomOffset }) => bottomOffset === lowest) ?? null;
}

/** True when toasts of a given size at a position cover no obstacle and lie within the space. */
export function isFreePosition(
  position: ToastPosition,
  space: Box,
  size: Size,
  obstacles: readonly Box[],
): boolean {
  const box = getToastBox(position, space, size);
  const isInside = box.left >= space.left && box.top >= space.top && box.right <= space.right;
  return isInside && !obstacles.some((obstacle) => areOverlapping(box, obstacle));
}
