/** @file Streams content into a new sealed file. Only encrypted bytes are written to disk. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createHeader, frameSize, sealFrame } from './seal.ts';

/** Content in chunks of any size. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Facts of a written file. */
export interface Written {
  /** Bytes of content. */
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** SHA-256 of the header, in hex, which identifies the file. */
  readonly header: string;
}

/**
 * Writes and flushes a sealed file at an unused path. Buffers one frame of content. Rejects with the errors of the
 * content and the disk; the caller then removes the unfinished file.
 */
export async function writeSealed(
  path: string,
  wrappingKey: Uint8Array,
  id: string,
  label: Uint8Array,
  content: Pieces,
): Promise<Written> {
  const { bytes: header, seal } = createHeader(wrappingKey, id, label);
  const hash = createHash('sha256');
  const frame = Buffer.alloc(frameSize);
  let filled = 0;
  let index = 0;
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(header);
    for await (const piece of content) {
      hash.update(piece);
      size += piece.length;
      for (let taken = 0; taken < piece.length; ) {
        // A full frame is held until more content follows, because the last frame is marked as last.
        if (filled === frameSize) {
          await handle.writeFile(sealFrame(seal, index, false, frame));
          index += 1;
          filled = 0;
        }
        const part = piece.subarray(taken, taken + frameSize - filled);
        frame.set(part, filled);
        filled += part.length;
        taken += part.length;
      }
    }
    await handle.writeFile(sealFrame(seal, index, true, frame.subarray(0, filled)));
    await handle.sync();
  } finally {
    frame.fill(0);
    await handle.close();
  }
  return { size, sha256: hash.digest('hex'), header: Buffer.from(seal.digest).toString('hex') };
}
