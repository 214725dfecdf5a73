/**
 * @file Places for documents whose bytes are on their way. While each takes only moments, as many documents again are
 * read and get their link meanwhile, so that no place stands empty for a round trip.
 */
import { PaydeskError } from '../../../../shared/errors.ts';

/** Milliseconds: behind documents that take longer nothing waits with a link, because a link must not grow old. */
const maxFastUploadMs = 5_000;
/** So many of them in a row show that the service and the line have room. */
const minFastUploads = 8;

/** Gives a place back; harmless when it is called again. */
export type Release = () => void;

/** The places of one signed-in profile. */
export class UploadSlots {
  readonly #atOnce: () => number;
  /** Requests that wait for a place, in the order of asking. */
  readonly #waiting = new Set<() => void>();
  #taken = 0;
  #briskInARow = 0;

  /** `atOnce` is asked for again and again, because it changes. */
  constructor(limit: () => number) {
    this.#atOnce = limit;
  }

  /** Documents that may be in work at once, those that wait for a place among them. */
  get maxClaimed(): number {
    return this.#briskInARow >= minFastUploads ? 2 * this.#atOnce() : this.#atOnce();
  }

  /** Takes a place at once; `null` when none is free. */
  tryAcquire(): Release | null {
    if (this.#taken >= this.#atOnce()) return null;
    this.#taken += 1;
    return this.#releaseOnce();
  }

  /** Waits for a place. Rejects with `cancelled` when the signal says so. */
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

  /** A document was sent in so many milliseconds; `null` for one that was not. */
  recordDuration(milliseconds: number | null): void {
    this.#briskInARow = milliseconds !== null && milliseconds <= maxFastUploadMs ? this.#briskInARow + 1 : 0;
  }

  /** There may be more places than before. */
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
