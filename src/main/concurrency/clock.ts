/** @file The machine's clock and random source, for the composition roots. */
import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Clock, Random } from '../platform/platform.ts';

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The system's random source. */
export const systemRandom: Random = {
  fraction: () => randomInt(0, 2 ** 32) / 2 ** 32,
  identifier: () => randomUUID(),
};
