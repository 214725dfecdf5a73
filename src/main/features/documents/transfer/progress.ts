/** @file How far the documents on their way are, and how fast. In memory only. */
import type { Transfer } from '../../../../shared/model/batch.ts';
import type { Clock } from '../../../platform.ts';

/** Milliseconds over which the rate is averaged. */
const rateWindowMs = 10_000;
/** Milliseconds of work before a rate is told at all. */
const minElapsedMs = 2_000;
/** Milliseconds without any work after which the rate begins anew; between one document and the next is less. */
const maxIdleMs = 3_000;

interface Running extends Transfer {
  readonly batchId: number;
}

/** Progress of everything that is on its way. */
export class Progress {
  readonly #clock: Clock;
  readonly #running = new Map<number, Running>();
  /** Bytes handed over since the start, at moments of the last seconds. */
  readonly #samples: { at: number; bytes: number }[] = [];
  #total = 0;
  /** When the last document was no longer on its way. */
  #idleSince = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A document is on its way. */
  begin(batchId: number, documentId: number, size: number): void {
    const idle = this.#clock.monotonic() - this.#idleSince;
    if (this.#running.size === 0 && idle > maxIdleMs) this.#samples.length = 0;
    this.#running.set(documentId, { batchId, documentId, size, sent: 0 });
    this.#sample();
  }

  /** So many of its bytes have been handed to the network; less than before when it starts over. */
  sent(documentId: number, bytes: number): void {
    const running = this.#running.get(documentId);
    if (running === undefined) return;
    this.#total += Math.max(0, bytes - running.sent);
    this.#running.set(documentId, { ...running, sent: bytes });
    this.#sample();
  }

  /** It is no longer on its way. */
  end(documentId: number): void {
    this.#running.delete(documentId);
    if (this.#running.size === 0) this.#idleSince = this.#clock.monotonic();
  }

  /** Documents of a batch that are on their way. */
  transfers(batchId: number): Transfer[] {
    return [...this.#running.values()]
      .filter((running) => running.batchId === batchId)
      .map(({ documentId, sent, size }) => ({ documentId, sent, size }));
  }

  /** Bytes per second over the last seconds; `null` while nothing runs or too little has been seen. */
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
