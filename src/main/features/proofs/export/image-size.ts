/** @file The size of an image as its header states it, so that a huge one is never decoded. */

/** Offset of width and height in a PNG, after the signature and the head of the first chunk. */
const pngSizeOffset = 16;

/** The characters `IEND`. */
const pngEnd = 0x49454e44;

/** Segments of a JPEG to inspect before the image data. */
const maxSegments = 1_000;

/** True for a PNG whose chunks follow each other up to the last, which is empty. */
function hasAllChunks(view: DataView): boolean {
  let offset = 8;
  while (offset + 12 <= view.byteLength) {
    const length = view.getUint32(offset);
    if (length === 0 && view.getUint32(offset + 4) === pngEnd) return offset > pngSizeOffset;
    offset += 12 + length;
  }
  return false;
}

/** Returns the number of pixels of an image, `null` when its header does not state it, and for a PNG that is cut off. */
export function countPixels(kind: 'png' | 'jpeg', bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'png') {
    if (!hasAllChunks(view)) return null;
    return view.getUint32(pngSizeOffset) * view.getUint32(pngSizeOffset + 4) || null;
  }
  let offset = 2;
  for (let segment = 0; segment < maxSegments && offset + 9 <= bytes.length; segment += 1) {
    const marker = view.getUint16(offset);
    if (marker < 0xff00) return null;
    // A frame states the size; 0xc4, 0xc8 and 0xcc are tables between the frames' numbers.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return view.getUint16(offset + 5) * view.getUint16(offset + 7) || null;
    // Bytes of padding before a marker.
    offset += marker === 0xffff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return null;
}
