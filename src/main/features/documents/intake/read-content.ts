/** @file Reads the bytes of a file once: their SHA-256, the head, the structure, and the text of a drawing. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ContentKind, DocumentWarning } from '../../../../shared/model/documents/document.ts';
import { detectEncoding, headLength } from './content.ts';
import { JpegStructure } from './jpeg-structure.ts';
import { openDocument } from './open.ts';
import { PdfStructure } from './pdf-structure.ts';
import { PngStructure } from './png-structure.ts';
import { chunkLength, type Watcher } from './reread.ts';
import type { Peek, StructureCheck } from './structure.ts';

/** What was read of a file. */
export interface FileContent {
  readonly size: number;
  readonly modifiedAt: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** The whole text, if requested and not too long. */
  readonly text: string | null;
  readonly defects: readonly DocumentWarning[] | 'doubtful';
}

const structures: Readonly<Record<ContentKind, (() => StructureCheck) | null>> = {
  pdf: () => new PdfStructure(),
  png: () => new PngStructure(),
  jpeg: () => new JpegStructure(),
  svg: null,
  other: null,
};

/** Creates the check for a kind of file; `null` when there is none. */
function structureOf(kind: ContentKind): StructureCheck | null {
  return structures[kind]?.() ?? null;
}

/** Larger drawings are rejected without being parsed: no scan is an SVG of this size. */
const maxSvgBytes = 32 * 1024 * 1024;

/** Buffers that no file uses. A new buffer for each file would take longer to allocate than the file to read. */
const freeBuffers: Buffer[] = [];

/** Reads and hashes a file; `null` when the file changed during the read. */
export async function readContent(
  path: string,
  expectedKind: ContentKind,
  watcher: Watcher,
): Promise<FileContent | null> {
  const { file, status } = await openDocument(path);
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkLength);
  try {
    const isText = expectedKind === 'svg' && status.size <= maxSvgBytes;
    const structure = structureOf(expectedKind);
    const hash = createHash('sha256');
    const textChunks: Buffer[] = [];
    const maxTextBytes = isText ? status.size : headLength;
    let length = 0;
    let lastChunk: Buffer = Buffer.alloc(0);
    for await (const chunk of readChunks(file, buffer, status.size)) {
      watcher.onProgress();
      hash.update(chunk);
      if (length < maxTextBytes) textChunks.push(Buffer.from(chunk.subarray(0, maxTextBytes - length)));
      structure?.add(chunk);
      lastChunk = chunk;
      length += chunk.length;
      if (length > status.size) return null;
    }
    const peek: Peek = async (position, bytes) => {
      const start = length - lastChunk.length;
      // The end of a small file is still in memory.
      if (position >= start) return lastChunk.subarray(position - start, position - start + bytes);
      const peeked = await file.read(Buffer.alloc(bytes), 0, bytes, position);
      return peeked.buffer.subarray(0, peeked.bytesRead);
    };
    const structureResult = length === 0 || structure === null ? 'sound' : await structure.finish(peek);
    const statusAfter = await file.stat();
    if (length !== status.size || statusAfter.size !== status.size || statusAfter.mtimeMs !== status.mtimeMs)
      return null;
    const bytes = Buffer.concat(textChunks);
    return {
      size: length,
      modifiedAt: statusAfter.mtimeMs,
      sha256: hash.digest('hex'),
      head: bytes.subarray(0, headLength),
      defects: defectsOf(structureResult),
      text: isText ? new TextDecoder(detectEncoding(bytes)).decode(bytes) : null,
    };
  } finally {
    freeBuffers.push(buffer);
    await file.close();
  }
}

function defectsOf(result: DocumentWarning | 'sound' | 'doubtful'): FileContent['defects'] {
  if (result === 'doubtful') return result;
  return result === 'sound' ? [] : [result];
}

/**
 * Reads a file into a buffer, chunk by chunk. A chunk is valid until the next one is requested. Requests one byte more than
 * the `size` that the file had, so that the read that ends there also shows that nothing follows.
 */
async function* readChunks(file: FileHandle, buffer: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let length = 0; ; ) {
    const lengthToRead = Math.min(buffer.length, Math.max(0, size - length) + 1);
    const { bytesRead } = await file.read(buffer, 0, lengthToRead);
    if (bytesRead === 0) return;
    length += bytesRead;
    yield buffer.subarray(0, bytesRead);
    if (length === size && bytesRead < lengthToRead) return;
  }
}
