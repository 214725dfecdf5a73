/** @file Real time that a test can push on: whatever was to happen in between happens now. */
import { systemClock } from '../../../src/main/clock.ts';
import type { Clock } from '../../../src/main/platform.ts';

/** A clock that runs by itself, and jumps when a test says so. */
export interface MovingClock extends Clock {
  /** Lets so many milliseconds be over on both clocks; timers that are due then run at once, in their order. */
  skip(milliseconds: number): void;
  /** Sets the wall clock alone, forth or back. */
  setWall(milliseconds: number): void;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Creates a clock that shows the machine's time. */
export function createMovingClock(): MovingClock {
  const timers = new Set<Timer>();
  let skipped = 0;
  let wall = 0;
  const monotonic = () => systemClock.monotonic() + skipped;

  return {
    now: () => systemClock.now() + skipped + wall,
    monotonic,
    after(milliseconds, action) {
      const cancel = systemClock.after(milliseconds, () => timer.run());
      const timer: Timer = {
        due: monotonic() + milliseconds,
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
      skipped += milliseconds;
      const due = [...timers].filter((timer) => timer.due <= monotonic());
      for (const timer of due.sort((a, b) => a.due - b.due)) timer.run();
    },
    setWall(milliseconds) {
      wall += milliseconds;
    },
  };
}
