/** @file The image shown while a file is dragged out: a sheet of paper. Electron requires an image. */
import { type NativeImage, nativeImage } from 'electron';

/** A PNG of 64 by 64 pixels. */
const sheetImageBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAArElEQVR42u3XsQnDMBCGUc+XPjtkoNRZISM6lcGtcHT3G70P' +
  'DlSKB4fsbZMkaajH87XPnOUB4hGOS87oFghVALEIFQDn87IAsQiVAJEI1QBxCB0AUQhdADEInQARCN0A7QgJAK0IlV+Ckf8O' +
  'iQClCDMBrqABAAAAAAAAAABEALw/378PACsAAAAAAAA8gwCsAAAAAAAA8AwCsAIAAAAAAAAAAABNAGkDQJI01g8JalxBQemG' +
  'egAAAABJRU5ErkJggg==';

/** Returns the image: 32 by 32 points, in double resolution. */
export function createDragIcon(): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(sheetImageBase64, 'base64'), { scaleFactor: 2 });
}
