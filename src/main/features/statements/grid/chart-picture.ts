/** @file Pictures of charts that the window drew, before they are written to a file of the clerk. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { ChartPicture } from '../../../../shared/model/statements/statement-chart.ts';
import { inspectDrawing } from '../../../formats/svg/svg-content.ts';

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

/**
 * Returns the bytes of a picture. Throws `arguments-invalid` for anything but a drawing or an image: names from statements
 * are in the picture, and the file may be opened in a browser.
 */
export function decodePicture(picture: Exclude<ChartPicture, { readonly format: 'pdf' }>): Uint8Array {
  if (picture.format === 'png') return decodeImage(picture.base64);
  const finding = inspectDrawing(picture.text);
  if (finding !== null) refuse(`is not a drawing, or is active: ${finding.what}`);
  return new TextEncoder().encode(picture.text);
}
