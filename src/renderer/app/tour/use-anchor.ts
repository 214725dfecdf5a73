import { useEffect, useState } from 'react';
import { type MarkSide, sideWithSpace } from './mark-side.ts';

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** A control of the tour and the side of its mark. */
export interface Anchor {
  readonly element: HTMLElement;
  readonly side: MarkSide;
}

function findAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const size = { width: window.innerWidth, height: window.innerHeight };
  let last: Anchor | null = null;
  for (const selector of selectors) {
    const element = [...document.querySelectorAll<HTMLElement>(selector)].find(isVisible);
    if (element === undefined) continue;
    const side = sideWithSpace(element.getBoundingClientRect(), preferred, size);
    if (side !== null) return { element, side };
    last = { element, side: preferred };
  }
  return last;
}

/** The first visible element of some selectors that has space for the mark; kept current as the screen changes. */
export function useAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = findAnchor(selectors, preferred);
        setAnchor((now) => (now?.element === found?.element && now?.side === found?.side ? now : found));
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
