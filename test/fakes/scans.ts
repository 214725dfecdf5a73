/** @file Valid documents of realistic sizes, different for each seed. */
import { crc32, deflateSync } from 'node:zlib';
import { createRandom } from '../../src/main/simulator/random.ts';
import { jpeg, pdf } from './files.ts';

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

function chunk(type: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(typeAndContent), 4);
  return Buffer.concat([frame.subarray(0, 4), typeAndContent, frame.subarray(4)]);
}

/** A grey PNG image of noise with about `width * height` bytes. */
function scannedPng(seed: number, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = createNoise(seed, (width + 1) * height);
  // Each line starts with its filter type: 0 for none.
  for (let line = 0; line < height; line += 1) pixels[line * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An SVG drawing with `lineCount` lines. */
function drawing(seed: number, lineCount: number): Buffer {
  const points = createNoise(seed, lineCount * 4);
  const paths = Array.from({ length: lineCount }, (_, index) => {
    const [x = 0, y = 0, dx = 0, dy = 0] = points.subarray(index * 4, index * 4 + 4);
    return `<path d="M${x} ${y} l${dx} ${dy}" stroke="#123" fill="none"/>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">\n${paths.join('\n')}\n</svg>\n`,
  );
}

/** A random document of an allowed type, with its extension. */
export function anyDocument(seed: number): { readonly extension: string; readonly bytes: Buffer } {
  const random = createRandom(seed);
  random();
  // Most scans are small, some are large.
  const size = Math.round(20_000 * Math.exp(random() * 4));
  switch (seed % 8) {
    case 0:
      return { extension: 'svg', bytes: drawing(seed, 200 + (seed % 400)) };
    case 1:
    case 2:
      return { extension: seed % 3 === 0 ? 'jpeg' : 'jpg', bytes: scannedJpeg(seed, size) };
    case 3: {
      const side = Math.round(Math.sqrt(size));
      return { extension: 'png', bytes: scannedPng(seed, side, side) };
    }
    default:
      return { extension: 'pdf', bytes: pdf(`Document ${seed}`, size) };
  }
}
