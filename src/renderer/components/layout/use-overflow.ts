import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** An element whose content may be larger than its box. */
interface Overflow {
  readonly ref: RefCallback<HTMLElement>;
  /** True when the content exceeds the element, which must then be focusable so that the keyboard can scroll. */
  readonly isScrollable: boolean;
}

export function useOverflow(): Overflow {
  const [isScrollable, setIsScrollable] = useState(false);
  const elementRef = useRef<HTMLElement | null>(null);
  const measure = useCallback(() => {
    const element = elementRef.current;
    if (element === null) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    setIsScrollable(scrollWidth > clientWidth || scrollHeight > clientHeight);
  }, []);
  const ref = useCallback(
    (element: HTMLElement) => {
      elementRef.current = element;
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
      return () => {
        elementRef.current = null;
        observer.disconnect();
      };
    },
    [measure],
  );
  // The content may change without a change of the element's size.
  useLayoutEffect(measure);
  return { ref, isScrollable };
}
