/** @file Small hand-made JPEG images: grey squares of 8 by 8 pixels, with or without an EXIF orientation. */

/** Number of Huffman codes for differences: one code for each bit count from 0. */
const categories = 12;

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

/** An EXIF segment that contains only the orientation. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  // Big-endian TIFF, whose directory follows at byte 8.
  tiff.write('MM\0*\0\0\0\b', 'latin1');
  // One entry: tag 0x0112 (orientation), type 3 (short), count 1. No other directory follows.
  for (const [index, word] of [1, 0x0112, 3, 0, 1, orientation].entries())
    tiff.writeUInt16BE(word, 8 + 2 * index);
  return segment(0xe1, [...Buffer.from('Exif\0\0', 'latin1'), ...tiff]);
}

/** Encodes the differences between squares: bit count in four bits, value, and a zero that ends the square. */
function squaresAsBits(squares: readonly number[]): string {
  let previousLevel = 0;
  return squares
    .map((grey) => {
      const level = (grey - 128) * 8;
      const difference = level - previousLevel;
      previousLevel = level;
      const size = difference === 0 ? 0 : Math.abs(difference).toString(2).length;
      const value = difference < 0 ? difference + 2 ** size - 1 : difference;
      const bits = size === 0 ? '' : value.toString(2).padStart(size, '0');
      return `${size.toString(2).padStart(4, '0')}${bits}0`;
    })
    .join('');
}

/** Creates the image; each number is the grey level of a square, from 0 to 255. */
export function greyJpeg(rows: readonly (readonly number[])[], orientation?: number): Buffer {
  const bits = squaresAsBits(rows.flat());
  const scan: number[] = [];
  for (let offset = 0; offset < bits.length; offset += 8) {
    const byte = Number.parseInt(bits.slice(offset, offset + 8).padEnd(8, '1'), 2);
    // A zero after 0xff distinguishes data from a marker.
    scan.push(byte, ...(byte === 0xff ? [0] : []));
  }
  // A Huffman table starts with the number of codes of each length from 1 to 16.
  const codeCounts = (length: number, count: number) =>
    Array.from({ length: 16 }, (_, index) => (index + 1 === length ? count : 0));
  const [height, width] = [rows.length * 8, (rows[0]?.length ?? 0) * 8];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [exif(orientation)]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    segment(0xc4, [
      0x00,
      ...codeCounts(4, categories),
      ...Array.from({ length: categories }, (_, size) => size),
    ]),
    segment(0xc4, [0x10, ...codeCounts(1, 1), 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.from(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
