/** @file Generates small valid PNG files: a receipt with a bar code. */
import { crc32, deflateSync } from 'node:zlib';

const width = 360;
const height = 120;

/** Generates a greyscale bar code that depends on `text`. */
export function barcodePng(text: string): Buffer {
  const bars = [...Buffer.from(text)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  const row = Buffer.alloc(width + 1, 0xff);
  row[0] = 0;
  for (let x = 20; x < width - 20; x += 1) {
    row[x + 1] = bars[Math.floor((x - 20) / 2) % bars.length] === 1 ? 0x20 : 0xff;
  }
  const blank = Buffer.alloc(width + 1, 0xff);
  blank[0] = 0;
  const rows = Array.from({ length: height }, (_, y) => (y < 15 || y >= height - 15 ? blank : row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
