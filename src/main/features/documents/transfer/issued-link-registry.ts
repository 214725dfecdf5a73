/** @file Remembers for which document a link was issued, by its hash. */
import { createHash } from 'node:crypto';
import type { UploadLink } from '../../../service/targets.ts';

/** More links than are issued within their 15 minutes of validity (specification, section 8). */
const capacity = 10_000;

/** Issued links by hash. */
export class IssuedLinkRegistry {
  readonly #documents = new Map<string, number>();

  /**
   * Registers a link. Returns false when it was issued for another document before: its use would overwrite that one.
   */
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
