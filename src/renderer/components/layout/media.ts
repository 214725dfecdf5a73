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
