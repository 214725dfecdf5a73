/** @file The way to the service is blocked: everything waits, and is tried again by itself, less and less often. */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { PauseReason } from '../../../../shared/model/batch.ts';
import type { Clock } from '../../../platform.ts';

const minPauseMs = 5_000;
const maxPauseMs = 60_000;

/** What blocks the way. Each is over by itself, or by what somebody does outside Paydesk. */
export type BlockReason = Extract<PauseReason, 'offline' | 'proxy' | 'certificate' | 'web-page'>;

/** All of them. */
export const blockReasons: readonly BlockReason[] = ['offline', 'proxy', 'certificate', 'web-page'];

/** True for a page for a person to look at, where something else was due: of a portal, a filter, a proxy. */
export function isInterceptedPage(error: PaydeskError): boolean {
  const { contentType, status } = error.details;
  const page = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  // 511 is the portal's own word for it (RFC 6585).
  return status === 511 || (error.code === 'answer-not-understood' && page);
}

/** What blocks the way when a call ended with an error; `null` when the way is free. */
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

/** When the way is tried again. */
export class ConnectivityMonitor {
  readonly #clock: Clock;
  #blockage: BlockReason | null = null;
  #pause = minPauseMs;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What blocks the way now. */
  get blockReason(): BlockReason | null {
    return this.#blockage;
  }

  /** The way is blocked; `tryAgain` is called after a while, a longer one each time. */
  scheduleRetry(blockReason: BlockReason, retry: () => void): void {
    this.#blockage = blockReason;
    this.#cancel = this.#clock.after(this.#pause, retry);
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }

  /** The way is to be tried. */
  cancelRetry(): void {
    this.#cancel();
    this.#blockage = null;
  }

  /** Something got through. */
  reset(): void {
    this.#pause = minPauseMs;
  }
}
