/** @file Hosts that have asked for a pause (Retry-After) and get no requests until it ends. */
import type { Clock } from '../../../platform.ts';

/** A host that gets no requests for a while. */
export interface HeldHost {
  /** Host and port. */
  readonly host: string;
  /** Remaining milliseconds. */
  readonly remainingMs: number;
}

/** Pauses of hosts, by the monotonic clock. */
export class HostBackoff {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Pauses a host. A shorter pause does not end a longer one. */
  add(host: string, durationMs: number): void {
    const until = this.#clock.monotonic() + durationMs;
    if (until > (this.#until.get(host) ?? 0)) this.#until.set(host, until);
  }

  /** Returns the host with the longest pause, or the given host if it is paused; `null` when none is. */
  longestHeld(host: string | null = null): HeldHost | null {
    const now = this.#clock.monotonic();
    for (const [held, until] of this.#until) if (until <= now) this.#until.delete(held);
    const holds = [...this.#until].filter(([held]) => host === null || held === host);
    const [longestHeld] = holds.sort(([, a], [, b]) => b - a);
    return longestHeld === undefined ? null : { host: longestHeld[0], remainingMs: longestHeld[1] - now };
  }

  /** Ends all pauses, on the clerk's request. */
  clear(): void {
    this.#until.clear();
  }
}
