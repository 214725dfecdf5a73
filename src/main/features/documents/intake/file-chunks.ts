/** @file Reads a document that is too large for memory in chunks, as it is sent. */
import { createHash } from 'node:crypto';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import type { CheckedFile } from './messages.ts';
import { openDocument } from './open.ts';
import { reasonAt } from './reasons.ts';
import { chunkLength } from './reread.ts';

/** A chunk, or the reason why the read has ended. */
export type Chunk =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'not-sendable'; readonly reason: DocumentReason };

const fileChanged: Chunk = { kind: 'not-sendable', reason: { code: 'file-changed', facts: {} } };

/** Allocates the buffer of the next chunk. The reader owns it until the chunk is yielded. */
type AllocateBuffer = (length: number) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/** Allocates a new buffer for every chunk, because a message transfers it. */
const allocateBuffer = (length: number) => new Uint8Array(length);

/**
 * Opens the file again and hashes it while reading. The last chunk is yielded only when the content matches the
 * check, so a request with other bytes never completes. Never rejects.
 */
export async function* readCheckedChunks(
  { path, size, sha256 }: CheckedFile,
  allocate: AllocateBuffer = allocateBuffer,
): AsyncGenerator<Chunk> {
  try {
    const { file } = await openDocument(path);
    try {
      const hash = createHash('sha256');
      let position = 0;
      while (position < size) {
        const length = Math.min(chunkLength, size - position);
        const buffer = await allocate(length);
        const { bytesRead } = await file.read(buffer, 0, length, position);
        if (bytesRead === 0) {
          yield fileChanged;
          return;
        }
        const bytes = buffer.subarray(0, bytesRead);
        hash.update(bytes);
        position += bytesRead;
        if (position === size && (hash.digest('hex') !== sha256 || (await file.stat()).size !== size)) {
          yield fileChanged;
          return;
        }
        yield { kind: 'bytes', bytes };
      }
    } finally {
      await file.close();
    }
  } catch (thrown) {
    yield { kind: 'not-sendable', reason: await reasonAt(path, thrown) };
  }
}

/** Reads a file that has not been checked. Never rejects. */
export async function* readUncheckedChunks(path: string): AsyncGenerator<Chunk> {
  try {
    const { file } = await openDocument(path);
    try {
      for (;;) {
        const buffer = allocateBuffer(chunkLength);
        const { bytesRead } = await file.read(buffer, 0, buffer.length);
        if (bytesRead === 0) return;
        yield { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) };
      }
    } finally {
      await file.close();
    }
  } catch (thrown) {
    yield { kind: 'not-sendable', reason: await reasonAt(path, thrown) };
  }
}
