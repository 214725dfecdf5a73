/** @file A document's bytes as the body of a request. */
import { createHash } from 'node:crypto';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { OutgoingBody } from '../../../service/http.ts';
import { openDocument } from '../intake/open.ts';
import { reasonAt, waitsForFile } from '../intake/reasons.ts';

/** Small enough that even a slow line shows progress, large enough to be cheap. */
const chunkLength = 64 * 1024;
const fileChunkLength = 256 * 1024;

/** Bytes from memory. */
export function bodyOfBytes(bytes: Uint8Array): OutgoingBody {
  return {
    size: bytes.length,
    async *chunks() {
      for (let offset = 0; offset < bytes.length; offset += chunkLength) {
        yield bytes.subarray(offset, offset + chunkLength);
      }
    },
  };
}

/**
 * Bytes from the file, opened anew for every attempt and hashed on the way. Throws `file-changed` in the middle of the
 * request when the file is no longer what was checked, so that the request never completes with other bytes, and
 * `file-missing`, `file-locked` or `file-unreadable` when it cannot be read any more.
 */
export function bodyOfFile(path: string, size: number, sha256: string): OutgoingBody {
  return {
    size,
    async *chunks() {
      try {
        yield* chunksOfFile(path, size, sha256);
      } catch (thrown) {
        throw thrown instanceof PaydeskError ? thrown : await unreadable(path, thrown);
      }
    },
  };
}

async function* chunksOfFile(path: string, size: number, sha256: string): AsyncGenerator<Uint8Array> {
  const changed = () => new PaydeskError('file-changed', 'The file changed while it was sent');
  const file = await openDocument(path);
  try {
    const hash = createHash('sha256');
    // One for all pieces: a new one for each would pile up faster than it is collected.
    const buffer = Buffer.allocUnsafeSlow(Math.min(fileChunkLength, size));
    let position = 0;
    while (position < size) {
      const length = Math.min(buffer.length, size - position);
      const { bytesRead } = await file.read(buffer, 0, length, position);
      if (bytesRead === 0) throw changed();
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      position += bytesRead;
      // The last piece leaves only when the whole is known to be right.
      if (position === size && (hash.digest('hex') !== sha256 || (await file.stat()).size !== size))
        throw changed();
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

async function unreadable(path: string, thrown: unknown): Promise<PaydeskError> {
  const reason = await reasonAt(path, thrown);
  const { code, facts } = reason;
  if (waitsForFile(reason)) {
    const missing = code === 'file-locked' ? 'file-locked' : 'file-missing';
    return new PaydeskError(missing, 'The file is away', { details: { reason: code } });
  }
  return new PaydeskError('file-unreadable', 'The file cannot be read', {
    details: { cause: facts['system'] ?? code },
  });
}
