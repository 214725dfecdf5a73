import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Props for the element that keeps the focus. */
export interface FocusFallback {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null }) => void;
}

/**
 * Moves the focus to the surrounding element when a focused button disappears, so that keyboard users continue at the
 * same place.
 */
export function useFocusFallback(): FocusFallback {
  const ref = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    ref.current?.focus();
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      inside.current = true;
    },
    // Without a new target, the focused button was removed.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) inside.current = false;
    },
  };
}
