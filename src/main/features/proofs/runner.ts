/** @file Fetches queued references with bounded concurrency and retries, while earlier responses are stored. */
import { type PaydeskError, sessionEndingCodes, toPaydeskError } from '../../../shared/errors.ts';
import type { BlockReason } from '../../../shared/model/documents/batch.ts';
import { delay } from '../../concurrency/delay.ts';
import { exponentialBackoffMs } from '../../concurrency/exponential-backoff.ts';
import type { Clock } from '../../platform/platform.ts';
import { blockReasonOf } from '../../service/http/connectivity-monitor.ts';
import { isHostPaused } from '../../service/http/host-backoff.ts';

const maxConcurrentRequests = 8;
/** Maximum sum of requests in flight and responses that are not stored yet. */
const maxUnsavedAnswers = 24;
const maxAttempts = 3;
const backoff = { minMs: 1_000, maxMs: 16_000, factor: 4 };
/** Delays while the service cannot be reached. */
const blockedBackoff = { minMs: 5_000, maxMs: 60_000 };
/** Pause after the database could not store a result. */
const failedWriteDelayMs = 30_000;

interface ProofRunnerDeps<Item> {
  readonly clock: Clock;
  /** Takes the next item from the queue; `null` when the queue is empty. */
  takeNext(): Item | null;
  /** Fetches the proof; `null` when the service has none. */
  fetchProof(item: Item, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Reads and stores a response. Like the next two, may wait for free space until the signal is aborted. */
  store(item: Item, body: Uint8Array, signal: AbortSignal): Promise<void>;
  markNotFound(item: Item, signal: AbortSignal): Promise<void>;
  fail(item: Item, error: PaydeskError, signal: AbortSignal): Promise<void>;
  /** Returns the item to the queue unprocessed: the session or the program ended, or nothing could be recorded. */
  requeue(item: Item): void;
  /** Called after each request: why the service cannot be reached, or `null` when it was reached. */
  onBlocked(reason: BlockReason | null): void;
  /** Called when the service no longer accepts the session. */
  onSessionEnded(error: PaydeskError): void;
  onUnexpected(thrown: unknown): void;
}

/** Processes a queue until it is stopped. */
export class ProofRunner<Item> {
  readonly #deps: ProofRunnerDeps<Item>;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Ends the delays of requests while the service cannot be reached. */
  #retry = new AbortController();
  #fetching = 0;
  #storing = 0;
  /** Monotonic time before which no request is sent, after a failed write. */
  #pausedUntil = 0;

  constructor(deps: ProofRunnerDeps<Item>) {
    this.#deps = deps;
  }

  /** Starts as many queued items as the limits allow. */
  wake(): void {
    while (
      !this.#stop.signal.aborted &&
      this.#fetching < maxConcurrentRequests &&
      this.#fetching + this.#storing < maxUnsavedAnswers
    ) {
      const item = this.#deps.takeNext();
      if (item === null) return;
      const processing = this.#process(item).catch(this.#deps.onUnexpected);
      this.#running.add(processing);
      void processing.finally(() => this.#running.delete(processing));
    }
  }

  /** Requests again what waits for the network. */
  retryNow(): void {
    this.#retry.abort();
    this.#retry = new AbortController();
    this.wake();
  }

  /** Aborts requests in flight. Responses that arrived are still stored. */
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
    // The next request may start while this response is read and sealed.
    this.wake();
    try {
      const { signal } = this.#stop;
      await (body === null ? this.#deps.markNotFound(item, signal) : this.#deps.store(item, body, signal));
    } catch (thrown) {
      await this.#settleFailure(item, toPaydeskError(thrown));
    } finally {
      this.#storing -= 1;
      this.wake();
    }
  }

  async #fetchWithRetries(item: Item): Promise<Uint8Array | null> {
    const { clock } = this.#deps;
    const { signal } = this.#stop;
    let waits = 0;
    for (let attempts = 0; ; ) {
      await delay(clock, this.#pausedUntil - clock.monotonic(), signal);
      try {
        const body = await this.#deps.fetchProof(item, signal);
        this.#deps.onBlocked(null);
        return body;
      } catch (thrown) {
        const error = toPaydeskError(thrown);
        if (await this.#waitWhileBlocked(blockReasonOf(error), waits)) {
          waits += 1;
          continue;
        }
        const retryAfterMs = Number(error.details['retryAfter'] ?? 0);
        const backoffMs = exponentialBackoffMs(attempts, backoff);
        if (!isHostPaused(error)) attempts += 1;
        if (!error.retryable || attempts === maxAttempts || signal.aborted) throw thrown;
        await delay(clock, isHostPaused(error) ? retryAfterMs : Math.max(retryAfterMs, backoffMs), signal);
      }
    }
  }

  /** Waits for the network, as documents do, however long it takes; returns false when there is nothing to wait for. */
  async #waitWhileBlocked(reason: BlockReason | null, waits: number): Promise<boolean> {
    const { signal } = this.#stop;
    if (signal.aborted) return false;
    this.#deps.onBlocked(reason);
    if (reason === null) return false;
    const delayMs = exponentialBackoffMs(waits, blockedBackoff);
    await delay(this.#deps.clock, delayMs, AbortSignal.any([signal, this.#retry.signal]));
    return !signal.aborted;
  }

  async #settleFailure(item: Item, error: PaydeskError): Promise<void> {
    if (this.#stop.signal.aborted || error.code === 'cancelled') return this.#deps.requeue(item);
    if (sessionEndingCodes.has(error.code)) {
      this.#deps.requeue(item);
      this.#stop.abort();
      return this.#deps.onSessionEnded(error);
    }
    await this.#fail(item, error);
  }

  async #fail(item: Item, error: PaydeskError): Promise<void> {
    try {
      await this.#deps.fail(item, error, this.#stop.signal);
    } catch (thrown) {
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#deps.clock.monotonic() + failedWriteDelayMs);
      this.#deps.requeue(item);
      if (!this.#stop.signal.aborted) this.#deps.onUnexpected(thrown);
    }
  }
}
