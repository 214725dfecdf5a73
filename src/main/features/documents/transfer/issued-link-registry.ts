/** @file Remembers for which document a link was issued, by its hash. */
import { createHash } from 'node:crypto';
import type { UploadLink } from '../../../service/targets.ts';

/** Number of remembered links: more than are issued within their 15 minutes of validity (specification, section 8). */
const maxLinks = 10_000;

/** Issued links by hash. */
export class IssuedLinkRegistry {
  readonly #documentIdsByHash = new Map<string, number>();

  /**
   * Registers a link. Returns false when it was issued for another document before: its use would overwrite that
   * document.
   */
  register(link: UploadLink, documentId: number): boolean {
    const linkHash = createHash('sha256').update(link.reveal()).digest('base64');
    const knownDocumentId = this.#documentIdsByHash.get(linkHash);
    if (knownDocumentId !== undefined) return knownDocumentId === documentId;
    this.#documentIdsByHash.set(linkHash, documentId);
    if (this.#documentIdsByHash.size > maxLinks) {
      const oldestHash = this.#documentIdsByHash.keys().next();
      if (!oldestHash.done) this.#documentIdsByHash.delete(oldestHash.value);
    }
    return true;
  }
}
