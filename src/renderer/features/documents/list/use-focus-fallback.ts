import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Props for the element that gets the focus when a button inside it disappears. */
interface FocusFallback {
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
  const isFocusInside = useRef(false);
  useLayoutEffect(() => {
    if (!isFocusInside.current || document.activeElement !== document.body) return;
    ref.current?.focus();
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isFocusInside.current = true;
    },
    // When no other element gets the focus, the focused button was removed.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) isFocusInside.current = false;
    },
  };
}
