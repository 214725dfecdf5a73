/** @file The segments of a JPEG image: whether they follow each other to the end of the image. */
import type { DocumentWarning } from '../../../../shared/model/document.ts';
import type { Structure } from './structure.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Bytes of a frame's segment that say how wide the image is: precision, height, width. */
const frameLength = 5;

/** A marker without a segment: part of a scan, or standalone. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/**
 * A frame header, which precedes the pixels and holds the size of the image. Markers of tables are in the same range.
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export class JpegStructure implements Structure {
  #finding: DocumentWarning | null = null;
  #hasEnded = false;
  #hasFrame = false;
  #hasScan = false;
  #step: 'between' | 'marker' | 'length' | 'segment' = 'between';
  #marker = 0;
  /** Bytes of a length that were read, or of a frame's segment. */
  #part: number[] = [];
  #left = 0;

  add(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#hasEnded && this.#finding === null) at = this.#take(bytes, at);
  }

  async finish(): Promise<DocumentWarning | 'sound'> {
    if (this.#finding !== null) return this.#finding;
    if (!this.#hasEnded) return 'image-cut-short';
    return this.#hasFrame && this.#hasScan ? 'sound' : 'image-damaged';
  }

  /** Consumes the current part; returns the position of the rest. */
  #take(bytes: Buffer, at: number): number {
    switch (this.#step) {
      case 'between': {
        // Decoders also skip stray bytes between segments. Within pixels, 0xff is followed by a zero.
        let next = bytes.indexOf(0xff, at);
        while (next !== -1 && bytes[next + 1] === 0) next = bytes.indexOf(0xff, next + 2);
        if (next !== -1) this.#step = 'marker';
        return next === -1 ? bytes.length : next + 1;
      }
      case 'marker':
        this.#readMarker(bytes[at] ?? 0);
        return at + 1;
      case 'length':
        this.#readLength(bytes[at] ?? 0);
        return at + 1;
      case 'segment':
        return this.#takeSegment(bytes, at);
    }
  }

  #readMarker(marker: number): void {
    // Fill bytes may precede a marker.
    if (marker === 0xff) return;
    this.#step = 'between';
    if (marker === 0 || standsAlone(marker) || (marker === startOfImage && !this.#hasFrame)) return;
    if (marker === endOfImage) this.#hasEnded = true;
    else if (marker < 0xc0 || marker === startOfImage) this.#finding = 'image-damaged';
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
    this.#left = high * 256 + low - 2;
    this.#part = [];
    this.#step = 'segment';
    if (this.#left < 0 || (isFrame(this.#marker) && this.#left <= frameLength))
      this.#finding = 'image-damaged';
    else if (this.#left === 0) this.#endSegment();
  }

  #takeSegment(bytes: Buffer, at: number): number {
    const until = Math.min(bytes.length, at + this.#left);
    if (isFrame(this.#marker)) this.#part.push(...bytes.subarray(at, Math.min(until, at + frameLength)));
    this.#left -= until - at;
    if (this.#left === 0) this.#endSegment();
    return until;
  }

  #endSegment(): void {
    this.#step = 'between';
    this.#hasScan ||= this.#marker === startOfScan;
    if (!isFrame(this.#marker)) return;
    this.#hasFrame = true;
    // The height may be defined after the pixels, the width may not.
    if (this.#part[3] === 0 && this.#part[4] === 0) this.#finding = 'image-damaged';
  }
}
