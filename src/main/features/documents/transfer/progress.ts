/** @file Progress and rate of uploads, in memory only. */
import type { Transfer } from '../../../../shared/model/batch.ts';
import type { Clock } from '../../../platform.ts';

/** Milliseconds over which the rate is averaged. */
const rateWindowMs = 10_000;
/** Milliseconds of work before a rate is reported. */
const minElapsedMs = 2_000;
/** Idle milliseconds after which the rate is measured anew; the gap between two documents is shorter. */
const maxIdleMs = 3_000;

interface Running extends Transfer {
  readonly batchId: number;
}

/** Progress of all uploads. */
export class Progress {
  readonly #clock: Clock;
  readonly #running = new Map<number, Running>();
  /** Samples of the bytes handed over since the start. */
  readonly #samples: { at: number; bytes: number }[] = [];
  #total = 0;
  /** Monotonic time at which the last upload ended. */
  #idleSince = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts tracking an upload. */
  begin(batchId: number, documentId: number, size: number): void {
    const idle = this.#clock.monotonic() - this.#idleSince;
    if (this.#running.size === 0 && idle > maxIdleMs) this.#samples.length = 0;
    this.#running.set(documentId, { batchId, documentId, size, sent: 0 });
    this.#sample();
  }

  /** Updates the bytes handed to the network; fewer than before when the upload restarts. */
  sent(documentId: number, bytes: number): void {
    const running = this.#running.get(documentId);
    if (running === undefined) return;
    this.#total += Math.max(0, bytes - running.sent);
    this.#running.set(documentId, { ...running, sent: bytes });
    this.#sample();
  }

  /** Stops tracking an upload. */
  end(documentId: number): void {
    this.#running.delete(documentId);
    if (this.#running.size === 0) this.#idleSince = this.#clock.monotonic();
  }

  /** Returns the uploads of a batch. */
  transfers(batchId: number): Transfer[] {
    return [...this.#running.values()]
      .filter((running) => running.batchId === batchId)
      .map(({ documentId, sent, size }) => ({ documentId, sent, size }));
  }

  /** Returns bytes per second over the last seconds; `null` while idle or after too little data. */
  rate(): number | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || this.#running.size === 0) return null;
    const elapsed = this.#clock.monotonic() - first.at;
    return elapsed < minElapsedMs ? null : Math.round(((last.bytes - first.bytes) / elapsed) * 1000);
  }

  #sample(): void {
    const at = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    // A few samples a second are enough, however many pieces there are.
    if (last !== undefined && at - last.at < 200) last.bytes = this.#total;
    else this.#samples.push({ at, bytes: this.#total });
    while ((this.#samples[0]?.at ?? at) < at - rateWindowMs) this.#samples.shift();
  }
}
