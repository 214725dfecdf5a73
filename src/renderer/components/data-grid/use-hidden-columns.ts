import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Marks the grid while columns are hidden at its right edge, with the sizes of its scroll bars. A cut amount would look
 * like a whole one. The returned function is called on every scroll.
 */
export function useHiddenColumns(
  grid: RefObject<HTMLElement | null>,
  scrollContainer: RefObject<HTMLElement | null>,
): () => void {
  const measure = () => {
    const [element, container] = [grid.current, scrollContainer.current];
    if (element === null || container === null) return;
    const { scrollLeft, scrollWidth, clientWidth, clientHeight, offsetWidth, offsetHeight } = container;
    // Rounding of fractional widths is less than a pixel.
    element.toggleAttribute('data-hidden-columns', scrollLeft + clientWidth < scrollWidth - 1);
    element.style.setProperty('--scroll-bar-right', `${offsetWidth - clientWidth}px`);
    element.style.setProperty('--scroll-bar-bottom', `${offsetHeight - clientHeight}px`);
  };
  const latestMeasure = useRef(measure);
  useLayoutEffect(() => {
    latestMeasure.current = measure;
    measure();
  });
  useLayoutEffect(() => {
    const container = scrollContainer.current;
    if (container === null) return;
    const observer = new ResizeObserver(() => latestMeasure.current());
    observer.observe(container);
    return () => observer.disconnect();
  }, [scrollContainer]);
  return measure;
}
