/** @file The segments of a JPEG image: whether they follow each other to the end of the image. */
import type { DocumentWarning } from '../../../../shared/model/documents/document.ts';
import type { StructureCheck } from './structure.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Bytes of a frame header that are read: precision, height and width. */
const frameFieldsLength = 5;

/** A marker without a segment: part of a scan, or standalone. */
const isStandaloneMarker = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/**
 * A frame header, which precedes the pixels and holds the size of the image. Markers of tables are in the same range.
 */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export class JpegStructure implements StructureCheck {
  #defect: DocumentWarning | null = null;
  #hasEnded = false;
  #hasFrame = false;
  #hasScan = false;
  #step: 'between' | 'marker' | 'length' | 'segment' = 'between';
  #marker = 0;
  /** The bytes read so far of a segment length or a frame header. */
  #part: number[] = [];
  #remainingBytes = 0;

  add(bytes: Buffer): void {
    let offset = 0;
    while (offset < bytes.length && !this.#hasEnded && this.#defect === null)
      offset = this.#consumeStep(bytes, offset);
  }

  async finish(): Promise<DocumentWarning | 'sound'> {
    if (this.#defect !== null) return this.#defect;
    if (!this.#hasEnded) return 'image-cut-short';
    return this.#hasFrame && this.#hasScan ? 'sound' : 'image-damaged';
  }

  /** Consumes the bytes of the current step; returns the offset of the next one. */
  #consumeStep(bytes: Buffer, offset: number): number {
    switch (this.#step) {
      case 'between': {
        // Decoders also skip stray bytes between segments. Within pixels, 0xff is followed by a zero.
        let next = bytes.indexOf(0xff, offset);
        while (next !== -1 && bytes[next + 1] === 0) next = bytes.indexOf(0xff, next + 2);
        if (next !== -1) this.#step = 'marker';
        return next === -1 ? bytes.length : next + 1;
      }
      case 'marker':
        this.#readMarker(bytes[offset] ?? 0);
        return offset + 1;
      case 'length':
        this.#readLength(bytes[offset] ?? 0);
        return offset + 1;
      case 'segment':
        return this.#consumeSegment(bytes, offset);
    }
  }

  #readMarker(marker: number): void {
    // Fill bytes may precede a marker.
    if (marker === 0xff) return;
    this.#step = 'between';
    if (marker === 0 || isStandaloneMarker(marker) || (marker === startOfImage && !this.#hasFrame)) return;
    if (marker === endOfImage) this.#hasEnded = true;
    else if (marker < 0xc0 || marker === startOfImage) this.#defect = 'image-damaged';
    else {
      this.#marker = marker;
      this.#step = 'length';
      this.#part = [];
    }
  }

  #readLength(byte: number): void {
    this.#part.push(byte);
    const [high, low] = this.#part;
    if (high === undefined || low === undefined) return;
    this.#remainingBytes = high * 256 + low - 2;
    this.#part = [];
    this.#step = 'segment';
    if (
      this.#remainingBytes < 0 ||
      (isFrameHeader(this.#marker) && this.#remainingBytes <= frameFieldsLength)
    )
      this.#defect = 'image-damaged';
    else if (this.#remainingBytes === 0) this.#endSegment();
  }

  #consumeSegment(bytes: Buffer, offset: number): number {
    const end = Math.min(bytes.length, offset + this.#remainingBytes);
    if (isFrameHeader(this.#marker))
      this.#part.push(...bytes.subarray(offset, Math.min(end, offset + frameFieldsLength)));
    this.#remainingBytes -= end - offset;
    if (this.#remainingBytes === 0) this.#endSegment();
    return end;
  }

  #endSegment(): void {
    this.#step = 'between';
    this.#hasScan ||= this.#marker === startOfScan;
    if (!isFrameHeader(this.#marker)) return;
    this.#hasFrame = true;
    // The height may be defined after the pixels, the width may not.
    if (this.#part[3] === 0 && this.#part[4] === 0) this.#defect = 'image-damaged';
  }
}
