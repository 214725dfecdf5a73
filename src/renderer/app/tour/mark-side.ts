/** @file The side of a control with enough space for the mark of the tour. */

/** A side of a control. */
export type MarkSide = 'bottom' | 'top' | 'left' | 'right';

/** A control in the window, in CSS pixels. */
type ControlBox = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Size of the longest step, in CSS pixels. */
const markSize = { width: 320, height: 180 };
/** The distance between mark and control (10), and between mark and edge of the window (16), in CSS pixels. */
const marginPx = 26;

/** Returns the preferred side if the mark fits there, else another side; `null` when the mark fits on no side. */
export function findSideWithSpace(
  control: ControlBox,
  preferred: MarkSide,
  { width, height }: { readonly width: number; readonly height: number },
): MarkSide | null {
  const isInWindow = control.top < height && control.bottom > 0 && control.left < width && control.right > 0;
  if (!isInWindow) return null;
  const [neededHeight, neededWidth] = [markSize.height + marginPx, markSize.width + marginPx];
  const hasSpace: Readonly<Record<MarkSide, boolean>> = {
    bottom: height - control.bottom >= neededHeight,
    top: control.top >= neededHeight,
    right: width - control.right >= neededWidth,
    left: control.left >= neededWidth,
  };
  const sides: readonly MarkSide[] = [preferred, 'bottom', 'top', 'right', 'left'];
  return sides.find((side) => hasSpace[side]) ?? null;
}
