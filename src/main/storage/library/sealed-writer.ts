/** @file Streams content into a new sealed file. Only encrypted bytes are written to disk. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createHeader, frameSize, sealFrame } from './seal.ts';

/** Content in chunks of any size. */
export type ContentChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The facts about a sealed file that are listed. */
interface SealedFileFacts {
  /** Bytes of content. */
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** SHA-256 of the header, in hex, which identifies the file. */
  readonly header: string;
}

/**
 * Writes and flushes a sealed file at an unused path. Buffers one frame of content. Rejects with the errors of `content`
 * and of the disk; the caller then removes the unfinished file.
 */
export async function writeSealed(
  path: string,
  wrappingKey: Uint8Array,
  id: string,
  label: Uint8Array,
  content: ContentChunks,
): Promise<SealedFileFacts> {
  const { bytes: header, seal } = createHeader(wrappingKey, id, label);
  const hash = createHash('sha256');
  const frame = Buffer.alloc(frameSize);
  let filledBytes = 0;
  let frameIndex = 0;
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(header);
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      for (let consumedBytes = 0; consumedBytes < chunk.length; ) {
        // A full frame is written only when more content follows, because the last frame is sealed as the last.
        if (filledBytes === frameSize) {
          await handle.writeFile(sealFrame(seal, frameIndex, false, frame));
          frameIndex += 1;
          filledBytes = 0;
        }
        const slice = chunk.subarray(consumedBytes, consumedBytes + frameSize - filledBytes);
        frame.set(slice, filledBytes);
        filledBytes += slice.length;
        consumedBytes += slice.length;
      }
    }
    await handle.writeFile(sealFrame(seal, frameIndex, true, frame.subarray(0, filledBytes)));
    await handle.sync();
  } finally {
    frame.fill(0);
    await handle.close();
  }
  return { size, sha256: hash.digest('hex'), header: Buffer.from(seal.headerDigest).toString('hex') };
}
