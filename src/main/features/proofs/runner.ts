/** @file Fetches queued references: a bounded number at a time, each retried a little, and sealed beside the next. */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform.ts';

/** Requests that are under way at the same time. */
export const requestsAtOnce = 8;
/** Answers that may wait to be read and sealed before no more are asked for. */
const answersWaiting = 24;
const maxAttempts = 3;
const firstWait = 1_000;
/** Nothing is asked for so long when what came of it cannot be written down. */
const unwrittenWait = 30_000;

/** What the runner does with one reference, and tells of it. */
export interface Work<Item> {
  readonly clock: Clock;
  /** The next one, or `null`. It is then this runner's. */
  next(): Item | null;
  /** Asks the service; `null` when it has none. */
  ask(item: Item, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Reads and seals an answer. */
  keep(item: Item, body: Uint8Array): Promise<void>;
  notFound(item: Item): Promise<void>;
  failed(item: Item, error: PaydeskError): Promise<void>;
  /** It was not settled and is nobody's again: the session ended, the program does, or there was no room. */
  putBack(item: Item): void;
  /** The service no longer accepts the session. */
  interrupted(error: PaydeskError): void;
  onUnexpected(thrown: unknown): void;
}

/** Errors that say nothing of the reference, but of the session. */
const endsSession = new Set(['sign-in-needed', 'wrong-environment', 'key-refused', 'api-key-needed']);

/** Works off a queue until it is stopped. */
export class ProofRunner<Item> {
  readonly #work: Work<Item>;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #fetching = 0;
  #keeping = 0;
  /** Nobody asks before this time: the service wants to be left alone, or an answer could not be kept. */
  #quietUntil = 0;

  constructor(work: Work<Item>) {
    this.#work = work;
  }

  /** Looks for work. */
  wake(): void {
    while (
      !this.#stop.signal.aborted &&
      this.#fetching < requestsAtOnce &&
      this.#fetching + this.#keeping < answersWaiting
    ) {
      const item = this.#work.next();
      if (item === null) return;
      const one = this.#one(item).catch(this.#work.onUnexpected);
      this.#running.add(one);
      void one.finally(() => this.#running.delete(one));
    }
  }

  /** Ends requests that are under way; what was answered already is still kept. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #one(item: Item): Promise<void> {
    let body: Uint8Array | null;
    this.#fetching += 1;
    try {
      body = await this.#patiently(item);
    } catch (thrown) {
      this.#fetching -= 1;
      await this.#settleFailure(item, toPaydeskError(thrown));
      this.wake();
      return;
    }
    this.#fetching -= 1;
    this.#keeping += 1;
    // The slot is free for the next request while this answer is read and sealed.
    this.wake();
    try {
      await (body === null ? this.#work.notFound(item) : this.#work.keep(item, body));
    } catch (thrown) {
      await this.#fail(item, toPaydeskError(thrown));
    } finally {
      this.#keeping -= 1;
      this.wake();
    }
  }

  async #patiently(item: Item): Promise<Uint8Array | null> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#wait(this.#quietUntil - this.#work.clock.monotonic());
      try {
        return await this.#work.ask(item, this.#stop.signal);
      } catch (thrown) {
        const error = toPaydeskError(thrown);
        if (!error.retryable || attempt === maxAttempts || this.#stop.signal.aborted) throw thrown;
        const asked = Number(error.details['retryAfter'] ?? 0);
        if (error.code === 'service-throttled') {
          this.#quietUntil = Math.max(this.#quietUntil, this.#work.clock.monotonic() + asked);
        }
        await this.#wait(Math.max(asked, firstWait * 4 ** (attempt - 1)));
      }
    }
  }

  /** Waits, unless the runner is stopped meanwhile. */
  #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#stop;
    if (milliseconds <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#work.clock.after(milliseconds, done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  async #settleFailure(item: Item, error: PaydeskError): Promise<void> {
    if (this.#stop.signal.aborted || error.code === 'cancelled') return this.#work.putBack(item);
    if (endsSession.has(error.code)) {
      this.#work.putBack(item);
      this.#stop.abort();
      return this.#work.interrupted(error);
    }
    await this.#fail(item, error);
  }

  async #fail(item: Item, error: PaydeskError): Promise<void> {
    try {
      await this.#work.failed(item, error);
    } catch (thrown) {
      this.#quietUntil = Math.max(this.#quietUntil, this.#work.clock.monotonic() + unwrittenWait);
      this.#work.putBack(item);
      this.#work.onUnexpected(thrown);
    }
  }
}
