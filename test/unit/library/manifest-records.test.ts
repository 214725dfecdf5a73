import { describe, expect, test } from 'vitest';
import {
  createManifestHeader,
  createRecordChain,
  type RecordReading,
} from '../../../src/main/library/manifest-records.ts';
import { createRandom } from '../../../src/main/simulator/random.ts';
import { createDisk } from '../../faults/power-loss/disk.ts';

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
  const { bytes, ends } = listOf(10);
  // Every bit where a length may be, and one bit of every other byte.
  const starts = [head.length, ...ends.slice(0, -1)];
  const nearStart = new Set(
    starts.flatMap((start) => Array.from({ length: 32 }, (_, index) => start + index)),
  );
  const wrong: unknown[] = [];
  for (let at = head.length; at < bytes.length; at += 1) {
    for (const bit of nearStart.has(at) ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const { last } = read(bytes);
      if (last !== 'damaged') wrong.push({ at, bit, last });
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    }
  }
  expect(wrong).toEqual([]);
});

test('a list with any flipped bit in its last record is damaged', () => {
  const { bytes, ends } = listOf(3);
  for (let bit = (ends[1] ?? 0) * 8; bit < bytes.length * 8; bit += 1) {
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    expect({ bit, ...read(bytes) }).toEqual({ bit, records: 2, last: 'damaged' });
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  }
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
  const longRecord = () => {
    const chain = createRecordChain(key, libraryId);
    const record = chain.seal(Buffer.alloc(3000, 'x'));
    return Buffer.concat([head, record]);
  };

  test('is torn when its end is intact or its start is zero, and nothing follows', () => {
    expect(read(longRecord().fill(0, 1024, 1536))).toEqual({ records: 0, last: 'torn' });
    expect(read(longRecord().fill(0, head.length, 512))).toEqual({ records: 0, last: 'torn' });
    expect(read(longRecord().fill(0, head.length))).toEqual({ records: 0, last: 'torn' });
    expect(read(Buffer.concat([head, Buffer.alloc(2000)]))).toEqual({ records: 0, last: 'torn' });
  });

  test('is damaged when its start is zero and its end was altered', () => {
    const bytes = longRecord().fill(0, head.length, 512);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(read(bytes)).toEqual({ records: 0, last: 'damaged' });
  });

  test('is damaged when its start was altered and a later sector is zero', () => {
    const bytes = longRecord().fill(0, 1024, 1536);
    bytes[head.length + 20] = (bytes[head.length + 20] ?? 0) ^ 1;
    expect(read(bytes)).toEqual({ records: 0, last: 'damaged' });
  });

  test('is damaged when bytes follow it', () => {
    const bytes = Buffer.concat([longRecord().fill(0, 1024, 1536), Buffer.alloc(40, 1)]);
    expect(read(bytes)).toEqual({ records: 0, last: 'damaged' });
  });

  test('is damaged when less than a whole sector is zero', () => {
    // The remaining byte is set, because a random byte of the record may be zero.
    const withLastByte = longRecord().fill(0, 1024, 1535).fill(1, 1535, 1536);
    const withFirstByte = longRecord().fill(1, 1024, 1025).fill(0, 1025, 1537);
    expect(read(withLastByte)).toEqual({ records: 0, last: 'damaged' });
    expect(read(withFirstByte)).toEqual({ records: 0, last: 'damaged' });
  });
});

test('a last record is torn, never damaged, for every subset of its sectors that a power loss leaves', () => {
  const random = createRandom(5);
  const found = new Set<string>();
  for (let round = 0; round < 1_500; round += 1) {
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
