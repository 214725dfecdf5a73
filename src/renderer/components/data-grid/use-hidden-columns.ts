import { type RefObject, useLayoutEffect } from 'react';

/**
 * Marks the grid while columns are hidden at its right edge, with the sizes of its scroll bars. A cut amount would look
 * like a whole one. The returned function is called on every scroll.
 */
export function useHiddenColumns(
  grid: RefObject<HTMLElement | null>,
  scrollContainer: RefObject<HTMLElement | null>,
): () => void {
  useLayoutEffect(() => {
    const [element, container] = [grid.current, scrollContainer.current];
    if (element === null || container === null) return;
    // Sizes are read only in the observer, after the layout of a frame: to read them after each render would make the
    // browser lay out the rows twice in a frame.
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight, offsetWidth, offsetHeight } = container;
      markHiddenColumns(element, container);
      element.style.setProperty('--scroll-bar-right', `${offsetWidth - clientWidth}px`);
      element.style.setProperty('--scroll-bar-bottom', `${offsetHeight - clientHeight}px`);
    });
    observer.observe(container);
    const canvas = container.firstElementChild;
    if (canvas !== null) observer.observe(canvas);
    return () => observer.disconnect();
  }, [grid, scrollContainer]);
  return () => {
    const [element, container] = [grid.current, scrollContainer.current];
    if (element !== null && container !== null) markHiddenColumns(element, container);
  };
}

function markHiddenColumns(element: HTMLElement, container: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = container;
  // Rounding of fractional widths is less than a pixel.
  element.toggleAttribute('data-hidden-columns', scrollLeft + clientWidth < scrollWidth - 1);
}
