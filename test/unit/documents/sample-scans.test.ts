/** @file The sample scans of the tests have realistic sizes and cannot be compressed. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scannedJpeg, scannedPng } from '../../fakes/scans.ts';

/** The headers and the lengths of segments and blocks, which are not noise. */
const maxOverheadBytes = 2_000;

test.each([
  ['a JPEG image', scannedJpeg(1, 20_000), 20_000],
  ['a JPEG image of several segments', scannedJpeg(2, 1_000_000), 1_000_000],
  ['a PNG image', scannedPng(3, 140, 140), 140 * 140],
  ['a PNG image of a megabyte', scannedPng(4, 1_000, 1_000), 1_000 * 1_000],
])('%s has the requested size, and deflate cannot shrink it', (_, bytes, requestedBytes) => {
  expect(Math.abs(bytes.length - requestedBytes)).toBeLessThan(maxOverheadBytes);
  expect(deflateSync(bytes, { level: 9 }).length).toBeGreaterThan(bytes.length * 0.99);
});

test('scans with different seeds have different bytes', () => {
  expect(scannedJpeg(1, 20_000)).not.toEqual(scannedJpeg(2, 20_000));
  expect(scannedPng(1, 140, 140)).not.toEqual(scannedPng(2, 140, 140));
});
