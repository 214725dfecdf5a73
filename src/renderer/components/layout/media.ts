import { useSyncExternalStore } from 'react';

function watchPixelRatio(listener: () => void): () => void {
  let stop = () => {};
  const watch = () => {
    const media = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const onChange = () => {
      watch();
      listener();
    };
    media.addEventListener('change', onChange, { once: true });
    stop = () => media.removeEventListener('change', onChange);
  };
  watch();
  return () => stop();
}

/** Returns the physical pixels for each CSS pixel, which change with the display and with the text size. */
export function usePixelRatio(): number {
  return useSyncExternalStore(watchPixelRatio, () => window.devicePixelRatio);
}

/** Below this width a panel is a sheet over its list. */
export const narrowWindowQuery = '(width < 1120px)';

/** Below this height lines of controls are joined, so that a list keeps its rows. */
export const lowWindowQuery = '(height < 640px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
