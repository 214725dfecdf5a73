/** @file The clock of the practice company: real time plus an offset that tests move. */

/** A clock that can be moved. Everything that expires goes by it. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock by some milliseconds; a negative number moves it back. */
  advance(milliseconds: number): void;
}

/** Creates a clock over `time` (milliseconds since 1970), real time unless told otherwise. */
export function createMovableClock(time: () => number = Date.now): MovableClock {
  let offset = 0;
  return {
    now: () => time() + offset,
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
