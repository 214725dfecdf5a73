/** @file A store that waits for room on the disk, because a transition that happened must be written down. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform.ts';
import type { Store } from '../../../store/store.ts';

/** Milliseconds between two looks at a full disk. */
const pause = 5_000;

/** Wraps a store: `disk-full` is waited out, and `onFull` hears of the disk becoming full and free again. */
export function createPatientStore(store: Store, clock: Clock, onFull: (full: boolean) => void): Store {
  return {
    async run(procedure, args) {
      for (let waited = false; ; waited = true) {
        try {
          const result = await store.run(procedure, args);
          if (waited) onFull(false);
          return result;
        } catch (thrown) {
          if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') throw thrown;
          if (!waited) onFull(true);
          await new Promise<void>((resolve) => {
            clock.after(pause, resolve);
          });
        }
      }
    },
    close: () => store.close(),
  };
}
