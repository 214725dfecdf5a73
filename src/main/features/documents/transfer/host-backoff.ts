/** @file Hosts that have asked for a pause (Retry-After) and get no requests until it ends. */
import type { Clock } from '../../../platform.ts';

/** A host that gets no requests for a while. */
export interface PausedHost {
  /** Host and port. */
  readonly host: string;
  /** Remaining milliseconds. */
  readonly remainingMs: number;
}

/** Pauses of hosts, by the monotonic clock. */
export class HostBackoff {
  readonly #clock: Clock;
  readonly #pausedUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Pauses a host. A shorter pause does not end a longer one. */
  pause(host: string, durationMs: number): void {
    const until = this.#clock.monotonic() + durationMs;
    if (until > (this.#pausedUntil.get(host) ?? 0)) this.#pausedUntil.set(host, until);
  }

  /** Returns the host with the longest pause, or the given host if it is paused; `null` when none is. */
  findPausedHost(host: string | null = null): PausedHost | null {
    const now = this.#clock.monotonic();
    for (const [pausedHostName, until] of this.#pausedUntil)
      if (until <= now) this.#pausedUntil.delete(pausedHostName);
    const pauses = [...this.#pausedUntil].filter(
      ([pausedHostName]) => host === null || pausedHostName === host,
    );
    const [maxPause] = pauses.sort(([, a], [, b]) => b - a);
    return maxPause === undefined ? null : { host: maxPause[0], remainingMs: maxPause[1] - now };
  }

  /** Ends all pauses, on the clerk's request. */
  clear(): void {
    this.#pausedUntil.clear();
  }
}
