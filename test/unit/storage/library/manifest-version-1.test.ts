import { expect, test } from 'vitest';
import { readManifestOfVersion1 } from '../../../../src/main/storage/library/manifest-version-1.ts';
import { manifestOfVersion1 } from '../../../fakes/files/manifest-version-1.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const changes = [['one'], ['two', 'three'], []];
const list = manifestOfVersion1(key, libraryId, changes);
const headSize = 24;

const read = (bytes: Buffer) =>
  readManifestOfVersion1(bytes, key, libraryId)?.map((plain): unknown => JSON.parse(plain.toString()));

/** The end offset of each record. */
const ends = changes.map(
  (_, index) => manifestOfVersion1(key, libraryId, changes.slice(0, index + 1)).length,
);

test('every record of a version 1 list is read, also when there is none', () => {
  expect(read(list)).toEqual(changes);
  expect(read(list.subarray(0, headSize))).toEqual([]);
});

test('a version 1 list with any flipped bit is refused', () => {
  for (let bit = 0; bit < list.length * 8; bit += 1) {
    const altered = Buffer.from(list);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect({ bit, read: read(altered) }).toEqual({ bit, read: undefined });
  }
});

test('a version 1 list that ends within a record is refused, because its length may be altered', () => {
  for (let end = 0; end < list.length; end += 1) {
    const last = [headSize, ...ends].findLast((place) => place <= end) ?? 0;
    // The first bytes of a length are zero, like bytes that never reached the disk.
    const isOfZeros = end >= headSize && list.subarray(last, end).every((byte) => byte === 0);
    if (!isOfZeros) expect({ end, read: read(list.subarray(0, end)) }).toEqual({ end, read: undefined });
  }
});

test('zeros at the end of a version 1 list are ignored as an unfinished write', () => {
  expect(read(Buffer.concat([list, Buffer.alloc(1)]))).toEqual(changes);
  expect(read(Buffer.concat([list, Buffer.alloc(500)]))).toEqual(changes);
  expect(read(Buffer.concat([list, Buffer.alloc(500), Buffer.from([1])]))).toBeUndefined();
});

test('version 1 records in another order, of another history or of another library are refused', () => {
  const record = (of: Buffer, index: number) => of.subarray(ends[index - 1] ?? headSize, ends[index]);
  const head = list.subarray(0, headSize);
  const other = manifestOfVersion1(key, libraryId, [['eno'], ['two', 'three']]);
  for (const altered of [
    Buffer.concat([head, record(list, 1)]),
    Buffer.concat([head, record(list, 0), record(list, 0)]),
    Buffer.concat([head, record(list, 0), record(list, 2)]),
    Buffer.concat([head, record(list, 0), record(other, 1)]),
    manifestOfVersion1(key, '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2d', changes),
  ])
    expect(read(altered)).toBeUndefined();
});
