import { useSyncExternalStore } from 'react';

function subscribe(onResize: () => void): () => void {
  window.addEventListener('resize', onResize);
  return () => window.removeEventListener('resize', onResize);
}

/** The greatest height of a list that opens from a field, in pixels: it leaves the title bar free in a low window. */
export function useMaxListHeight(): number {
  return useSyncExternalStore(subscribe, () => Math.min(320, Math.round(window.innerHeight * 0.4)));
}
