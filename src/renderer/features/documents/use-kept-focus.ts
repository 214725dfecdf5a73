import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Props for the element that keeps the focus. */
export interface FocusKeeper {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null }) => void;
}

/**
 * Buttons that do their work may be gone afterwards, and the focus with them. The element around them takes it then,
 * so that the clerk goes on from the same place.
 */
export function useKeptFocus(): FocusKeeper {
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
    // A focus that goes nowhere was taken away with its button.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) inside.current = false;
    },
  };
}
