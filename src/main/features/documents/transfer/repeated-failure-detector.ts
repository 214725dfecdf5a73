/** @file The same refusal again and again is not about the files: then the batch waits instead of failing a thousand. */
import type { DocumentReason } from '../../../../shared/model/document.ts';

/** How often the same is refused in a row before the batch waits. */
const maxEqualFailures = 3;

/** Reasons that may be about every document and not about this one. */
const batchWideReasons: ReadonlySet<DocumentReason['code']> = new Set([
  'service-refused',
  'link-refused',
  'link-unusable',
  'answer-not-understood',
]);

/** Counts refusals that say the same, one after the other. */
export class RepeatedFailureDetector {
  #words = '';
  #times = 0;

  /** A document was stored: whatever was refused before was about single files. */
  recordSuccess(): void {
    this.#words = '';
    this.#times = 0;
  }

  /**
   * A document failed. What the service said, or which headers its links need, when that has now been so too often; else
   * `null`.
   */
  recordFailure({ code, facts }: DocumentReason): string | null {
    if (!batchWideReasons.has(code)) return null;
    const signature = [code, facts['status'], facts['message'], facts['headers']].join(' ');
    this.#times = this.#words === signature ? this.#times + 1 : 1;
    this.#words = signature;
    if (this.#times < maxEqualFailures) return null;
    this.recordSuccess();
    if (code === 'link-unusable') return String(facts['headers'] ?? '');
    return [facts['host'], facts['status'], facts['message']]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  }
}
