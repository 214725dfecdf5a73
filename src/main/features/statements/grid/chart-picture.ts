/** @file Pictures of charts that the window drew, before they are written to a file of the clerk. */
import { PaydeskError } from '../../../../shared/errors.ts';

/** The first bytes of every PNG image, up to the width. */
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const sizeOffset = pngStart.length;
/** Largest width and height of an image on a page, in pixels: the pixels are decoded. */
const maxPixels = 4_000;

function refuse(why: string): never {
  throw new PaydeskError('arguments-invalid', `The picture of a chart ${why}`);
}

/** Returns the bytes of a PNG image. Throws `arguments-invalid` for other bytes. */
export function decodeImage(base64: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < sizeOffset + 8 || !bytes.subarray(0, sizeOffset).equals(pngStart))
    refuse('is not a PNG image');
  return bytes;
}

/** Throws `arguments-invalid` for a PNG image that is too large. */
export function requireSmallImage(bytes: Buffer): void {
  const [width, height] = [bytes.readUInt32BE(sizeOffset), bytes.readUInt32BE(sizeOffset + 4)];
  if (width === 0 || height === 0 || width > maxPixels || height > maxPixels)
    refuse('has an unsuitable size');
}
