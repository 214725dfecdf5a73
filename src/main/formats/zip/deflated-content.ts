/** @file Compresses pieces of a file in an archive, each by itself, so that they can be made in any thread. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** The fastest level: others take two to four times as long for a file that is a fifth smaller. */
const level = 1;
/**
 * Size of an output buffer. While the calling thread is busy, only as much output is made: a part that compresses to
 * less is finished without that thread.
 */
const chunkSize = 128 * 1024;
const compress = promisify(deflateRaw);

/** A compressed piece. Pieces follow each other in a file, which ends with {@link endOfDeflated}. */
export interface DeflatedContent {
  readonly deflated: Uint8Array<ArrayBuffer>;
  /** Bytes before compression. */
  readonly size: number;
  /** CRC-32 of the bytes before compression. */
  readonly crc: number;
}

/** The last block of compressed data, without content. */
export const endOfDeflated = Uint8Array.of(0x03, 0x00);

/** Compresses a content whose parts are added one after the other, in threads of zlib, while the next part is made. */
export class ContentDeflater {
  readonly #parts: Promise<Buffer>[] = [];
  #size = 0;
  #crc = 0;

  /** Begins to compress a part, which must not change afterwards. */
  add(bytes: Uint8Array): void {
    this.#parts.push(compress(bytes, { level, chunkSize, finishFlush: constants.Z_FULL_FLUSH }));
    this.#size += bytes.length;
    this.#crc = crc32(bytes, this.#crc);
  }

  /** Resolves with the parts as one piece once all are compressed. */
  async finish(): Promise<DeflatedContent> {
    const deflated = Buffer.concat(await Promise.all(this.#parts));
    return { deflated: new Uint8Array(deflated), size: this.#size, crc: this.#crc };
  }
}

/** Compresses a piece in a thread of zlib. */
export async function deflateContent(bytes: Uint8Array): Promise<DeflatedContent> {
  const deflater = new ContentDeflater();
  deflater.add(bytes);
  return deflater.finish();
}

const bits = 32;
/** The polynomial of CRC-32 with its bits reversed. */
const polynomial = 0xedb88320;

/** Multiplies a matrix of bits, a number for each column, by a vector. */
function multiply(matrix: Uint32Array, vector: number): number {
  let product = 0;
  for (let bit = 0, left = vector; left !== 0; bit += 1, left >>>= 1)
    if ((left & 1) === 1) product ^= matrix[bit] ?? 0;
  return product >>> 0;
}

const squared = (matrix: Uint32Array) => matrix.map((column) => multiply(matrix, column));

/** The matrix that appends one bit of value zero to the data of a CRC. */
function oneZeroBit(): Uint32Array {
  return Uint32Array.from({ length: bits }, (_, bit) => (bit === 0 ? polynomial : 2 ** (bit - 1)));
}

/** Returns the CRC-32 of data whose first part has the CRC `first`, and whose second part has `size` bytes and `second`. */
export function combineCrc(first: number, second: number, size: number): number {
  let matrix = squared(squared(squared(oneZeroBit())));
  let combined = first;
  // Appends `size` zero bytes by powers of two of them.
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) combined = multiply(matrix, combined);
    matrix = squared(matrix);
  }
  return (combined ^ second) >>> 0;
}
