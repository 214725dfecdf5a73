/** @file The clock of the practice company: real time plus an offset that tests move. */

/** A clock that tests can move. Every expiry uses it. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock by milliseconds; negative values move it back. */
  advance(milliseconds: number): void;
}

/** Creates a clock over `time` (milliseconds since 1970); the default is real time. */
export function createMovableClock(time: () => number = Date.now): MovableClock {
  let offsetMs = 0;
  return {
    now: () => time() + offsetMs,
    advance(milliseconds) {
      offsetMs += milliseconds;
    },
  };
}
