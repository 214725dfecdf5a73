/** @file Reads a document again just before it is sent, and makes sure that it is still what was checked. */
import { createHash } from 'node:crypto';
import type { DocumentReason } from '../../../../shared/model/document.ts';
import { openDocument } from './open.ts';
import { reasonAt } from './reasons.ts';

/** Up to this many bytes a document is sent from memory, from the very bytes that were hashed. */
export const maxDocumentBytesInMemory = 8 * 1024 * 1024;

/** What is known of a document from its check. */
export interface Checked {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** A document that may be sent. */
export type Reread =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Too large for memory: unchanged until now, to be hashed again while it is sent. */
  | { readonly kind: 'large' }
  | { readonly kind: 'not-sendable'; readonly reason: DocumentReason };

const changed: Reread = { kind: 'not-sendable', reason: { code: 'file-changed', facts: {} } };

/** Bytes that are read in one go: even a slow share gives them well before it counts as hanging. */
export const pieceLength = 512 * 1024;

/** Hears how a reading goes, so that one that hangs is known from one that is slow. */
export interface Watcher {
  /** The drive gave something. */
  readonly onProgress: () => void;
  /** What comes next is the processor's work. */
  readonly onComputing: () => void;
}

/** Reads and compares. Never rejects. */
export async function reread({ path, size, sha256 }: Checked, { onProgress }: Watcher): Promise<Reread> {
  try {
    const file = await openDocument(path);
    try {
      const status = await file.stat();
      if (status.size !== size) {
        return { kind: 'not-sendable', reason: { code: 'file-changed', facts: { size: status.size } } };
      }
      const inMemory = size <= maxDocumentBytesInMemory;
      const buffer = new Uint8Array(inMemory ? size : Math.min(size, pieceLength));
      const hash = createHash('sha256');
      let length = 0;
      for (;;) {
        const offset = inMemory ? length : 0;
        const wanted = Math.min(pieceLength, buffer.length - offset);
        const { bytesRead } = await file.read(buffer, offset, wanted, length);
        if (bytesRead === 0) break;
        onProgress();
        hash.update(buffer.subarray(offset, offset + bytesRead));
        length += bytesRead;
        if (inMemory && length === size) break;
      }
      if (length !== size || hash.digest('hex') !== sha256) return changed;
      return inMemory ? { kind: 'bytes', bytes: buffer } : { kind: 'large' };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    return { kind: 'not-sendable', reason: await reasonAt(path, thrown) };
  }
}
