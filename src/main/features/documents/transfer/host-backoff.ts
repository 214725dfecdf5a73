/** @file Hosts that asked to be left alone for a while (Retry-After): nobody goes there before that time is over. */
import type { Clock } from '../../../platform.ts';

/** A host that is left alone. */
export interface HeldHost {
  /** Host and port. */
  readonly host: string;
  /** Milliseconds that are left. */
  readonly remainingMs: number;
}

/** The hosts that are left alone; by a clock that cannot be set. */
export class HostBackoff {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A host asked to be left alone for so many milliseconds. A shorter wish does not end a longer one. */
  add(host: string, durationMs: number): void {
    const until = this.#clock.monotonic() + durationMs;
    if (until > (this.#until.get(host) ?? 0)) this.#until.set(host, until);
  }

  /** The host that is left alone the longest, of all or of the one that is asked for; `null` when none is. */
  longestHeld(host: string | null = null): HeldHost | null {
    const now = this.#clock.monotonic();
    for (const [held, until] of this.#until) if (until <= now) this.#until.delete(held);
    const holds = [...this.#until].filter(([held]) => host === null || held === host);
    const [longestHeld] = holds.sort(([, a], [, b]) => b - a);
    return longestHeld === undefined ? null : { host: longestHeld[0], remainingMs: longestHeld[1] - now };
  }

  /** The clerk wants it tried all the same. */
  clear(): void {
    this.#until.clear();
  }
}
