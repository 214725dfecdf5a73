/** @file Remembers for which document a link was given, without keeping the link. */
import { createHash } from 'node:crypto';
import type { UploadLink } from '../../../service/targets.ts';

/** More links than are given within the 15 minutes that one lives (specification, section 8). */
const capacity = 10_000;

/** Links that were given, by what cannot be turned back into them. */
export class IssuedLinkRegistry {
  readonly #documents = new Map<string, number>();

  /** False when the link was given for another document before: whoever used it would overwrite that one. */
  register(link: UploadLink, documentId: number): boolean {
    const trace = createHash('sha256').update(link.reveal()).digest('base64');
    const known = this.#documents.get(trace);
    if (known !== undefined) return known === documentId;
    this.#documents.set(trace, documentId);
    if (this.#documents.size > capacity) {
      const oldest = this.#documents.keys().next();
      if (!oldest.done) this.#documents.delete(oldest.value);
    }
    return true;
  }
}
