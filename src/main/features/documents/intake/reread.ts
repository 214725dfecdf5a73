/** @file Reads a document again before it is sent and verifies that it has not changed since the check. */
import { createHash } from 'node:crypto';
import type { CheckedFile, Reread } from './messages.ts';
import { openDocument } from './open.ts';
import { reasonAt } from './reasons.ts';

/** Up to this size, a document is sent from the bytes in memory that were hashed. */
export const maxDocumentBytesInMemory = 8 * 1024 * 1024;

const fileChanged: Reread = { kind: 'not-sendable', reason: { code: 'file-changed', facts: {} } };

/** Bytes per read: even a slow share returns them well before it counts as hanging. */
export const chunkLength = 512 * 1024;

/** Observes a read, to distinguish a hanging drive from a slow one. */
export interface Watcher {
  /** Called when the drive has responded. */
  readonly onProgress: () => void;
  /** Called before computation that needs no drive. */
  readonly onComputing: () => void;
}

/** Reads a document and compares it with its check. Never rejects. */
export async function reread(
  { path, size, modifiedAt, sha256 }: CheckedFile,
  { onProgress }: Watcher,
): Promise<Reread> {
  try {
    const { file, status } = await openDocument(path);
    try {
      if (status.size !== size) {
        return { kind: 'not-sendable', reason: { code: 'file-changed', facts: { size: status.size } } };
      }
      const isInMemory = size <= maxDocumentBytesInMemory;
      // Sending it hashes it as well, and never completes a request with other bytes.
      if (!isInMemory && status.mtimeMs === modifiedAt) return { kind: 'large' };
      const buffer = new Uint8Array(isInMemory ? size : Math.min(size, chunkLength));
      const hash = createHash('sha256');
      let bytesHashed = 0;
      for (;;) {
        const offset = isInMemory ? bytesHashed : 0;
        const lengthToRead = Math.min(chunkLength, buffer.length - offset);
        const { bytesRead } = await file.read(buffer, offset, lengthToRead, bytesHashed);
        if (bytesRead === 0) break;
        onProgress();
        hash.update(buffer.subarray(offset, offset + bytesRead));
        bytesHashed += bytesRead;
        if (isInMemory && bytesHashed === size) break;
      }
      if (bytesHashed !== size || hash.digest('hex') !== sha256) return fileChanged;
      return isInMemory ? { kind: 'bytes', bytes: buffer } : { kind: 'large' };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    return { kind: 'not-sendable', reason: await reasonAt(path, thrown) };
  }
}
