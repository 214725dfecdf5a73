/** @file A library with two sealed files of three frames, one of which a test alters. */
import { readFile, writeFile } from 'node:fs/promises';
import { codeOf, createLibraryFixture, pattern } from './library-fixture.ts';

const frameSize = 256 * 1024;
/** Bytes of content: three frames. */
export const contentSize = 2 * frameSize + 5000;
/** Bytes of the authentication tag of a sealed frame. */
const tagSize = 16;
const sealedFrameSize = frameSize + tagSize;

/** Creates a library with two files of the same length, and returns what a test needs to alter the first one. */
export async function createAlteredFile() {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const { id } = await library.seal('proof', 'one', [pattern(contentSize)]);
  const other = await library.seal('proof', 'other', [Buffer.alloc(contentSize, 9)]);
  const path = fixture.fileOf(id);
  const bytes = await readFile(path);
  const headerSize = bytes.length - contentSize - 3 * tagSize;

  /** Writes the file with other bytes and returns the error code of reading it. */
  async function readAltered(altered: Buffer): Promise<unknown> {
    await writeFile(path, altered);
    return codeOf(library.readAll(id));
  }

  return {
    library,
    id,
    path,
    bytes,
    otherBytes: await readFile(fixture.fileOf(other.id)),
    headerSize,
    /** Offset of a frame. */
    offsetOf: (index: number) => headerSize + index * sealedFrameSize,
    readAltered,
    /** Reads the file with one flipped bit at each offset; returns the offsets at which it was not refused. */
    async findAccepted(offsets: readonly number[]) {
      const acceptedOffsets: number[] = [];
      for (const [index, offset] of offsets.entries()) {
        const altered = Buffer.from(bytes);
        altered[offset] = (altered[offset] ?? 0) ^ (1 << (index % 8));
        const code = await readAltered(altered).catch(() => 'read');
        if (code !== 'library-item-damaged' && code !== 'library-newer') acceptedOffsets.push(offset);
      }
      return acceptedOffsets;
    },
  };
}
