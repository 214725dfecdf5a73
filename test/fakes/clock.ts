/** @file A clock that stands still until a test moves it. Wall and monotonic time can be moved apart, as sleep does. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/main/platform.ts';

/** A clock in the hands of a test. Timers go by monotonic time, as the machine's do. */
export interface FakeClock extends Clock {
  /**
   * Lets `milliseconds` pass on both clocks. Timers that become due run in the order of their time, each at its own
   * moment, and what they set off with promises is let settle before the next one runs.
   */
  advance(milliseconds: number): Promise<void>;
  /** Moves the wall clock alone, forth or back: somebody set it, or the machine slept. No timer runs. */
  jump(milliseconds: number): void;
  /** Lets monotonic time pass alone, with its timers: the wall clock stands still. */
  advanceMonotonic(milliseconds: number): Promise<void>;
  /** How many timers wait. */
  waiting(): number;
  /** Milliseconds until the next timer, or `null` when none waits. */
  nextIn(): number | null;
}

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly action: () => void;
}

/** More timers than this within one advance are a loop that would never end. */
const maxTimers = 100_000;

/** Creates a clock that says `start` (ISO 8601 UTC). */
export function createFakeClock(start = '2026-03-02T08:00:00.000Z'): FakeClock {
  let wall = Date.parse(start);
  let monotonic = 1_000;
  let timersMade = 0;
  const timers = new Set<Timer>();

  /** Promises and messages that are under way arrive; two turns, because one may set off another. */
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

  async function pass(milliseconds: number, wallToo: boolean): Promise<void> {
    if (!(milliseconds >= 0))
      throw new RangeError('Time passes forward only; jump() sets the wall clock back');
    const end = monotonic + milliseconds;
    const moveTo = (moment: number) => {
      if (wallToo) wall += moment - monotonic;
      monotonic = moment;
    };
    await settle();
    let run = 0;
    for (let timer = dueBy(end); timer !== null; timer = dueBy(end)) {
      run += 1;
      if (run > maxTimers) throw new Error('Timers keep setting timers: time cannot pass');
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
      timersMade += 1;
      const timer = { at: monotonic + Math.max(0, milliseconds), number: timersMade, action };
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
