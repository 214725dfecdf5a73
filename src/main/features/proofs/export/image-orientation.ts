/** @file The EXIF orientation of a photo, and the PDF matrix that displays it upright. */

/** EXIF orientation: 1 displays the image as stored, 5 to 8 swap width and height. */
type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const orientationTag = 0x0112;
/** Byte order marks of a TIFF header: `II` and `MM`. */
const littleEndianMark = 0x4949;
const bigEndianMark = 0x4d4d;
/** The characters `Exif`. */
const exifSignature = 0x45786966;
/** Directory entries to inspect; cameras write about twelve. */
const maxEntries = 512;
/** Segments to inspect before the image data. */
const maxSegments = 1_000;

/** Reads the orientation from the TIFF header of an EXIF segment. */
function readTiffOrientation(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const isLittleEndian = view.getUint16(0) === littleEndianMark;
  if (!isLittleEndian && view.getUint16(0) !== bigEndianMark) return 1;
  const directoryOffset = view.getUint32(4, isLittleEndian);
  if (directoryOffset + 2 > tiff.length) return 1;
  const entries = Math.min(view.getUint16(directoryOffset, isLittleEndian), maxEntries);
  for (let index = 0; index < entries; index += 1) {
    const entryOffset = directoryOffset + 2 + 12 * index;
    if (entryOffset + 12 > tiff.length) return 1;
    if (view.getUint16(entryOffset, isLittleEndian) !== orientationTag) continue;
    const value = view.getUint16(entryOffset + 8, isLittleEndian);
    return orientations.find((orientation) => orientation === value) ?? 1;
  }
  return 1;
}

/** Reads the orientation from the EXIF segment of a JPEG; 1 without one. */
export function readJpegOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let segmentOffset = 2;
  for (let segment = 0; segment < maxSegments && segmentOffset + 4 <= bytes.length; segment += 1) {
    const marker = view.getUint16(segmentOffset);
    const length = view.getUint16(segmentOffset + 2);
    // The image data starts at SOS; anything but a marker ends the segments.
    if (marker < 0xff00 || marker === 0xffda || length < 2) return 1;
    const isExif =
      marker === 0xffe1 &&
      segmentOffset + 10 <= bytes.length &&
      view.getUint32(segmentOffset + 4) === exifSignature;
    if (isExif) return readTiffOrientation(bytes.subarray(segmentOffset + 10, segmentOffset + 2 + length));
    segmentOffset += 2 + length;
  }
  return 1;
}

/** Returns true when the image is displayed with width and height swapped. */
export function hasSwappedSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** A rectangle on a page, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Creates the PDF transformation matrix that maps an image (the unit square) upright into a box. */
export function createUprightMatrix(
  orientation: Orientation,
  { x, y, width: w, height: h }: Box,
): readonly [number, number, number, number, number, number] {
  const [right, top] = [x + w, y + h];
  switch (orientation) {
    case 1:
      return [w, 0, 0, h, x, y];
    case 2:
      return [-w, 0, 0, h, right, y];
    case 3:
      return [-w, 0, 0, -h, right, top];
    case 4:
      return [w, 0, 0, -h, x, top];
    case 5:
      return [0, -h, -w, 0, right, top];
    case 6:
      return [0, -h, w, 0, x, top];
    case 7:
      return [0, h, w, 0, x, y];
    case 8:
      return [0, h, -w, 0, right, y];
  }
}
