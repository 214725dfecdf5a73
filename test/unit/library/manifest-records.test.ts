import { expect, test } from 'vitest';
import {
  createRecordChain,
  manifestHead,
  type RecordAt,
} from '../../../src/main/library/manifest-records.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const head = manifestHead(libraryId);

/** A list of records of different lengths, and where each ends. */
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

/** Reads records until something else stands there; returns how many, and what it was. */
function read(bytes: Buffer): { records: number; last: RecordAt['kind'] } {
  const chain = createRecordChain(key, libraryId);
  let at = head.length;
  for (let records = 0; ; records += 1) {
    const next = chain.read(bytes, at);
    if (next.kind !== 'record') return { records, last: next.kind };
    at = next.end;
  }
}

test('reads back every record that was sealed', () => {
  expect(read(listOf(60).bytes)).toEqual({ records: 60, last: 'end' });
});

test('calls every single flipped bit of any record damage, never a write that was cut off', () => {
  const { bytes, ends } = listOf(10);
  // Every bit where a length could lie, and one bit of every other byte.
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

test('calls every bit of the last record damage', () => {
  const { bytes, ends } = listOf(3);
  for (let bit = (ends[1] ?? 0) * 8; bit < bytes.length * 8; bit += 1) {
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    expect({ bit, ...read(bytes) }).toEqual({ bit, records: 2, last: 'damaged' });
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  }
});

test('calls a last record that was cut off anywhere torn', () => {
  const { bytes, ends } = listOf(5);
  for (let end = (ends[3] ?? 0) + 1; end < bytes.length; end += 1)
    expect({ end, ...read(bytes.subarray(0, end)) }).toEqual({ end, records: 4, last: 'torn' });
});
