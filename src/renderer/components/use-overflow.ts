import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** An element whose content may be larger than its box. */
export interface Overflow {
  readonly watch: RefCallback<HTMLElement>;
  /** True when the element scrolls at its current size, and so must be focusable. */
  readonly scrolls: boolean;
}

/** Tracks whether an element scrolls, as its size and its content change. */
export function useOverflow(): Overflow {
  const [scrolls, setScrolls] = useState(false);
  const watched = useRef<HTMLElement | null>(null);
  const measure = useCallback(() => {
    const element = watched.current;
    if (element === null) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    setScrolls(scrollWidth > clientWidth || scrollHeight > clientHeight);
  }, []);
  const watch = useCallback(
    (element: HTMLElement) => {
      watched.current = element;
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
      return () => {
        watched.current = null;
        observer.disconnect();
      };
    },
    [measure],
  );
  // The content may change without a change of the element's size.
  useLayoutEffect(measure);
  return { watch, scrolls };
}
