/** @file Reads a sealed file: completely in order, or any range. Works in every thread that has the key. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { PaydeskError } from '../../shared/errors.ts';
import { isMissing } from './files.ts';
import { damaged, type FileSeal, frameSize, headerSizeOf, openFrame, openHeader, tagSize } from './seal.ts';

/** Bytes of the first read, in which most headers end. */
const initialHeaderBytes = 1_024;
/** Frames per read. */
const framesPerRead = 2;

/** The data needed to open one sealed file and no other. Secret; passed only to threads and processes of Paydesk. */
export interface Grant {
  readonly path: string;
  readonly id: string;
  /** Bytes of content. */
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** SHA-256 of the header, in hex. */
  readonly header: string;
  readonly key: Uint8Array;
}

/** Reusable buffers for frames that are being read; used by one file at a time. */
export interface FrameBuffers {
  /** Returns one of two buffers: one is filled while the frames of the other are decrypted. */
  reserve(turn: 0 | 1, length: number): Buffer;
  /** Frees the memory at once; no frame may be in use. */
  clear(): void;
}

/** Creates buffers that grow to the largest read. */
export function createFrameBuffers(): FrameBuffers {
  const pair: [Buffer<ArrayBuffer>, Buffer<ArrayBuffer>] = [Buffer.alloc(0), Buffer.alloc(0)];
  return {
    reserve(turn, length) {
      if (pair[turn].length < length) pair[turn] = Buffer.allocUnsafeSlow(length);
      return pair[turn];
    },
    clear() {
      for (const turn of [0, 1] as const) {
        release(pair[turn]);
        pair[turn] = Buffer.alloc(0);
      }
    },
  };
}

