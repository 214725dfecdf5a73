/** @file Fetches queued references: a bounded number at a time, each retried a little, and sealed beside the next. */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform.ts';

/** Requests that are under way at the same time. */
export const maxConcurrentRequests = 8;
/** Answers that may wait to be read and sealed before no more are asked for. */
const maxUnsavedAnswers = 24;
const maxAttempts = 3;
const firstDelayMs = 1_000;
/** Nothing is asked for so long when what came of it cannot be written down. */
const unwrittenDelayMs = 30_000;

/** What the runner does with one reference, and tells of it. */
export interface ProofRunnerDeps<Item> {
  readonly clock: Clock;
  /** The next one, or `null`. It is then this runner's. */
  next(): Item | null;
  /** Asks the service; `null` when it has none. */
  fetch(item: Item, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Reads and seals an answer. */
  store(item: Item, body: Uint8Array): Promise<void>;
  markNotFound(item: Item): Promise<void>;
  fail(item: Item, error: PaydeskError): Promise<void>;
  /** It was not settled and is nobody's again: the session ended, the program does, or there was no room. */
  requeue(item: Item): void;
  /** The service no longer accepts the session. */
  onSessionEnded(error: PaydeskError): void;
  onUnexpected(thrown: unknown): void;
}

/** Errors that say nothing of the reference, but of the session. */
const sessionErrors = new Set(['sign-in-needed', 'wrong-environment', 'key-refused', 'api-key-needed']);

/** Works off a queue until it is stopped. */
export class ProofRunner<Item> {
  readonly #deps: ProofRunnerDeps<Item>;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #fetching = 0;
  #storing = 0;
  /** Nobody asks before this time: the service wants to be left alone, or an answer could not be kept. */
  #pausedUntil = 0;

  constructor(deps: ProofRunnerDeps<Item>) {
    this.#deps = deps;
  }

  /** Looks for work. */
  wake(): void {
    while (
      !this.#stop.signal.aborted &&
      this.#fetching < maxConcurrentRequests &&
      this.#fetching + this.#storing < maxUnsavedAnswers
    ) {
      const item = this.#deps.next();
      if (item === null) return;
      const processing = this.#process(item).catch(this.#deps.onUnexpected);
      this.#running.add(processing);
      void processing.finally(() => this.#running.delete(processing));
    }
  }

  /** Ends requests that are under way; what was answered already is still kept. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #process(item: Item): Promise<void> {
    let body: Uint8Array | null;
    this.#fetching += 1;
    try {
      body = await this.#fetchWithRetries(item);
    } catch (thrown) {
      this.#fetching -= 1;
      await this.#settleFailure(item, toPaydeskError(thrown));
      this.wake();
      return;
    }
    this.#fetching -= 1;
    this.#storing += 1;
    // The slot is free for the next request while this answer is read and sealed.
    this.wake();
    try {
      await (body === null ? this.#deps.markNotFound(item) : this.#deps.store(item, body));
    } catch (thrown) {
      await this.#fail(item, toPaydeskError(thrown));
    } finally {
      this.#storing -= 1;
      this.wake();
    }
  }

  async #fetchWithRetries(item: Item): Promise<Uint8Array | null> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#delay(this.#pausedUntil - this.#deps.clock.monotonic());
      try {
        return await this.#deps.fetch(item, this.#stop.signal);
      } catch (thrown) {
        const error = toPaydeskError(thrown);
        if (!error.retryable || attempt === maxAttempts || this.#stop.signal.aborted) throw thrown;
        const retryAfterMs = Number(error.details['retryAfter'] ?? 0);
        if (error.code === 'service-throttled') {
          this.#pausedUntil = Math.max(this.#pausedUntil, this.#deps.clock.monotonic() + retryAfterMs);
        }
        await this.#delay(Math.max(retryAfterMs, firstDelayMs * 4 ** (attempt - 1)));
      }
    }
  }

  /** Waits, unless the runner is stopped meanwhile. */
  #delay(milliseconds: number): Promise<void> {
    const { signal } = this.#stop;
    if (milliseconds <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#deps.clock.after(milliseconds, done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  async #settleFailure(item: Item, error: PaydeskError): Promise<void> {
    if (this.#stop.signal.aborted || error.code === 'cancelled') return this.#deps.requeue(item);
    if (sessionErrors.has(error.code)) {
      this.#deps.requeue(item);
      this.#stop.abort();
      return this.#deps.onSessionEnded(error);
    }
    await this.#fail(item, error);
  }

  async #fail(item: Item, error: PaydeskError): Promise<void> {
    try {
      await this.#deps.fail(item, error);
    } catch (thrown) {
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#deps.clock.monotonic() + unwrittenDelayMs);
      this.#deps.requeue(item);
      this.#deps.onUnexpected(thrown);
    }
  }
}
