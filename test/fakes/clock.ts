/** @file A clock that a test advances. Wall and monotonic time can be advanced separately, as during standby. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/main/platform.ts';

/** A clock that a test controls. Timers use monotonic time, like those of the machine. */
export interface FakeClock extends Clock {
  /**
   * Advances both clocks by `milliseconds`. Due timers run in order, each at its own time; the promises that a timer
   * triggers settle before the next timer runs.
   */
  advance(milliseconds: number): Promise<void>;
  /** Moves only the wall clock, forward or back, as when a user sets it. No timer runs. */
  jump(milliseconds: number): void;
  /** Advances only monotonic time and its timers; the wall clock stands still. */
  advanceMonotonic(milliseconds: number): Promise<void>;
  /** Number of pending timers. */
  waiting(): number;
  /** Milliseconds until the next timer, or `null` without pending timers. */
  nextIn(): number | null;
}

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly action: () => void;
}

/** Timers within one advance; more than this count as an endless loop. */
const maxTimers = 100_000;

/** Creates a clock at the wall time `start` (ISO 8601, UTC). */
export function createFakeClock(start = '2026-03-02T08:00:00.000Z'): FakeClock {
  let wall = Date.parse(start);
  let monotonic = 1_000;
  let lastNumber = 0;
  const timers = new Set<Timer>();

  /** Lets pending promises and messages settle; takes two turns because one may trigger another. */
  async function settle(): Promise<void> {
    await setImmediate();
    await setImmediate();
  }

  function earliest(): Timer | null {
    const [first] = [...timers].sort((a, b) => a.at - b.at || a.number - b.number);
    return first ?? null;
  }

  function dueBy(end: number): Timer | null {
    const timer = earliest();
    return timer !== null && timer.at <= end ? timer : null;
  }

  async function pass(milliseconds: number, includesWall: boolean): Promise<void> {
    if (!(milliseconds >= 0))
      throw new RangeError('Time passes forward only; jump() sets the wall clock back');
    const end = monotonic + milliseconds;
    const moveTo = (moment: number) => {
      if (includesWall) wall += moment - monotonic;
      monotonic = moment;
    };
    await settle();
    let run = 0;
    for (let timer = dueBy(end); timer !== null; timer = dueBy(end)) {
      run += 1;
      if (run > maxTimers) throw new Error('Timers keep setting timers endlessly');
      timers.delete(timer);
      moveTo(Math.max(monotonic, timer.at));
      timer.action();
      await settle();
    }
    moveTo(end);
  }

  return {
    now: () => wall,
    monotonic: () => monotonic,
    after(milliseconds, action) {
      lastNumber += 1;
      const timer = { at: monotonic + Math.max(0, milliseconds), number: lastNumber, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (milliseconds) => pass(milliseconds, true),
    jump(milliseconds) {
      wall += milliseconds;
    },
    advanceMonotonic: (milliseconds) => pass(milliseconds, false),
    waiting: () => timers.size,
    nextIn() {
      const timer = earliest();
      return timer === null ? null : Math.max(0, timer.at - monotonic);
    },
  };
}
