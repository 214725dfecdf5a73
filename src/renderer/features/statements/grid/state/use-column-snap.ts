import { type RefObject, useEffect } from 'react';

/** The headers of columns that are not pinned. */
const freeHeader = '[role="columnheader"][aria-sort]:not([data-pinned])';
/** Distance in pixels that is no longer seen. */
const tolerance = 1;

/**
 * Lets a sideways scroll by the clerk end where a column begins, so that no column is half covered by the columns that are
 * pinned on the left. `coveredLeft` is their width in pixels.
 */
export function useColumnSnap(scroller: RefObject<HTMLElement | null>, coveredLeft: number): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // The grid also scrolls by itself, to a cell that was chosen with the keyboard.
    let isByClerk = false;
    const begin = () => {
      isByClerk = true;
    };
    const end = () => {
      if (!isByClerk) return;
      isByClerk = false;
      const farthest = element.scrollWidth - element.clientWidth;
      const starts = [...element.querySelectorAll<HTMLElement>(freeHeader)].map(({ offsetLeft }) =>
        Math.min(farthest, offsetLeft - coveredLeft),
      );
      const { scrollLeft } = element;
      const nearest = [...starts, farthest].reduce(
        (best, start) => (Math.abs(start - scrollLeft) < Math.abs(best - scrollLeft) ? start : best),
        0,
      );
      if (Math.abs(nearest - scrollLeft) > tolerance) element.scrollTo({ left: nearest });
    };
    element.addEventListener('wheel', begin, { passive: true });
    element.addEventListener('pointerdown', begin, { passive: true });
    element.addEventListener('scrollend', end);
    return () => {
      element.removeEventListener('wheel', begin);
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('scrollend', end);
    };
  }, [scroller, coveredLeft]);
}
