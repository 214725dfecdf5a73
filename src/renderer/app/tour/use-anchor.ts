import { useEffect, useState } from 'react';

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function findAnchor(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(isVisible);
    if (found !== undefined) return found;
  }
  return null;
}

/** The first visible element of some selectors, the best first; follows the screen as it changes. */
export function useAnchor(selectors: readonly string[]): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setAnchor(findAnchor(selectors)));
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', look);
    };
  }, [selectors]);
  return anchor;
}
