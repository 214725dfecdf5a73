/** @file Generates small valid PNG files: a receipt with a bar code. */
import { crc32, deflateSync } from 'node:zlib';

const width = 360;
const height = 120;
/** White space around the bars, in pixels. */
const marginX = 20;
const marginY = 15;
const barWidth = 2;
const white = 0xff;
const dark = 0x20;

/** Generates a greyscale bar code that depends on `text`. */
export function createBarcodePng(text: string): Buffer {
  const bars = [...Buffer.from(text)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  // Each row starts with its filter type: 0 for none.
  const row = Buffer.alloc(width + 1, white);
  row[0] = 0;
  for (let x = marginX; x < width - marginX; x += 1) {
    row[x + 1] = bars[Math.floor((x - marginX) / barWidth) % bars.length] === 1 ? dark : white;
  }
  const blankRow = Buffer.alloc(width + 1, white);
  blankRow[0] = 0;
  const isMargin = (y: number) => y < marginY || y >= height - marginY;
  const rows = Array.from({ length: height }, (_, y) => (isMargin(y) ? blankRow : row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth; the remaining zeros mean greyscale without interlacing.
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(Buffer.concat(rows))),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(typeAndData.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typeAndData.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return chunk;
}
