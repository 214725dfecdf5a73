/**
 * @file Slots for concurrent uploads. While uploads are fast, twice as many documents are read and get their link in
 * advance, so that no slot is idle during a round trip.
 */
import { PaydeskError } from '../../../../shared/errors.ts';

/**
 * Longest duration of a fast upload in milliseconds. While uploads are slower, no document gets a
 * link in advance, because links expire.
 */
const maxFastUploadMs = 5_000;
/** Number of consecutive fast uploads after which documents are claimed in advance. */
const minFastUploads = 8;

/** Releases a slot; further calls have no effect. */
export type Release = () => void;

/** The upload slots of one signed-in profile. */
export class UploadSlots {
  readonly #currentLimit: () => number;
  /** Waiting requests, in order. */
  readonly #waitingRequests = new Set<() => void>();
  #usedSlots = 0;
  #consecutiveFastUploads = 0;

  /** `limit` is read each time, because it changes. */
  constructor(limit: () => number) {
    this.#currentLimit = limit;
  }

  /** Documents that may be claimed at once, including those that wait for a slot. */
  get maxClaimed(): number {
    return this.#consecutiveFastUploads >= minFastUploads ? 2 * this.#currentLimit() : this.#currentLimit();
  }

  /** Takes a slot; `null` when none is free. */
  tryAcquire(): Release | null {
    if (this.#usedSlots >= this.#currentLimit()) return null;
    this.#usedSlots += 1;
    return this.#releaseOnce();
  }

  /** Waits for a slot. Rejects with `cancelled` when the signal is aborted. */
  acquire(signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const grantSlot = () => {
        signal.removeEventListener('abort', cancel);
        this.#usedSlots += 1;
        resolve(this.#releaseOnce());
      };
      const cancel = () => {
        this.#waitingRequests.delete(grantSlot);
        reject(new PaydeskError('cancelled', 'The document was withdrawn'));
      };
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel, { once: true });
      this.#waitingRequests.add(grantSlot);
      this.#serveWaitingRequests();
    });
  }

  /** Records the duration of an upload in milliseconds, whatever its outcome. */
  recordDuration(milliseconds: number): void {
    this.#consecutiveFastUploads = milliseconds <= maxFastUploadMs ? this.#consecutiveFastUploads + 1 : 0;
  }

  #serveWaitingRequests(): void {
    for (const grantSlot of this.#waitingRequests) {
      if (this.#usedSlots >= this.#currentLimit()) return;
      this.#waitingRequests.delete(grantSlot);
      grantSlot();
    }
  }

  #releaseOnce(): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#usedSlots -= 1;
      this.#serveWaitingRequests();
    };
  }
}
