import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scannedJpeg, scannedPng } from '../../fakes/scans.ts';

test.each([
  ['JPEG image of several segments', (seed: number) => scannedJpeg(seed, 100_000), 100_000],
  ['PNG image', (seed: number) => scannedPng(seed, 300, 300), 90_000],
])(
  'a sample scan as %s has the requested size and other bytes for another seed, and deflate cannot shrink it',
  (_, scan, size) => {
    expect(Math.abs(scan(1).length - size)).toBeLessThan(2_000);
    expect(deflateSync(scan(1), { level: 9 }).length).toBeGreaterThan(scan(1).length * 0.99);
    expect(scan(1)).not.toEqual(scan(2));
  },
);
