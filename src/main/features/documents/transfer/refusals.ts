/** @file The same refusal again and again is not about the files: then the batch waits instead of failing a thousand. */
import type { DocumentReason } from '../../../../shared/model/document.ts';

/** How often the same is refused in a row before the batch waits. */
const refusalsThatPause = 3;

/** Counts refusals that say the same, one after the other. */
export class Refusals {
  #words = '';
  #times = 0;

  /** A document was stored: whatever was refused before was about single files. */
  stored(): void {
    this.#words = '';
    this.#times = 0;
  }

  /** A document failed. What the service said, when it has now said it too often; else `null`. */
  failed({ code, facts }: DocumentReason): string | null {
    if (code !== 'service-refused' && code !== 'link-refused' && code !== 'answer-not-understood')
      return null;
    const words = [code, facts['status'], facts['message']].join(' ');
    this.#times = this.#words === words ? this.#times + 1 : 1;
    this.#words = words;
    if (this.#times < refusalsThatPause) return null;
    this.stored();
    return [facts['host'], facts['status'], facts['message']]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  }
}
