/** @file Valid documents, different for each seed: PDFs and JPEG images of realistic sizes, and small PNG images and drawings. */
import { createRandom } from '../../../src/main/practice/data/random.ts';
import { jpeg, pdf, png, svg } from './files.ts';

/** Returns random bytes, which deflate cannot shrink. Takes about 4 ms for a megabyte. */
function createNoise(seed: number, length: number): Buffer {
  const random = createRandom(seed);
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let index = 0; index < words.length; index += 1) words[index] = random() * 2 ** 32;
  return Buffer.from(words.buffer, 0, length);
}

/** A segment of a JPEG has at most 65,535 bytes after its marker. */
const maxSegmentBytes = 65_000;

/** A JPEG image of about `bytes` bytes, filled with comment segments of noise. */
function scannedJpeg(seed: number, bytes: number): Buffer {
  const image = jpeg('');
  const segments: Buffer[] = [];
  for (let remaining = bytes - image.length; remaining > 4; remaining -= maxSegmentBytes) {
    const content = createNoise(seed + remaining, Math.min(remaining, maxSegmentBytes) - 4);
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    segments.push(head, content);
  }
  // The segments follow the two bytes that start every JPEG.
  return Buffer.concat([image.subarray(0, 2), ...segments, image.subarray(2)]);
}

/** A random document of an allowed type, with its extension. */
export function anyDocument(seed: number): { readonly extension: string; readonly bytes: Buffer } {
  const random = createRandom(seed);
  random();
  // Most scans are small, some are large.
  const size = Math.round(20_000 * Math.exp(random() * 4));
  switch (seed % 8) {
    case 0:
      return { extension: 'svg', bytes: svg(`Drawing ${seed}`) };
    case 1:
    case 2:
      return { extension: seed % 3 === 0 ? 'jpeg' : 'jpg', bytes: scannedJpeg(seed, size) };
    case 3:
      return { extension: 'png', bytes: png(`Image ${seed}`) };
    default:
      return { extension: 'pdf', bytes: pdf(`Document ${seed}`, size) };
  }
}
