/** @file A clock that follows real time and that a test can advance. */
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import type { Clock } from '../../../../src/main/platform/platform.ts';

/** A running clock that a test can advance. */
export interface MovingClock extends Clock {
  /** Advances the wall clock and the monotonic clock; timers that become due run immediately, in order. */
  skip(milliseconds: number): void;
  /** Shifts only the wall clock; a negative number sets it back. */
  shiftWallTime(milliseconds: number): void;
  /** Undoes all shifts of the wall clock. */
  resetWallTime(): void;
}

interface Timer {
  /** Monotonic time in milliseconds. */
  readonly dueAt: number;
  readonly run: () => void;
}

/** Creates a clock that starts at the machine's time. */
export function createMovingClock(): MovingClock {
  const timers = new Set<Timer>();
  let skippedMs = 0;
  let wallOffsetMs = 0;
  const monotonic = () => systemClock.monotonic() + skippedMs;

  return {
    now: () => systemClock.now() + skippedMs + wallOffsetMs,
    monotonic,
    after(milliseconds, action) {
      const cancel = systemClock.after(milliseconds, () => timer.run());
      const timer: Timer = {
        dueAt: monotonic() + milliseconds,
        run() {
          cancel();
          if (timers.delete(timer)) action();
        },
      };
      timers.add(timer);
      return () => {
        cancel();
        timers.delete(timer);
      };
    },
    skip(milliseconds) {
      skippedMs += milliseconds;
      const dueTimers = [...timers].filter((timer) => timer.dueAt <= monotonic());
      for (const timer of dueTimers.sort((a, b) => a.dueAt - b.dueAt)) timer.run();
    },
    shiftWallTime(milliseconds) {
      wallOffsetMs += milliseconds;
    },
    resetWallTime() {
      wallOffsetMs = 0;
    },
  };
}
