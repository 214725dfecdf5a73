/** @file A deadline that counts only time in which the machine was awake and had the processor for this process. */
import type { Clock } from './platform.ts';

const tickMs = 1_000;

/** Calls `onPassed` after so many milliseconds; a tick that comes late, as after a sleep, counts as one. Returns its end. */
export function startAwakeDeadline(clock: Clock, milliseconds: number, onPassed: () => void): () => void {
  let left = milliseconds;
  let cancelTick: () => void;
  const tick = () => {
    const step = Math.min(tickMs, left);
    cancelTick = clock.after(step, () => {
      left -= step;
      if (left > 0) tick();
      else onPassed();
    });
  };
  tick();
  return () => cancelTick();
}
