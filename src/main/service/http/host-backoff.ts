/** @file Leaves a host alone that has asked for a pause (Retry-After), whichever feature received the answer. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform/platform.ts';
import { retryAfterMilliseconds } from '../answers.ts';
import type { Http } from './http.ts';
import type { Incoming } from './http-messages.ts';

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

  /** Returns the one of these hosts with the longest pause; `null` when none is paused. */
  findPausedHost(hosts: Iterable<string>): PausedHost | null {
    const now = this.#clock.monotonic();
    const [longest] = [...hosts]
      .map((host) => ({ host, remainingMs: (this.#pausedUntil.get(host) ?? now) - now }))
      .filter(({ remainingMs }) => remainingMs > 0)
      .sort((a, b) => b.remainingMs - a.remainingMs);
    return longest ?? null;
  }

  /** Ends the pauses of these hosts, on the clerk's request. */
  clear(hosts: Iterable<string>): void {
    for (const host of hosts) this.#pausedUntil.delete(host);
  }
}

/** True for the error of a request that was not sent, because its host has asked for a pause. */
export function isHostPaused({ code, details }: PaydeskError): boolean {
  return code === 'service-throttled' && details['sent'] === false;
}

/**
 * Records the pauses that hosts ask for, and rejects requests to paused hosts with `service-throttled` before anything
 * is sent: `retryAfter` is the rest of the pause in milliseconds.
 */
export function withHostBackoff(http: Http, hostBackoff: HostBackoff, clock: Clock): Http {
  function requireNoPause({ host }: URL): void {
    const paused = hostBackoff.findPausedHost([host]);
    if (paused === null) return;
    throw new PaydeskError('service-throttled', `${host} has asked for a pause`, {
      details: { host, retryAfter: paused.remainingMs, sent: false },
      retryable: true,
    });
  }

  function recordPause({ host }: URL, answer: Pick<Incoming, 'status' | 'retryAfter' | 'date'>): void {
    if (answer.status !== 429 && answer.status !== 503) return;
    const durationMs = retryAfterMilliseconds(answer, clock.now());
    if (durationMs !== null) hostBackoff.pause(host, durationMs);
  }

  return {
    ...http,
    async send(outgoing) {
      if (outgoing.ignoresPause !== true) requireNoPause(outgoing.url);
      const incoming = await http.send(outgoing);
      recordPause(outgoing.url, incoming);
      return incoming;
    },
    async stream(request) {
      requireNoPause(request.url);
      const stream = await http.stream(request);
      const { status } = stream;
      const [retryAfter, date] = [stream.header('retry-after'), stream.header('date')];
      recordPause(request.url, { status, retryAfter, date });
      return stream;
    },
  };
}
