/** @file A document's bytes as the body of a request. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { OutgoingBody } from '../../../service/http.ts';

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
 * request when the file is no longer what was checked, so that the request never completes with other bytes.
 */
export function bodyOfFile(path: string, size: number, sha256: string): OutgoingBody {
  return {
    size,
    async *chunks() {
      const changed = () => new PaydeskError('file-changed', 'The file changed while it was sent');
      const file = await open(path, 'r');
      try {
        const hash = createHash('sha256');
        let position = 0;
        while (position < size) {
          const { buffer, bytesRead } = await file.read(
            Buffer.allocUnsafe(Math.min(fileChunkLength, size - position)),
            0,
            null,
            position,
          );
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
    },
  };
}
