/**
 * @file Slots for concurrent uploads. While uploads are fast, twice as many documents are read and get their link in
 * advance, so that no slot is idle during a round trip.
 */
import { PaydeskError } from '../../../../shared/errors.ts';

/**
 * Longest duration of a fast upload in milliseconds. Behind slower ones no document waits with a link, because links
 * expire.
 */
const maxFastUploadMs = 5_000;
/** Fast uploads in a row that allow claiming in advance. */
const minFastUploads = 8;

/** Releases a slot; further calls have no effect. */
export type Release = () => void;

/** The upload slots of one signed-in profile. */
export class UploadSlots {
  readonly #atOnce: () => number;
  /** Waiting requests, in order. */
  readonly #waiting = new Set<() => void>();
  #taken = 0;
  #briskInARow = 0;

  /** `limit` is read each time, because it changes. */
  constructor(limit: () => number) {
    this.#atOnce = limit;
  }

  /** Documents that may be claimed at once, including those that wait for a slot. */
  get maxClaimed(): number {
    return this.#briskInARow >= minFastUploads ? 2 * this.#atOnce() : this.#atOnce();
  }

  /** Takes a slot; `null` when none is free. */
  tryAcquire(): Release | null {
    if (this.#taken >= this.#atOnce()) return null;
    this.#taken += 1;
    return this.#releaseOnce();
  }

  /** Waits for a slot. Rejects with `cancelled` when the signal is aborted. */
  acquire(signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', cancel);
        this.#taken += 1;
        resolve(this.#releaseOnce());
      };
      const cancel = () => {
        this.#waiting.delete(start);
        reject(new PaydeskError('cancelled', 'The document was taken off its way'));
      };
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(start);
      this.admit();
    });
  }

  /** Records the duration of an upload in milliseconds; `null` for a failed one. */
  recordDuration(milliseconds: number | null): void {
    this.#briskInARow = milliseconds !== null && milliseconds <= maxFastUploadMs ? this.#briskInARow + 1 : 0;
  }

  /** Serves waiting requests after the limit has grown. */
  admit(): void {
    for (const start of this.#waiting) {
      if (this.#taken >= this.#atOnce()) return;
      this.#waiting.delete(start);
      start();
    }
  }

  #releaseOnce(): Release {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#taken -= 1;
      this.admit();
    };
  }
}
