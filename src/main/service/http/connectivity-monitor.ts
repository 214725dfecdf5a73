/**
 * @file Monitors whether the service can be reached. While it cannot, all work waits and is retried with growing
 * delays.
 */
import type { PaydeskError } from '../../../shared/errors.ts';
import type { BlockReason } from '../../../shared/model/documents/batch.ts';
import { exponentialBackoffMs } from '../../concurrency/exponential-backoff.ts';
import type { Clock } from '../../platform/platform.ts';

const backoff = { minMs: 5_000, maxMs: 60_000 };

/** True for a web page in place of a response: of a captive portal, a filter, or a proxy. */
export function isInterceptedPage(error: PaydeskError): boolean {
  const { contentType, status } = error.details;
  const isHtml = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  // 511 is the status of captive portals (RFC 6585).
  return status === 511 || (error.code === 'answer-not-understood' && isHtml);
}

/** Returns the block reason of an error; `null` when the service was reached. */
export function blockReasonOf(error: PaydeskError): BlockReason | null {
  if (isInterceptedPage(error)) return 'web-page';
  switch (error.code) {
    case 'host-unreachable':
      return 'offline';
    case 'certificate-untrusted':
      return 'certificate';
    case 'proxy-refused':
      return 'proxy';
    default:
      return null;
  }
}

/** Schedules retries while the service cannot be reached. */
export class ConnectivityMonitor {
  readonly #clock: Clock;
  #blockReason: BlockReason | null = null;
  /** Retries since the last success. */
  #retries = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The current block reason; `null` when there is none. */
  get blockReason(): BlockReason | null {
    return this.#blockReason;
  }

  /** Calls `retry` after a delay that grows each time. */
  scheduleRetry(blockReason: BlockReason, retry: () => void): void {
    this.#blockReason = blockReason;
    this.#cancelTimer = this.#clock.after(exponentialBackoffMs(this.#retries, backoff), retry);
    this.#retries += 1;
  }

  /** Cancels the scheduled retry. */
  cancelRetry(): void {
    this.#cancelTimer();
    this.#blockReason = null;
  }

  /** Resets the delay after a success. */
  reset(): void {
    this.#retries = 0;
  }
}
