/** @file Validates the chunks of a PNG image: completeness and checksums. */
import { crc32 } from 'node:zlib';
import type { DocumentWarning } from '../../../../shared/model/documents/document.ts';
import type { StructureCheck } from './structure.ts';

const signatureLength = 8;
/** Bytes of the header chunk: width, height (four bytes each) and five single-byte fields. */
const headerLength = 13;
/** Bytes of the length and the type that begin a chunk. */
const chunkStartLength = 8;
const checksumLength = 4;
/** Valid bit depths by colour type. */
const bitDepthsByColourType: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function isValidHeader(bytes: Buffer): boolean {
  const [depth = 0, colour = 0, compression, filter, interlacing = 0] = bytes.subarray(8);
  const hasPixels = bytes.readUInt32BE(0) > 0 && bytes.readUInt32BE(4) > 0;
  const isSupported = compression === 0 && filter === 0 && interlacing <= 1;
  return hasPixels && isSupported && (bitDepthsByColourType[colour]?.includes(depth) ?? false);
}

export class PngStructure implements StructureCheck {
  #defect: DocumentWarning | null = null;
  #hasEnded = false;
  #hasPixels = false;
  /** Bytes of the current part: signature, chunk header, or checksum. */
  #part = Buffer.alloc(0);
  #partLength = signatureLength;
  #step: 'signature' | 'start' | 'content' | 'sum' = 'signature';
  #chunkType = '';
  #remainingBytes = 0;
  #checksum = 0;
  #chunkCount = 0;
  /** Content of the first chunk. */
  #header = Buffer.alloc(0);

  add(bytes: Buffer): void {
    let offset = 0;
    while (offset < bytes.length && !this.#hasEnded && this.#defect === null) {
      offset +=
        this.#step === 'content'
          ? this.#consumeContent(bytes.subarray(offset))
          : this.#consumePart(bytes.subarray(offset));
    }
  }

  async finish(): Promise<DocumentWarning | 'sound'> {
    if (this.#defect !== null) return this.#defect;
    if (!this.#hasEnded) return 'image-cut-short';
    return this.#hasPixels ? 'sound' : 'image-damaged';
  }

  #consumeContent(bytes: Buffer): number {
    const content = bytes.subarray(0, this.#remainingBytes);
    this.#checksum = crc32(content, this.#checksum);
    if (this.#chunkCount === 1 && this.#header.length < headerLength)
      this.#header = Buffer.concat([this.#header, content.subarray(0, headerLength)]);
    this.#remainingBytes -= content.length;
    if (this.#remainingBytes === 0) this.#startStep('sum', checksumLength);
    return content.length;
  }

  #consumePart(bytes: Buffer): number {
    const consumed = bytes.subarray(0, this.#partLength - this.#part.length);
    this.#part = Buffer.concat([this.#part, consumed]);
    if (this.#part.length === this.#partLength) this.#readPart(this.#part);
    return consumed.length;
  }

  #startStep(step: 'start' | 'content' | 'sum', length = 0): void {
    this.#step = step;
    this.#partLength = length;
    this.#part = Buffer.alloc(0);
  }

  #readPart(part: Buffer): void {
    if (this.#step === 'start') this.#startChunk(part);
    else if (this.#step === 'sum') this.#endChunk(part.readUInt32BE(0));
    else this.#startStep('start', chunkStartLength);
  }

  #startChunk(part: Buffer): void {
    this.#remainingBytes = part.readUInt32BE(0);
    this.#chunkType = part.toString('latin1', 4);
    this.#chunkCount += 1;
    const isFirst = this.#chunkCount === 1;
    if (
      !/^[A-Za-z]{4}$/.test(this.#chunkType) ||
      this.#remainingBytes > 0x7f_ff_ff_ff ||
      isFirst !== (this.#chunkType === 'IHDR')
    ) {
      this.#defect = 'image-damaged';
      return;
    }
    this.#checksum = crc32(part.subarray(4));
    if (this.#remainingBytes === 0) this.#startStep('sum', checksumLength);
    else this.#startStep('content');
  }

  #endChunk(checksum: number): void {
    // Decoders skip damaged ancillary chunks and show the image.
    const isCritical = /^[A-Z]/.test(this.#chunkType);
    const isInvalidHeader =
      this.#chunkType === 'IHDR' && (this.#header.length < headerLength || !isValidHeader(this.#header));
    if ((isCritical && checksum !== this.#checksum) || isInvalidHeader) this.#defect = 'image-damaged';
    this.#hasPixels ||= this.#chunkType === 'IDAT';
    this.#hasEnded = this.#chunkType === 'IEND';
    this.#startStep('start', chunkStartLength);
  }
}
