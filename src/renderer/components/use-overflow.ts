import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** A part of the page that may have more in it than it shows. */
export interface Overflow {
  readonly watch: RefCallback<HTMLElement>;
  /** It scrolls at its present size, and so has to be reached by the keyboard. */
  readonly scrolls: boolean;
}

/** Tells whether an element scrolls, at any size of it and of what is in it. */
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
  // What is in it may have changed while its own size has not.
  useLayoutEffect(measure);
  return { watch, scrolls };
}
