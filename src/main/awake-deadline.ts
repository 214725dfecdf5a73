/** @file A deadline that does not count time in which the machine slept or this process was suspended. */
import type { Clock } from './platform.ts';

const tickMs = 1_000;

/**
 * Calls `onPassed` when the machine has been awake for `milliseconds`. A tick that is late, for example after sleep,
 * counts as one tick. Returns a function that cancels the deadline.
 */
export function startAwakeDeadline(clock: Clock, milliseconds: number, onPassed: () => void): () => void {
  let remainingMs = milliseconds;
  let cancelTick: () => void;
  const tick = () => {
    const stepMs = Math.min(tickMs, remainingMs);
    cancelTick = clock.after(stepMs, () => {
      remainingMs -= stepMs;
      if (remainingMs > 0) tick();
      else onPassed();
    });
  };
  tick();
  return () => cancelTick();
}
