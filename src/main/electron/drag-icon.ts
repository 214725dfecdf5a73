/** @file What the pointer carries while a file is dragged out: a sheet of paper. Electron drags nothing without a picture. */
import { type NativeImage, nativeImage } from 'electron';

/** A PNG of 64 by 64 pixels. */
const sheet =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAArElEQVR42u3XsQnDMBCGUc+XPjtkoNRZISM6lcGtcHT3G70P' +
  'DlSKB4fsbZMkaajH87XPnOUB4hGOS87oFghVALEIFQDn87IAsQiVAJEI1QBxCB0AUQhdADEInQARCN0A7QgJAK0IlV+Ckf8O' +
  'iQClCDMBrqABAAAAAAAAAABEALw/378PACsAAAAAAAA8gwCsAAAAAAAA8AwCsAIAAAAAAAAAAABNAGkDQJI01g8JalxBQemG' +
  'egAAAABJRU5ErkJggg==';

/** The picture, 32 by 32 units on a screen of double density. */
export function dragIcon(): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(sheet, 'base64'), { scaleFactor: 2 });
}
