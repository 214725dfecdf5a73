/** @file Waits by the clock port, so that tests decide how time passes. */
import type { Clock } from '../platform/platform.ts';

/** Resolves after a time, or as soon as the signal is aborted. */
export function delay(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(milliseconds, finish);
    signal?.addEventListener('abort', finish);
  });
}