export interface SealedContent {
  /** Bytes of content. */
  readonly size: number;
  /** Returns the bytes from `offset`, at most `length`; fewer at the end. Throws `library-item-damaged`. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Yields all content in order, a frame at a time. At the end, the SHA-256 is compared with the one taken at sealing.
   * Throws `library-item-damaged` rather than yield an altered byte.
   */
  frames(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly frameCount: number;
  /**
   * Decrypts the frames from `first` up to, but not including, `end` into their positions in `all`, which has the size
   * of the whole content. Each frame is authenticated by its tag; the SHA-256 of the whole is not checked. Throws
   * `library-item-damaged`; `all` must not be used then. `buffers` can be reused for several files.
   */
  fill(all: Uint8Array, first: number, end: number, buffers?: FrameBuffers | null): Promise<void>;
  close(): Promise<void>;
}

/**
 * What a file is opened for: some of its content, all of it, or only its key. A file truncated at a frame boundary must
 * not open for `some`; reading the whole content detects the truncation.
 */
export type OpenPurpose = 'some' | 'whole' | 'key';

/** Opens a file with its grant. Throws `library-item-missing`, `library-item-damaged` or `library-newer`. */
export async function openGranted(grant: Grant, wanted: OpenPurpose = 'some'): Promise<SealedContent> {
  return openSealed(grant, { file: grant.key }, wanted);
}

/** Opens a file with the library's key. Throws like {@link openGranted}. */
export async function openSealed(
  expected: Omit<Grant, 'key'>,
  keys: { readonly wrapping: Uint8Array } | { readonly file: Uint8Array },
  wanted: OpenPurpose = 'some',
): Promise<SealedContent & { readonly key: Uint8Array }> {
  const handle = await openFile(expected.path, expected.id);
  try {
    const { seal, contentSize } = await readHead(handle, expected.id, keys);
    const known = Buffer.from(expected.header, 'hex');
    if (!timingSafeEqual(known, seal.digest) || contentSize !== expected.size) throw damaged(expected.id);
    const content = contentOf(handle, seal, expected);
    // Reads the end first: a file truncated at a frame boundary must not pass for a shorter one.
    if (wanted === 'some') await content.read(Math.max(0, expected.size - 1), 1);
    return { ...content, key: seal.key };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Frees the memory of a frame at once: hundreds of frames accumulate before garbage collection. */
function release({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}

async function openFile(path: string, id: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (!isMissing(thrown)) throw damaged(id);
    throw new PaydeskError('library-item-missing', 'A sealed file is gone', { details: { item: id } });
  }
}

async function readHead(handle: FileHandle, id: string, keys: Parameters<typeof openHeader>[2]) {
  const { size } = await handle.stat();
  // Usually contains the whole header.
  const start = await readExactly(handle, 0, Math.min(initialHeaderBytes, size), id);
  const headerSize = headerSizeOf(start, id);
  const header =
    headerSize <= start.length ? start.subarray(0, headerSize) : await readExactly(handle, 0, headerSize, id);
  const { seal, label } = openHeader(header, id, keys);
  const sealedSize = size - headerSize;
  const count = Math.ceil(sealedSize / (frameSize + tagSize));
  return { seal, label, contentSize: sealedSize - count * tagSize };
}

async function readExactly(
  handle: FileHandle,
  at: number,
  length: number,
  id: string,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, at);
  if (bytesRead !== length) throw damaged(id);
  return buffer;
}

function contentOf(
  handle: FileHandle,
  seal: FileSeal,
  { id, size, sha256 }: Omit<Grant, 'key'>,
): SealedContent {
  const count = Math.max(1, Math.ceil(size / frameSize));

  const isLast = (index: number) => index === count - 1;
  const sealedLength = (index: number) => (isLast(index) ? size - index * frameSize : frameSize) + tagSize;
  const placeOf = (index: number) => seal.headerSize + index * (frameSize + tagSize);

  function opened(index: number, sealed: Uint8Array): Buffer<ArrayBuffer> {
    const plain = openFrame(seal, index, isLast(index), sealed);
    if (plain === null) throw damaged(id);
    return plain;
  }

  async function frameAt(index: number): Promise<Buffer<ArrayBuffer>> {
    const sealed = await readExactly(handle, placeOf(index), sealedLength(index), id);
    const plain = opened(index, sealed);
    release(sealed);
    return plain;
  }

  /** Reads frames in batches, the next batch while the current one is decrypted. */
  async function fill(
    all: Uint8Array,
    first: number,
    end: number,
    given: FrameBuffers | null = null,
  ): Promise<void> {
    const buffers = given ?? createFrameBuffers();
    const lengthOf = (from: number) => {
      const to = Math.min(end, from + framesPerRead);
      return to <= from ? 0 : placeOf(to - 1) + sealedLength(to - 1) - placeOf(from);
    };
    const read = async (from: number, turn: 0 | 1) => {
      const length = lengthOf(from);
      const buffer = buffers.reserve(turn, length);
      if (length === 0) return buffer;
      const { bytesRead } = await handle.read(buffer, 0, length, placeOf(from));
      if (bytesRead !== length) throw damaged(id);
      return buffer;
    };
    let coming = read(first, 0);
    let turn: 0 | 1 = 0;
    for (let from = first; from < end; from += framesPerRead) {
      const sealed = await coming;
      turn = turn === 0 ? 1 : 0;
      coming = read(from + framesPerRead, turn);
      // Awaited in the next iteration, unless this one throws.
      coming.catch(() => undefined);
      for (let index = from; index < Math.min(end, from + framesPerRead); index += 1) {
        const at = placeOf(index) - placeOf(from);
        const plain = opened(index, sealed.subarray(at, at + sealedLength(index)));
        all.set(plain, index * frameSize);
        release(plain);
      }
    }
    await coming;
    // Freed at once: otherwise the buffers stay allocated until garbage collection, in addition to a large file.
    if (given === null) buffers.clear();
  }

  return {
    size,
    frameCount: count,
    fill,
    async read(offset, length) {
      const end = Math.min(size, offset + length);
      const first = Math.floor(Math.min(offset, Math.max(0, size - 1)) / frameSize);
      const last = Math.max(first, Math.ceil(end / frameSize) - 1);
      const parts: Buffer[] = [];
      for (let index = first; index <= last; index += 1) parts.push(await frameAt(index));
      const from = Math.max(0, offset - first * frameSize);
      return Buffer.concat(parts).subarray(from, Math.max(from, end - first * frameSize));
    },
    async *frames() {
      const hash = createHash('sha256');
      for (let index = 0; index < count; index += 1) {
        const plain = await frameAt(index);
        hash.update(plain);
        yield plain;
      }
      if (hash.digest('hex') !== sha256) throw damaged(id);
    },
    close: () => handle.close(),
  };
}
