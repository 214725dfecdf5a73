/** @file Limits concurrent uploads: the limit grows while uploads succeed, and is halved on overload. */
import type { Sent } from './send.ts';

/** Concurrent uploads at the start, and their lower and upper limit. */
export const initialConcurrentUploads = 8;
const minConcurrentUploads = 1;
const maxConcurrentUploads = 16;

/** Successful uploads in a row before the limit grows by one. */
const uploadsPerIncrease = 20;

/** Identifies the limit under which an upload was started. */
export type Generation = number;

/** The concurrency limit of one signed-in profile. */
export class ConcurrencyLimiter {
  #atOnce = initialConcurrentUploads;
  #clean = 0;
  #stage: Generation = 0;

  /** Allowed number of concurrent uploads. */
  get limit(): number {
    return this.#atOnce;
  }

  /** Returns the generation of an upload that starts now. */
  currentGeneration(): Generation {
    return this.#stage;
  }

  /** A document was stored. */
  onStored(): void {
    this.#clean += 1;
    if (this.#clean < uploadsPerIncrease) return;
    this.#clean = 0;
    this.#atOnce = Math.min(maxConcurrentUploads, this.#atOnce + 1);
  }

  /**
   * Halves the limit. Concurrent uploads report one overload together, so only uploads that were started since the
   * last halving count.
   */
  onOverload(generation: Generation): void {
    if (generation !== this.#stage) return;
    this.#stage += 1;
    this.#clean = 0;
    this.#atOnce = Math.max(minConcurrentUploads, Math.floor(this.#atOnce / 2));
  }
}

/** True for signs of overload: 429, 503, and timeouts. */
export function isOverloaded(sent: Sent): boolean {
  if (sent.kind !== 'retry') return false;
  const { code, facts } = sent.reason;
  return code === 'no-answer' || facts['status'] === 429 || facts['status'] === 503;
}
