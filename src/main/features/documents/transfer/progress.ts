/** @file Progress and rate of uploads, in memory only. */
import type { Transfer } from '../../../../shared/model/documents/batch.ts';
import type { Clock } from '../../../platform/platform.ts';

/** Milliseconds over which the rate is averaged. */
const rateWindowMs = 10_000;
/** Milliseconds of work before a rate is reported. */
const minElapsedMs = 2_000;
/** Idle milliseconds after which the rate is measured anew; the gap between two documents is shorter. */
const maxIdleMs = 3_000;
/** Milliseconds between two samples. */
const minSampleIntervalMs = 200;

interface TrackedUpload extends Transfer {
  readonly batchId: number;
}

/** Progress of all uploads. */
export class Progress {
  readonly #clock: Clock;
  readonly #uploads = new Map<number, TrackedUpload>();
  /** Samples of the total bytes handed to the network. */
  readonly #samples: { at: number; bytes: number }[] = [];
  #totalBytes = 0;
  /** Monotonic time in milliseconds at which the last upload ended. */
  #idleSince = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts tracking an upload. */
  begin(batchId: number, documentId: number, size: number): void {
    const idleMs = this.#clock.monotonic() - this.#idleSince;
    if (this.#uploads.size === 0 && idleMs > maxIdleMs) this.#samples.length = 0;
    this.#uploads.set(documentId, { batchId, documentId, size, sent: 0 });
    this.#sample();
  }

  /** Updates the bytes handed to the network; fewer than before when the upload restarts. */
  recordSent(documentId: number, bytes: number): void {
    const upload = this.#uploads.get(documentId);
    if (upload === undefined) return;
    this.#totalBytes += Math.max(0, bytes - upload.sent);
    this.#uploads.set(documentId, { ...upload, sent: bytes });
    this.#sample();
  }

  /** Stops tracking an upload. */
  end(documentId: number): void {
    this.#uploads.delete(documentId);
    this.#idleSince = this.#clock.monotonic();
  }

  /** Returns the uploads of a batch. */
  listTransfers(batchId: number): Transfer[] {
    return [...this.#uploads.values()]
      .filter((upload) => upload.batchId === batchId)
      .map(({ documentId, sent, size }) => ({ documentId, sent, size }));
  }

  /** Returns bytes per second over the last seconds; `null` while idle or after too little data. */
  bytesPerSecond(): number | null {
    const [firstSample] = this.#samples;
    const lastSample = this.#samples.at(-1);
    if (firstSample === undefined || lastSample === undefined || this.#uploads.size === 0) return null;
    const elapsedMs = this.#clock.monotonic() - firstSample.at;
    return elapsedMs < minElapsedMs
      ? null
      : Math.round(((lastSample.bytes - firstSample.bytes) / elapsedMs) * 1000);
  }

  #sample(): void {
    const at = this.#clock.monotonic();
    const lastSample = this.#samples.at(-1);
    // A few samples a second are enough, however many chunks there are.
    if (lastSample !== undefined && at - lastSample.at < minSampleIntervalMs)
      lastSample.bytes = this.#totalBytes;
    else this.#samples.push({ at, bytes: this.#totalBytes });
    while ((this.#samples[0]?.at ?? at) < at - rateWindowMs) this.#samples.shift();
  }
}
