/**
 * @file Writes a ZIP archive as a stream: one file after the other, in constant memory. The container is that of fflate;
 * zlib compresses.
 */
import { Zip, type ZipInputFile } from 'fflate';
import { PaydeskError } from '../../../shared/errors.ts';
import type { WritableFile } from '../../files/saving.ts';
import { combineCrc, type DeflatedContent, deflateContent, endOfDeflated } from './deflated-content.ts';

/** Minimum number of bytes per write, except the last. */
const minWriteBytes = 256 * 1024;
/** Most files, and sizes and places in bytes, of an archive without extensions. */
const maxFiles = 0xffff;
const maxArchiveBytes = 0xffff_ffff - 1_000_000;
/** The pieces of a file, in their order. */
type ZipContent = AsyncIterable<Uint8Array | DeflatedContent> | Iterable<Uint8Array>;

/** Writes an archive into a file. */
export class ZipWriter {
  readonly #file: WritableFile;
  readonly #modifiedAt: number;
  readonly #tooLarge: PaydeskError;
  readonly #zip: Zip;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;
  #files = 0;

  /** `modifiedAt` is the time of all files, in milliseconds since 1970. */
  constructor(file: WritableFile, modifiedAt: number, code: 'workbook-too-large' | 'zip-too-large') {
    this.#file = file;
    this.#modifiedAt = modifiedAt;
    this.#tooLarge = new PaydeskError(code, 'The content does not fit into one archive');
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
    });
  }

  /** Adds a file of pieces, which may be compressed. Rejects when the archive is too large, and like the content and the written file. */
  async add(name: string, content: ZipContent): Promise<void> {
    this.#files += 1;
    if (this.#files > maxFiles) throw this.#tooLarge;
    const entry: ZipInputFile = { filename: name, compression: 8, crc: 0, size: 0, mtime: this.#modifiedAt };
    this.#zip.add(entry);
    for await (const piece of content) {
      const { deflated, size, crc } = piece instanceof Uint8Array ? await deflateContent(piece) : piece;
      entry.crc = combineCrc(entry.crc, crc, size);
      entry.size += size;
      if (entry.size > maxArchiveBytes) throw this.#tooLarge;
      entry.ondata?.(null, deflated, false);
      if (this.#pendingBytes >= minWriteBytes) await this.#flush();
    }
    entry.ondata?.(null, endOfDeflated, true);
  }

  /** Writes the directory of the archive. */
  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#writtenBytes += bytes.length;
    if (this.#writtenBytes > maxArchiveBytes) throw this.#tooLarge;
    await this.#file.writeFile(bytes);
  }
}
