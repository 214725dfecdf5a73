/** @file The side of a control with enough space for the mark of the tour. */

/** A side of a control. */
export type MarkSide = 'bottom' | 'top' | 'left' | 'right';

/** A control in the window, in CSS pixels. */
export type ControlBox = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Size of the longest step, in CSS pixels. */
const markSize = { width: 320, height: 180 };
/** Between mark and control, and between mark and edge of the window. */
const distances = 26;

/** The preferred side if the mark fits there, else another one; `null` when it fits nowhere. */
export function sideWithSpace(
  control: ControlBox,
  preferred: MarkSide,
  { width, height }: { readonly width: number; readonly height: number },
): MarkSide | null {
  const isInWindow = control.top < height && control.bottom > 0 && control.left < width && control.right > 0;
  if (!isInWindow) return null;
  const [high, wide] = [markSize.height + distances, markSize.width + distances];
  const hasSpace: Readonly<Record<MarkSide, boolean>> = {
    bottom: height - control.bottom >= high,
    top: control.top >= high,
    right: width - control.right >= wide,
    left: control.left >= wide,
  };
  const sides: readonly MarkSide[] = [preferred, 'bottom', 'top', 'right', 'left'];
  return sides.find((side) => hasSpace[side]) ?? null;
}
