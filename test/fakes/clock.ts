/** @file A clock that a test advances. Wall and monotonic time can be advanced separately, as during standby. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/main/platform/platform.ts';

/** A clock that a test controls. Timers use monotonic time, like those of the machine. */
export interface FakeClock extends Clock {
  /**
   * Advances both clocks by `milliseconds`. Due timers run in order, each at its own time; the promises that a timer
   * triggers settle before the next timer runs.
   */
  advance(milliseconds: number): Promise<void>;
  /** Moves only the wall clock, forward or back, as a user can. No timer runs. */
  jump(milliseconds: number): void;
  /** Advances both clocks, as while the process is blocked: timers that have become due run in the next advance. */
  block(milliseconds: number): void;
  /** Advances only monotonic time and its timers; the wall clock stands still. */
  advanceMonotonic(milliseconds: number): Promise<void>;
  /** Number of pending timers. */
  waiting(): number;
  /** Milliseconds until the next timer, or `null` without pending timers. */
  nextIn(): number | null;
}

interface Timer {
  /** Monotonic time in milliseconds. */
  readonly dueAt: number;
  /** Order of creation, for timers that are due at the same time. */
  readonly number: number;
  readonly action: () => void;
}

/** Maximum number of timers that run in one advance; more timers count as an endless loop. */
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

  function findNextTimer(): Timer | null {
    const [nextTimer] = [...timers].sort((a, b) => a.dueAt - b.dueAt || a.number - b.number);
    return nextTimer ?? null;
  }

  function findDueTimer(end: number): Timer | null {
    const timer = findNextTimer();
    return timer !== null && timer.dueAt <= end ? timer : null;
  }

  async function advanceBy(milliseconds: number, includesWall: boolean): Promise<void> {
    if (!(milliseconds >= 0))
      throw new RangeError('Time passes forward only; jump() sets the wall clock back');
    const end = monotonic + milliseconds;
    const moveTo = (moment: number) => {
      if (includesWall) wall += moment - monotonic;
      monotonic = moment;
    };
    await settle();
    let runCount = 0;
    for (let timer = findDueTimer(end); timer !== null; timer = findDueTimer(end)) {
      runCount += 1;
      if (runCount > maxTimers) throw new Error('Timers keep setting timers endlessly');
      timers.delete(timer);
      moveTo(Math.max(monotonic, timer.dueAt));
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
      const timer = { dueAt: monotonic + Math.max(0, milliseconds), number: lastNumber, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (milliseconds) => advanceBy(milliseconds, true),
    jump(milliseconds) {
      wall += milliseconds;
    },
    block(milliseconds) {
      wall += milliseconds;
      monotonic += milliseconds;
    },
    advanceMonotonic: (milliseconds) => advanceBy(milliseconds, false),
    waiting: () => timers.size,
    nextIn() {
      const timer = findNextTimer();
      return timer === null ? null : Math.max(0, timer.dueAt - monotonic);
    },
  };
}
