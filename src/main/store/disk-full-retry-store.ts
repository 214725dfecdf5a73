/** @file A store that waits for room on the disk, because a transition that happened must be written down. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';
import type { Store } from './store.ts';

/** Milliseconds between two looks at a full disk. */
const retryDelayMs = 5_000;

/**
 * Wraps a store: `disk-full` is waited out. `onFull` hears when the first call begins to wait, and when the last has
 * ended.
 */
export function createDiskFullRetryStore(store: Store, clock: Clock, onFull: (full: boolean) => void): Store {
  let waiting = 0;

  function count(change: 1 | -1): void {
    const before = waiting > 0;
    waiting += change;
    if (waiting > 0 !== before) onFull(waiting > 0);
  }

  return {
    async run(procedure, args) {
      let waits = false;
      try {
        for (;;) {
          try {
            return await store.run(procedure, args);
          } catch (thrown) {
            if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') throw thrown;
            if (!waits) count(1);
            waits = true;
            await new Promise<void>((resolve) => {
              clock.after(retryDelayMs, resolve);
            });
          }
        }
      } finally {
        if (waits) count(-1);
      }
    },
    close: () => store.close(),
  };
}
