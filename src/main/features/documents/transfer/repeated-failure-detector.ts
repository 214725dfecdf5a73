/**
 * @file Detects repeated equal failures, which do not concern single files: the batch is paused instead of failing a
 * thousand documents.
 */
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';

/** Number of consecutive equal failures after which the batch is paused. */
const maxEqualFailures = 3;

/** Reasons that may concern every document. */
const batchWideReasons: ReadonlySet<DocumentReason['code']> = new Set([
  'service-refused',
  'link-refused',
  'link-unusable',
  'answer-not-understood',
]);

/** Counts consecutive equal failures. */
export class RepeatedFailureDetector {
  #signature = '';
  #count = 0;

  /** Resets the count: the earlier failures concerned single files. */
  recordSuccess(): void {
    this.#count = 0;
  }

  /**
   * Counts a failure. Returns the detail for the pause when the limit is reached: the service's message, or the
   * headers that links need; else `null`.
   */
  recordFailure({ code, facts }: DocumentReason): string | null {
    if (!batchWideReasons.has(code)) return null;
    const signature = [code, facts['status'], facts['message'], facts['headers']].join(' ');
    this.#count = this.#signature === signature ? this.#count + 1 : 1;
    this.#signature = signature;
    if (this.#count < maxEqualFailures) return null;
    this.recordSuccess();
    if (code === 'link-unusable') return String(facts['headers'] ?? '');
    return [facts['host'], facts['status'], facts['message']]
      .filter((detail) => detail !== undefined && detail !== '')
      .join(' ');
  }
}
