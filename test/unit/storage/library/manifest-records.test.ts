import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import {
  createManifestHeader,
  createRecordChain,
  type RecordReading,
} from '../../../../src/main/storage/library/manifest-records.ts';
import { createDisk } from '../../../faults/power-loss/disk.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const head = createManifestHeader(libraryId);

/** A list of records of different lengths, with the end offset of each. */
function listOf(count: number): { bytes: Buffer; ends: number[] } {
  const chain = createRecordChain(key, libraryId);
  let bytes = head;
  const ends: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const record = chain.seal(Buffer.from(JSON.stringify({ index, about: 'x'.repeat(index * 37) })));
    chain.advance(record);
    bytes = Buffer.concat([bytes, record]);
    ends.push(bytes.length);
  }
  return { bytes, ends };
}

/** Reads records until something else follows; returns their number and the kind of what follows. */
function read(bytes: Buffer): { records: number; last: RecordReading['kind'] } {
  const chain = createRecordChain(key, libraryId);
  let at = head.length;
  for (let records = 0; ; records += 1) {
    const next = chain.read(bytes, at);
    if (next.kind !== 'record') return { records, last: next.kind };
    at = next.end;
  }
}

test('every sealed record is read back', () => {
  expect(read(listOf(60).bytes)).toEqual({ records: 60, last: 'end' });
});

test('a list with any flipped bit is damaged, never torn', () => {
  const { bytes } = listOf(3);
  const wrong: unknown[] = [];
  for (let bit = head.length * 8; bit < bytes.length * 8; bit += 1) {
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    const { last } = read(bytes);
    if (last !== 'damaged') wrong.push({ bit, last });
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  }
  expect(wrong).toEqual([]);
});

test('a list whose last record is cut off anywhere is torn', () => {
  const { bytes, ends } = listOf(5);
  for (let end = (ends[3] ?? 0) + 1; end < bytes.length; end += 1)
    expect({ end, ...read(bytes.subarray(0, end)) }).toEqual({ end, records: 4, last: 'torn' });
});

test('a record with the same number from another history of the list is damaged', () => {
  const [one, other] = [listOf(3), listOf(3)];
  const spliced = Buffer.concat([
    one.bytes.subarray(0, one.ends[0]),
    other.bytes.subarray(other.ends[0], other.ends[1]),
  ]);
  expect(read(spliced)).toEqual({ records: 1, last: 'damaged' });
});

test('a record of another library is damaged', () => {
  const chain = createRecordChain(key, '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2d');
  expect(read(Buffer.concat([head, chain.seal(Buffer.from('[]'))]))).toEqual({ records: 0, last: 'damaged' });
});

describe('a last record with sectors of zeros', () => {
  const flip = (bytes: Buffer, offset: number) => {
    const at = (offset + bytes.length) % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const longRecord = () => {
    const chain = createRecordChain(key, libraryId);
    const record = chain.seal(Buffer.alloc(3000, 'x'));
    return Buffer.concat([head, record]);
  };

  test.each([
    ['torn', 'its end is intact', longRecord().fill(0, 1024, 1536)],
    ['torn', 'its start is zero', longRecord().fill(0, head.length, 512)],
    ['torn', 'all of it is zero', longRecord().fill(0, head.length)],
    ['torn', 'nothing but zeros follows the header', Buffer.concat([head, Buffer.alloc(2000)])],
    ['damaged', 'its end was altered, too', flip(longRecord().fill(0, head.length, 512), -1)],
    ['damaged', 'its start was altered, too', flip(longRecord().fill(0, 1024, 1536), head.length + 20)],
    ['damaged', 'bytes follow it', Buffer.concat([longRecord().fill(0, 1024, 1536), Buffer.alloc(40, 1)])],
    // The remaining byte is set, because a random byte of the record may be zero.
    ['damaged', 'the last byte of a sector is not', longRecord().fill(0, 1024, 1535).fill(1, 1535, 1536)],
    ['damaged', 'the first byte of a sector is not', longRecord().fill(1, 1024, 1025).fill(0, 1025, 1537)],
  ])('is %s when %s', (last, _what, bytes) => {
    expect(read(bytes)).toEqual({ records: 0, last });
  });
});

test('a last record is torn, never damaged, for every subset of its sectors that a power loss leaves', () => {
  const random = createRandom(5);
  const found = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    const chain = createRecordChain(key, libraryId);
    const disk = createDisk();
    const list = { kind: 'write', handle: 1n } as const;
    disk.apply({ kind: 'open', handle: 1n, path: 'list', truncates: false });
    disk.apply({ ...list, offset: 0, bytes: head });
    const flushed = chain.seal(Buffer.alloc(Math.floor(random() * 900), 'a'));
    chain.advance(flushed);
    disk.apply({ ...list, offset: head.length, bytes: flushed });
    disk.apply({ kind: 'sync', handle: 1n });
    const last = chain.seal(Buffer.alloc(Math.floor(random() * 2_500), 'b'));
    const offset = head.length + flushed.length;
    expect((offset + last.length) % 512).not.toBe(0);
    disk.apply({ ...list, offset, bytes: last });
    const image = disk.image({ names: 'kept', content: 'some' }, random, () => false);
    const { records, last: kind } = read(image.get('list') ?? Buffer.alloc(0));
    found.add(`${records} ${kind}`);
  }
  expect([...found].sort()).toEqual(['1 end', '1 torn', '2 end']);
});
