/** @file Pictures of charts that the window drew, before they are written to a file of the clerk. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { ChartPicture } from '../../../shared/model/review-chart.ts';
import { inspectDrawing } from '../../svg-content.ts';

/** The first bytes of every PNG image. */
const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function refuse(why: string): never {
  throw new PaydeskError('arguments-invalid', `The picture of a chart ${why}`);
}

/**
 * Returns the bytes of a picture. Throws `arguments-invalid` for anything but a drawing or an image: names from statements
 * are in the picture, and the file may be opened in a browser.
 */
export function decodePicture(picture: ChartPicture): Uint8Array {
  switch (picture.format) {
    case 'svg': {
      const finding = inspectDrawing(picture.text);
      if (finding !== null) refuse(`is not a drawing, or is active: ${finding.what}`);
      return new TextEncoder().encode(picture.text);
    }
    case 'png': {
      const bytes = Buffer.from(picture.base64, 'base64');
      if (!pngSignature.every((byte, index) => bytes[index] === byte)) refuse('is not a PNG image');
      return bytes;
    }
  }
}
