import { useEffect, useState } from 'react';
import { findSideWithSpace, type MarkSide } from './mark-side.ts';

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** A control of the tour and the side of its mark. */
interface Anchor {
  readonly element: HTMLElement;
  readonly side: MarkSide;
}

function findAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const size = { width: window.innerWidth, height: window.innerHeight };
  let lastVisible: Anchor | null = null;
  for (const selector of selectors) {
    const element = [...document.querySelectorAll<HTMLElement>(selector)].find(isVisible);
    if (element === undefined) continue;
    const side = findSideWithSpace(element.getBoundingClientRect(), preferred, size);
    if (side !== null) return { element, side };
    lastVisible = { element, side: preferred };
  }
  return lastVisible;
}

/** The first visible match of the selectors with space for the mark, updated as the screen changes. */
export function useAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = findAnchor(selectors, preferred);
        setAnchor((previous) =>
          previous?.element === found?.element && previous?.side === found?.side ? previous : found,
        );
      });
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', update);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', update);
    };
  }, [selectors, preferred]);
  return anchor;
}
