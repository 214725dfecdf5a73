/**
 * @file Limits concurrent uploads by the share of refused ones: it falls in proportion to the share, as DCTCP (RFC 8257)
 * does, and rises in growing steps, as CUBIC (RFC 9438) does. Single refusals leave it as it is.
 */
import { PaydeskError } from '../../../../shared/errors.ts';

/** Limit of concurrent uploads: its initial, smallest and largest value. */
const initialConcurrentUploads = 8;
const minConcurrentUploads = 1;
const maxConcurrentUploads = 16;

/** Number of stored and refused uploads that are judged together: more than are in progress at once. */
const uploadsPerWindow = 20;
/** Share of refused uploads up to which their host is not overloaded. */
const maxRefusedShare = 0.1;

/** The concurrency limit of one signed-in profile. */
export class ConcurrencyLimiter {
  #limit = initialConcurrentUploads;
  /** The next increase, which doubles with each window without overload. */
  #increase = 1;
  #ended = 0;
  #refused = 0;

  /** Allowed number of concurrent uploads. */
  get limit(): number {
    return this.#limit;
  }

  /** Settles like an upload, and counts it if it was stored or refused. */
  async observe<Result>(upload: Promise<Result>): Promise<Result> {
    try {
      const result = await upload;
      this.#count(false);
      return result;
    } catch (thrown) {
      if (thrown instanceof PaydeskError && isRefusal(thrown)) this.#count(true);
      throw thrown;
    }
  }

  #count(isRefused: boolean): void {
    this.#ended += 1;
    this.#refused += Number(isRefused);
    if (this.#ended < uploadsPerWindow) return;
    const share = this.#refused / this.#ended;
    this.#ended = 0;
    this.#refused = 0;
    if (share > maxRefusedShare) {
      this.#limit = Math.max(minConcurrentUploads, Math.floor(this.#limit * (1 - share)));
      this.#increase = 1;
    } else {
      this.#limit = Math.min(maxConcurrentUploads, this.#limit + this.#increase);
      this.#increase *= 2;
    }
  }
}

/** True for status 429 or 503, or a timeout; not for a request that was not sent because its host has asked for a pause. */
function isRefusal({ code, details: { sent, status } }: PaydeskError): boolean {
  return sent !== false && (code === 'timed-out' || status === 429 || status === 503);
}
