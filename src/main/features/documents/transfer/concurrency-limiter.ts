/** @file Limits concurrent uploads: the limit grows while uploads succeed, and is halved on overload. */
import type { SendResult } from './send-document.ts';

/** Limit of concurrent uploads: its initial, smallest and largest value. */
const initialConcurrentUploads = 8;
const minConcurrentUploads = 1;
const maxConcurrentUploads = 16;

/** Number of successful uploads before the limit grows by one. */
const uploadsPerIncrease = 20;

/** Identifies the limit under which an upload was started. */
export type Generation = number;

/** The concurrency limit of one signed-in profile. */
export class ConcurrencyLimiter {
  #limit = initialConcurrentUploads;
  #successesSinceChange = 0;
  #generation: Generation = 0;

  /** Allowed number of concurrent uploads. */
  get limit(): number {
    return this.#limit;
  }

  /** Returns the generation of an upload that starts now. */
  currentGeneration(): Generation {
    return this.#generation;
  }

  /** Counts a stored document; the limit grows by one after every {@link uploadsPerIncrease}. */
  onStored(): void {
    this.#successesSinceChange += 1;
    if (this.#successesSinceChange < uploadsPerIncrease) return;
    this.#successesSinceChange = 0;
    this.#limit = Math.min(maxConcurrentUploads, this.#limit + 1);
  }

  /**
   * Halves the limit. Concurrent uploads report one overload together, so only uploads that were started since the
   * last halving count.
   */
  onOverload(generation: Generation): void {
    if (generation !== this.#generation) return;
    this.#generation += 1;
    this.#successesSinceChange = 0;
    this.#limit = Math.max(minConcurrentUploads, Math.floor(this.#limit / 2));
  }
}

/** True when a result indicates overload: status 429 or 503, or a timeout. */
export function isOverloaded(result: SendResult): boolean {
  if (result.kind !== 'retry') return false;
  const { code, facts } = result.reason;
  return code === 'no-answer' || facts['status'] === 429 || facts['status'] === 503;
}
