/** @file Validates the chunks of a PNG image: completeness and checksums. */
import { crc32 } from 'node:zlib';
import type { DocumentWarning } from '../../../../shared/model/document.ts';
import type { Structure } from './structure.ts';

const signatureLength = 8;
const headerLength = 13;
/** Bit depths for each colour type. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function isHeader(bytes: Buffer): boolean {
  const [depth = 0, colour = 0, compression, filter, interlacing = 0] = bytes.subarray(8);
  const hasPixels = bytes.readUInt32BE(0) > 0 && bytes.readUInt32BE(4) > 0;
  const isKnown = compression === 0 && filter === 0 && interlacing <= 1;
  return hasPixels && isKnown && (depths[colour]?.includes(depth) ?? false);
}

export class PngStructure implements Structure {
  #finding: DocumentWarning | null = null;
  #hasEnded = false;
  #hasPixels = false;
  /** Bytes of the current part: signature, chunk header, or checksum. */
  #part = Buffer.alloc(0);
  #partLength = signatureLength;
  #step: 'signature' | 'start' | 'content' | 'sum' = 'signature';
  #type = '';
  #left = 0;
  #sum = 0;
  #chunks = 0;
  /** Content of the first chunk. */
  #header = Buffer.alloc(0);

  add(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#hasEnded && this.#finding === null) {
      at +=
        this.#step === 'content' ? this.#takeContent(bytes.subarray(at)) : this.#takePart(bytes.subarray(at));
    }
  }

  async finish(): Promise<DocumentWarning | 'sound'> {
    if (this.#finding !== null) return this.#finding;
    if (!this.#hasEnded) return 'image-cut-short';
    return this.#hasPixels ? 'sound' : 'image-damaged';
  }

  #takeContent(bytes: Buffer): number {
    const content = bytes.subarray(0, this.#left);
    this.#sum = crc32(content, this.#sum);
    if (this.#chunks === 1 && this.#header.length < headerLength)
      this.#header = Buffer.concat([this.#header, content.subarray(0, headerLength)]);
    this.#left -= content.length;
    if (this.#left === 0) this.#expect('sum', 4);
    return content.length;
  }

  #takePart(bytes: Buffer): number {
    const taken = bytes.subarray(0, this.#partLength - this.#part.length);
    this.#part = Buffer.concat([this.#part, taken]);
    if (this.#part.length === this.#partLength) this.#readPart(this.#part);
    return taken.length;
  }

  #expect(step: 'start' | 'content' | 'sum', length = 0): void {
    this.#step = step;
    this.#partLength = length;
    this.#part = Buffer.alloc(0);
  }

  #readPart(part: Buffer): void {
    if (this.#step === 'start') this.#startChunk(part);
    else if (this.#step === 'sum') this.#endChunk(part.readUInt32BE(0));
    else this.#expect('start', 8);
  }

  #startChunk(part: Buffer): void {
    this.#left = part.readUInt32BE(0);
    this.#type = part.toString('latin1', 4);
    this.#chunks += 1;
    const isFirst = this.#chunks === 1;
    if (
      !/^[A-Za-z]{4}$/.test(this.#type) ||
      this.#left > 0x7f_ff_ff_ff ||
      isFirst !== (this.#type === 'IHDR')
    ) {
      this.#finding = 'image-damaged';
      return;
    }
    this.#sum = crc32(part.subarray(4));
    if (this.#left === 0) this.#expect('sum', 4);
    else this.#expect('content');
  }

  #endChunk(sum: number): void {
    // Decoders skip damaged ancillary chunks and show the image.
    const isNeeded = /^[A-Z]/.test(this.#type);
    const isWrongHeader =
      this.#type === 'IHDR' && (this.#header.length < headerLength || !isHeader(this.#header));
    if ((isNeeded && sum !== this.#sum) || isWrongHeader) this.#finding = 'image-damaged';
    this.#hasPixels ||= this.#type === 'IDAT';
    this.#hasEnded = this.#type === 'IEND';
    this.#expect('start', 8);
  }
}
