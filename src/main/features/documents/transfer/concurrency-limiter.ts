/** @file How many documents are sent at once: it grows while all goes well, and falls by half when it does not. */
import type { Sent } from './send.ts';

/** Documents that are sent at once: at the start, and at the least and most. */
export const initialConcurrentUploads = 8;
const minConcurrentUploads = 1;
const maxConcurrentUploads = 16;

/** Documents that must be stored without trouble in between before one more is sent at once. */
const uploadsPerIncrease = 20;

/** When a document was begun, as far as the pace is concerned. */
export type Generation = number;

/** The pace of one signed-in profile. */
export class ConcurrencyLimiter {
  #atOnce = initialConcurrentUploads;
  #clean = 0;
  #stage: Generation = 0;

  /** Documents that may be on their way at once. */
  get limit(): number {
    return this.#atOnce;
  }

  /** A document is begun now. */
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
   * The service or the line had too much. Documents that were on their way together are one sign of that, not many, so
   * only one that was begun since the last halving counts.
   */
  onOverload(generation: Generation): void {
    if (generation !== this.#stage) return;
    this.#stage += 1;
    this.#clean = 0;
    this.#atOnce = Math.max(minConcurrentUploads, Math.floor(this.#atOnce / 2));
  }
}

/** True for what says that less should be sent at once: 429, 503, and silence. */
export function isOverloaded(sent: Sent): boolean {
  if (sent.kind !== 'retry') return false;
  const { code, facts } = sent.reason;
  return code === 'no-answer' || facts['status'] === 429 || facts['status'] === 503;
}
