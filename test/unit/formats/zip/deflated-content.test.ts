import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  combineCrc,
  deflateContent,
  endOfDeflated,
} from '../../../../src/main/formats/zip/deflated-content.ts';

const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 3)) & 255);

test.each([
  [0, 0],
  [0, 1],
  [100, 65_537],
  [2_000_003, 7],
])('the CRC of %i and %i bytes is combined from the CRCs of both', (first, second) => {
  const [one, other] = [bytesOf(first, 31), bytesOf(second, 7)];
  expect(combineCrc(crc32(one), crc32(other), other.length)).toBe(crc32(Buffer.concat([one, other])));
});

test('compressed pieces that follow each other are the whole content', async () => {
  const pieces = [bytesOf(70_000, 3), new Uint8Array(), bytesOf(5, 11), bytesOf(300_000, 13)];
  const compressed = await Promise.all(pieces.map(deflateContent));
  expect(compressed.map(({ size }) => size)).toEqual(pieces.map(({ length }) => length));
  const file = Buffer.concat([...compressed.map(({ deflated }) => deflated), endOfDeflated]);
  expect(inflateRawSync(file).equals(Buffer.concat(pieces))).toBe(true);
});
