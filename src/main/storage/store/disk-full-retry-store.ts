/** @file A store that waits while the disk is full, because results of completed requests must be recorded. */
import { PaydeskError } from '../../../shared/errors.ts';
import { delay } from '../../concurrency/delay.ts';
import type { Clock } from '../../platform/platform.ts';
import type { Store } from './store.ts';

/** Delay between two attempts, in milliseconds. */
const retryDelayMs = 5_000;

/**
 * Wraps a store: calls that fail with `disk-full` are retried until they succeed. `onFull` is called with true when the
 * first call starts to wait, and with false when no call waits any more.
 */
export function createDiskFullRetryStore(
  store: Store,
  clock: Clock,
  onFull: (isFull: boolean) => void,
): Store {
  let waitingCalls = 0;

  function updateWaitingCalls(change: 1 | -1): void {
    const wasWaiting = waitingCalls > 0;
    waitingCalls += change;
    if (waitingCalls > 0 !== wasWaiting) onFull(waitingCalls > 0);
  }

  return {
    async run(procedure, args) {
      let isWaiting = false;
      try {
        for (;;) {
          try {
            return await store.run(procedure, args);
          } catch (thrown) {
            if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') throw thrown;
            if (!isWaiting) updateWaitingCalls(1);
            isWaiting = true;
            await delay(clock, retryDelayMs);
          }
        }
      } finally {
        if (isWaiting) updateWaitingCalls(-1);
      }
    },
    close: () => store.close(),
  };
}
