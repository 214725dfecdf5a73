/**
 * @file Monitors whether the service can be reached. While it cannot, all work waits and is retried with growing
 * delays.
 */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { PauseReason } from '../../../../shared/model/batch.ts';
import type { Clock } from '../../../platform.ts';

const minPauseMs = 5_000;
const maxPauseMs = 60_000;

/** Why the service cannot be reached. Each reason ends without the clerk or outside Paydesk. */
export type BlockReason = Extract<PauseReason, 'offline' | 'proxy' | 'certificate' | 'web-page'>;

/** All block reasons. */
export const blockReasons: readonly BlockReason[] = ['offline', 'proxy', 'certificate', 'web-page'];

/** True for a web page in place of a response: of a captive portal, a filter, or a proxy. */
export function isInterceptedPage(error: PaydeskError): boolean {
  const { contentType, status } = error.details;
  const page = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  // 511 is the status of captive portals (RFC 6585).
  return status === 511 || (error.code === 'answer-not-understood' && page);
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
  #blockage: BlockReason | null = null;
  #pause = minPauseMs;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The current block reason; `null` when there is none. */
  get blockReason(): BlockReason | null {
    return this.#blockage;
  }

  /** Calls `retry` after a delay that grows each time. */
  scheduleRetry(blockReason: BlockReason, retry: () => void): void {
    this.#blockage = blockReason;
    this.#cancel = this.#clock.after(this.#pause, retry);
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }

  /** Cancels the scheduled retry. */
  cancelRetry(): void {
    this.#cancel();
    this.#blockage = null;
  }

  /** Resets the delay after a success. */
  reset(): void {
    this.#pause = minPauseMs;
  }
}
