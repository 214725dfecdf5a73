import { useSyncExternalStore } from 'react';

function subscribe(onResize: () => void): () => void {
  window.addEventListener('resize', onResize);
  return () => window.removeEventListener('resize', onResize);
}

const maxHeightPx = 320;
/** The list opens above or below a field; at most this share of the window keeps the title bar free. */
const maxShareOfWindow = 0.4;

/** Returns the maximum height of a list that opens from a field, in pixels, for the current size of the window. */
export function useMaxListHeight(): number {
  return useSyncExternalStore(subscribe, () =>
    Math.min(maxHeightPx, Math.round(window.innerHeight * maxShareOfWindow)),
  );
}
