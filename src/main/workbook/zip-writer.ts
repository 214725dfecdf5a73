/**
 * @file Writes a ZIP archive as a stream: one file after the other, in constant memory. The container is that of fflate;
 * zlib compresses, in a thread of its own.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { PaydeskError } from '../../shared/errors.ts';
import type { WritableFile } from '../files/saving.ts';

/** The fastest level: others take two to four times as long for a file that is a fifth smaller. */
const level = 1;
/** Minimum number of bytes per write, except the last. */
const minWriteBytes = 256 * 1024;
/** Sizes and places of an archive without extensions have 32 bits. */
const maxArchiveBytes = 0xffff_ffff - 1_000_000;
/** Chunks of content that are made ahead while one is compressed. */
const chunksAhead = 2;

/** Writes an archive into a file. */
export class ZipWriter {
  readonly #file: WritableFile;
  readonly #modifiedAt: number;
  readonly #zip: Zip;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;

  /** `modifiedAt` is the time of all files, in milliseconds since 1970. */
  constructor(file: WritableFile, modifiedAt: number) {
    this.#file = file;
    this.#modifiedAt = modifiedAt;
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
    });
  }

  /** Adds a file. Rejects with `workbook-too-large`, and like the content and the written file. */
  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry: ZipInputFile = { filename: name, compression: 8, crc: 0, size: 0, mtime: this.#modifiedAt };
    this.#zip.add(entry);
    const push = (chunk: Uint8Array<ArrayBuffer>, isLast: boolean) => entry.ondata?.(null, chunk, isLast);
    async function* count(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        entry.crc = crc32(chunk, entry.crc);
        entry.size += chunk.length;
        if (entry.size > maxArchiveBytes) throw tooLarge();
        yield chunk;
      }
    }
    await pipeline(
      Readable.from(count(), { highWaterMark: chunksAhead }),
      createDeflateRaw({ level, chunkSize: minWriteBytes }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          // A copy, because the memory behind a chunk of zlib may be shared.
          push(new Uint8Array(chunk), false);
          if (this.#pendingBytes >= minWriteBytes) await this.#flush();
        }
      },
    );
    push(new Uint8Array(), true);
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
    if (this.#writtenBytes > maxArchiveBytes) throw tooLarge();
    await this.#file.writeFile(bytes);
  }
}

function tooLarge(): PaydeskError {
  return new PaydeskError('workbook-too-large', 'The rows do not fit into one workbook');
}
