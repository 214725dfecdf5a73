/** @file Watches a request for silence in any phase, and for an answer that is too slow. */
import type { Clock } from '../../platform/platform.ts';

/** An answer is too slow when a full span brings fewer bytes than the rate while `applies` returns true. */
export interface MinRate {
  readonly bytesPerSecond: number;
  readonly spanMs: number;
  applies(): boolean;
}

type SlowReason = 'silent' | 'too-slow';

const tickMs = 1_000;

/**
 * Watches in ticks. The delay of a late tick does not count: while the computer sleeps, or the system blocks main for a drag of
 * a file, the bytes that have arrived are read only afterwards.
 */
export class Watchdog {
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #silenceMs: number;
  readonly #onSlow: (reason: SlowReason) => void;
  #minRate: MinRate | null = null;
  /** Monotonic times of the last progress and of the start of the span, later by all time that does not count. */
  #silentSince: number;
  #spanSince = 0;
  #spanBytes = 0;
  #pausedAt: number | null = null;
  #cancelTick: () => void = () => undefined;

  /** Starts to watch; `onSlow` is called once, after `silenceMs` without progress or a span below the minimum rate. */
  constructor(
    clock: Pick<Clock, 'after' | 'monotonic'>,
    silenceMs: number,
    onSlow: (reason: SlowReason) => void,
  ) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#onSlow = onSlow;
    this.#silentSince = clock.monotonic();
    this.#tick();
  }

  /** Measures the rate of received bytes from now on. */
  measure(minRate: MinRate): void {
    this.#minRate = minRate;
    this.#spanSince = this.#clock.monotonic();
    this.#spanBytes = 0;
  }

  recordProgress(receivedBytes = 0): void {
    this.#silentSince = this.#clock.monotonic();
    this.#spanBytes += receivedBytes;
  }

  /** Counts no time until {@link resume}: the receiver has not yet taken what has arrived. */
  pause(): void {
    this.#pausedAt = this.#clock.monotonic();
  }

  resume(): void {
    if (this.#pausedAt !== null) this.#skip(this.#clock.monotonic() - this.#pausedAt);
    this.#pausedAt = null;
  }

  stop(): void {
    this.#cancelTick();
  }

  #skip(milliseconds: number): void {
    this.#silentSince += milliseconds;
    this.#spanSince += milliseconds;
  }

  #tick(): void {
    const now = this.#clock.monotonic();
    const untilSilent = this.#silentSince + this.#silenceMs - now;
    const untilSpanEnds = this.#minRate === null ? tickMs : this.#spanSince + this.#minRate.spanMs - now;
    const stepMs =
      this.#pausedAt === null ? Math.max(0, Math.min(tickMs, untilSilent, untilSpanEnds)) : tickMs;
    this.#cancelTick = this.#clock.after(stepMs, () => {
      if (this.#pausedAt === null) this.#skip(Math.max(0, this.#clock.monotonic() - now - stepMs));
      const reason = this.#pausedAt === null ? this.#findReason() : null;
      if (reason === null) this.#tick();
      else this.#onSlow(reason);
    });
  }

  #findReason(): SlowReason | null {
    const now = this.#clock.monotonic();
    if (now - this.#silentSince >= this.#silenceMs) return 'silent';
    if (this.#minRate === null || now - this.#spanSince < this.#minRate.spanMs) return null;
    const minBytes = (this.#minRate.bytesPerSecond * this.#minRate.spanMs) / 1_000;
    if (this.#spanBytes < minBytes && this.#minRate.applies()) return 'too-slow';
    this.measure(this.#minRate);
    return null;
  }
}
