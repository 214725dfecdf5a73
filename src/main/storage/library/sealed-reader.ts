/** @file Reads a sealed file: the whole content in order, or any range. Works in every thread that has the file's key. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { isMissingFileError } from './files.ts';
import {
  createDamagedItemError,
  type FileSeal,
  frameSize,
  openFrame,
  openHeader,
  readHeaderSize,
  tagSize,
} from './seal.ts';

/** Bytes of the first read, which contains most headers completely. */
const initialHeaderBytes = 1_024;
/** Frames per read. */
const framesPerRead = 2;

/**
 * The data needed to open one sealed file and no other. A grant is secret, and passed only to threads and processes of
 * Paydesk.
 */
export const grantSchema = z.object({
  path: z.string(),
  id: z.string(),
  /** Bytes of content. */
  size: z.number(),
  /** SHA-256 of the content, in hex. */
  sha256: z.string(),
  /** SHA-256 of the header, in hex. */
  header: z.string(),
  key: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export type Grant = z.infer<typeof grantSchema>;

/** Reusable buffers for frames that are being read; used by one file at a time. */
export type FrameBuffers = ReturnType<typeof createFrameBuffers>;

/** Creates buffers that grow to the largest read. */
export function createFrameBuffers() {
  const buffers: [Buffer<ArrayBuffer>, Buffer<ArrayBuffer>] = [Buffer.alloc(0), Buffer.alloc(0)];
  return {
    /** Returns one of two buffers. One buffer is filled while the frames in the other buffer are decrypted. */
    reserve(bufferIndex: 0 | 1, length: number) {
      if (buffers[bufferIndex].length < length) buffers[bufferIndex] = Buffer.allocUnsafeSlow(length);
      return buffers[bufferIndex];
    },
    /** Frees the memory immediately; no frame may be in use. */
    clear() {
      for (const bufferIndex of [0, 1] as const) {
        freeMemory(buffers[bufferIndex]);
        buffers[bufferIndex] = Buffer.alloc(0);
      }
    },
  };
}

export interface SealedContent {
  /** Bytes of content. */
  readonly size: number;
  /** Returns `length` bytes from `offset`, or fewer at the end of the content. Throws `library-item-damaged`. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Yields all content in order, a frame at a time, and compares its SHA-256 at the end. Throws `library-item-damaged`
   * for altered content; an altered frame is not yielded.
   */
  frames(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly frameCount: number;
  /**
   * Decrypts the frames from `firstFrame` up to, but not including, `endFrame` into their positions in `target`, which
   * has the size of the whole content. Each frame is authenticated by its tag; the SHA-256 of the content is not
   * checked. Throws `library-item-damaged`; `target` must not be used then. `buffers` can be reused for several files.
   */
  fill(
    target: Uint8Array,
    firstFrame: number,
    endFrame: number,
    buffers?: FrameBuffers | null,
  ): Promise<void>;
  close(): Promise<void>;
}

/**
 * The purpose of opening a file: to read a range of its content, to read all its content, or to get only its key. A file
 * that was truncated at a frame boundary cannot be opened for a range. Reading all content detects the truncation.
 */
type OpenPurpose = 'range' | 'all' | 'key';

/** Opens a file with its grant. Throws `library-item-missing`, `library-item-damaged` or `library-newer`. */
export async function openGranted(grant: Grant, purpose: OpenPurpose = 'range'): Promise<SealedContent> {
  return openSealed(grant, { fileKey: grant.key }, purpose);
}

/** Opens a file with the library's key. Throws like {@link openGranted}. */
export async function openSealed(
  expectedFile: Omit<Grant, 'key'>,
  keys: { readonly wrappingKey: Uint8Array } | { readonly fileKey: Uint8Array },
  purpose: OpenPurpose = 'range',
): Promise<SealedContent & { readonly key: Uint8Array }> {
  const handle = await openFile(expectedFile.path, expectedFile.id);
  try {
    const { seal, contentSize } = await readHeader(handle, expectedFile.id, keys);
    const expectedHeaderDigest = Buffer.from(expectedFile.header, 'hex');
    if (!timingSafeEqual(expectedHeaderDigest, seal.headerDigest) || contentSize !== expectedFile.size)
      throw createDamagedItemError(expectedFile.id);
    const content = createContent(handle, seal, expectedFile);
    // The last byte is read first, because a file that was truncated at a frame boundary must be detected.
    if (purpose === 'range') await content.read(Math.max(0, expectedFile.size - 1), 1);
    return { ...content, key: seal.key };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** A sealed file of which nothing but its bytes is known. */
interface UnlistedFile {
  readonly label: Buffer;
  /** Bytes of content. */
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** SHA-256 of the header, in hex. */
  readonly header: string;
}

/** Reads all of a file that is not listed. Throws like {@link openGranted}. */
export async function readUnlisted(path: string, id: string, wrappingKey: Uint8Array): Promise<UnlistedFile> {
  const handle = await openFile(path, id);
  try {
    const { seal, label, contentSize: size } = await readHeader(handle, id, { wrappingKey });
    const content = createContent(handle, seal, { path, id, size, sha256: '', header: '' });
    const hash = createHash('sha256');
    for (let offset = 0; offset === 0 || offset < size; offset += frameSize)
      hash.update(await content.read(offset, frameSize));
    const header = Buffer.from(seal.headerDigest).toString('hex');
    return { label, size, sha256: hash.digest('hex'), header };
  } finally {
    await handle.close();
  }
}

/** Frees the memory of a frame immediately; otherwise hundreds of frames would accumulate before garbage collection. */
function freeMemory({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}

async function openFile(path: string, id: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (!isMissingFileError(thrown)) throw createDamagedItemError(id);
    throw new PaydeskError('library-item-missing', 'A sealed file is gone', { details: { item: id } });
  }
}

async function readHeader(handle: FileHandle, id: string, keys: Parameters<typeof openHeader>[2]) {
  const { size } = await handle.stat();

  const initialBytes = await readExactly(handle, 0, Math.min(initialHeaderBytes, size), id);
  const headerSize = readHeaderSize(initialBytes, id);
  const header =
    headerSize <= initialBytes.length
      ? initialBytes.subarray(0, headerSize)
      : await readExactly(handle, 0, headerSize, id);
  const { seal, label } = openHeader(header, id, keys);
  const sealedSize = size - headerSize;
  const frameCount = Math.ceil(sealedSize / (frameSize + tagSize));
  return { seal, label, contentSize: sealedSize - frameCount * tagSize };
}

async function readExactly(
  handle: FileHandle,
  offset: number,
  length: number,
  id: string,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, offset);
  if (bytesRead !== length) throw createDamagedItemError(id);
  return buffer;
}

function createContent(
  handle: FileHandle,
  seal: FileSeal,
  { id, size, sha256 }: Omit<Grant, 'key'>,
): SealedContent {
  const frameCount = Math.max(1, Math.ceil(size / frameSize));

  const isLast = (index: number) => index === frameCount - 1;
  const sealedFrameLength = (index: number) =>
    (isLast(index) ? size - index * frameSize : frameSize) + tagSize;
  const frameOffset = (index: number) => seal.headerSize + index * (frameSize + tagSize);

  function decryptFrame(index: number, ciphertext: Uint8Array): Buffer<ArrayBuffer> {
    const plaintext = openFrame(seal, index, isLast(index), ciphertext);
    if (plaintext === null) throw createDamagedItemError(id);
    return plaintext;
  }

  async function readFrame(index: number): Promise<Buffer<ArrayBuffer>> {
    const ciphertext = await readExactly(handle, frameOffset(index), sealedFrameLength(index), id);
    const plaintext = decryptFrame(index, ciphertext);
    freeMemory(ciphertext);
    return plaintext;
  }

  /** Reads frames in batches, the next batch while the current one is decrypted. */
  async function fill(
    target: Uint8Array,
    firstFrame: number,
    endFrame: number,
    reusableBuffers: FrameBuffers | null = null,
  ): Promise<void> {
    const buffers = reusableBuffers ?? createFrameBuffers();
    const batchLength = (from: number) => {
      const to = Math.min(endFrame, from + framesPerRead);
      return to <= from ? 0 : frameOffset(to - 1) + sealedFrameLength(to - 1) - frameOffset(from);
    };
    const read = async (from: number, bufferIndex: 0 | 1) => {
      const length = batchLength(from);
      const buffer = buffers.reserve(bufferIndex, length);
      if (length === 0) return buffer;
      const { bytesRead } = await handle.read(buffer, 0, length, frameOffset(from));
      if (bytesRead !== length) throw createDamagedItemError(id);
      return buffer;
    };
    let nextBatch = read(firstFrame, 0);
    let bufferIndex: 0 | 1 = 0;
    for (let from = firstFrame; from < endFrame; from += framesPerRead) {
      const ciphertext = await nextBatch;
      bufferIndex = bufferIndex === 0 ? 1 : 0;
      nextBatch = read(from + framesPerRead, bufferIndex);
      // Awaited in the next iteration. Without this handler, the error would be unhandled when this iteration throws.
      nextBatch.catch(() => undefined);
      for (let index = from; index < Math.min(endFrame, from + framesPerRead); index += 1) {
        const offset = frameOffset(index) - frameOffset(from);
        const plaintext = decryptFrame(index, ciphertext.subarray(offset, offset + sealedFrameLength(index)));
        target.set(plaintext, index * frameSize);
        freeMemory(plaintext);
      }
    }
    await nextBatch;
    // Buffers of this call are freed immediately; otherwise they would stay allocated until garbage collection.
    if (reusableBuffers === null) buffers.clear();
  }

  return {
    size,
    frameCount,
    fill,
    async read(offset, length) {
      const endOffset = Math.min(size, offset + length);
      const firstFrame = Math.floor(Math.min(offset, Math.max(0, size - 1)) / frameSize);
      const lastFrame = Math.max(firstFrame, Math.ceil(endOffset / frameSize) - 1);
      const parts: Buffer[] = [];
      for (let index = firstFrame; index <= lastFrame; index += 1) parts.push(await readFrame(index));
      const startInFrames = Math.max(0, offset - firstFrame * frameSize);
      return Buffer.concat(parts).subarray(
        startInFrames,
        Math.max(startInFrames, endOffset - firstFrame * frameSize),
      );
    },
    async *frames() {
      const hash = createHash('sha256');
      for (let index = 0; index < frameCount; index += 1) {
        const plaintext = await readFrame(index);
        hash.update(plaintext);
        yield plaintext;
      }
      if (hash.digest('hex') !== sha256) throw createDamagedItemError(id);
    },
    close: () => handle.close(),
  };
}
