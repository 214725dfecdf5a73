/** @file The cache of searched texts: copies up to a limit, with eviction of the oldest. */
import { expect, test } from 'vitest';
import { createTextCache } from '../../../src/main/review/text-cache.ts';

const text = (length: number, byte: number) => new Uint8Array(length).fill(byte);

test('a cached text is not changed when its source buffer is reused', () => {
  const texts = createTextCache(40_000_000);
  const place = text(1_000, 1);
  texts.keep('one', { bytes: place, folded: true });
  place.fill(2);
  texts.keep('two', { bytes: place, folded: false });
  expect(texts.get('one')).toMatchObject({ bytes: Buffer.from(text(1_000, 1)), folded: true });
  expect(texts.get('two')).toMatchObject({ bytes: Buffer.from(text(1_000, 2)), folded: false });
  expect(texts.get('three')).toBeNull();
});

test('the oldest texts are evicted, and never the last one', () => {
  const texts = createTextCache(32_000_000);
  const items = Array.from({ length: 30 }, (_, index) => `file ${index}`);
  for (const [index, item] of items.entries()) {
    texts.keep(item, { bytes: text(4_000_000, index), folded: true });
    expect(texts.get(item)?.bytes[0]).toBe(index);
  }
  const left = items.filter((item) => texts.get(item) !== null);
  expect(left).toEqual(items.slice(-left.length));
  for (const item of left) {
    const byte = items.indexOf(item);
    expect(texts.get(item)?.bytes.every((found) => found === byte)).toBe(true);
    expect(texts.get(item)?.includes(text(3, byte))).toBe(true);
    // Texts that were there before, and neighbouring texts.
    for (const other of [byte - 8, byte - 4, byte - 1, byte + 1])
      expect(texts.get(item)?.includes(text(1, other & 0xff))).toBe(false);
  }
  expect(left.length * 4_000_000).toBeLessThanOrEqual(32_000_000);
  expect(left.length).toBeGreaterThan(1);
});

test('a text of the maximum size is cached alone, and a larger one is not cached', () => {
  const texts = createTextCache(20_000_000);
  texts.keep('small', { bytes: text(10, 1), folded: true });
  texts.keep('large', { bytes: text(20_000_000, 2), folded: false });
  expect(texts.get('small')).toBeNull();
  expect(texts.get('large')?.bytes).toHaveLength(20_000_000);
  texts.keep('larger', { bytes: text(20_000_001, 2), folded: false });
  expect(texts.get('larger')).toBeNull();
  expect(texts.get('large')).not.toBeNull();
  texts.keep('next', { bytes: text(10, 3), folded: true });
  expect(texts.get('large')).toBeNull();
  expect(texts.get('next')?.bytes).toHaveLength(10);
});

test('bytes are found from the start to the end of a text, and never across its end', () => {
  const texts = createTextCache(40_000_000);
  const kept = ['Ashgrove Bindings', 'x', '', 'Lampwright '.repeat(9_000), 'nstruments'];
  for (const [index, one] of kept.entries())
    texts.keep(String(index), { bytes: Buffer.from(one), folded: true });
  for (const [index, one] of kept.entries()) {
    const found = texts.get(String(index));
    const wanted = kept.flatMap((other) => [
      other,
      other.slice(0, 5),
      other.slice(-5),
      other.slice(1, 90_000),
    ]);
    for (const needle of [...wanted, 'Bindingsx', 'xL', 't nstr', 'wright L'].filter((other) => other !== ''))
      expect([index, needle, found?.includes(Buffer.from(needle))]).toEqual([
        index,
        needle,
        one.includes(needle),
      ]);
  }
});
