/** @file The cache of searched texts: copies up to a limit, with eviction of the oldest. */
import { expect, test } from 'vitest';
import { createTextCache } from '../../../../src/main/statement-engine/search/text-cache.ts';

const filledBytes = (length: number, byte: number) => new Uint8Array(length).fill(byte);

test('a cached text is not changed when its source buffer is reused', () => {
  const texts = createTextCache(40_000_000);
  const sourceBuffer = filledBytes(1_000, 1);
  texts.keep('one', { bytes: sourceBuffer, folded: true });
  sourceBuffer.fill(2);
  texts.keep('two', { bytes: sourceBuffer, folded: false });
  expect(texts.get('one')).toMatchObject({ bytes: Buffer.from(filledBytes(1_000, 1)), folded: true });
  expect(texts.get('two')).toMatchObject({ bytes: Buffer.from(filledBytes(1_000, 2)), folded: false });
  expect(texts.get('three')).toBeNull();
});

test('the oldest texts are evicted, and the newest text is kept', () => {
  const texts = createTextCache(32_000_000);
  const items = Array.from({ length: 30 }, (_, index) => `file ${index}`);
  for (const [index, item] of items.entries()) {
    texts.keep(item, { bytes: filledBytes(4_000_000, index), folded: true });
    expect(texts.get(item)?.bytes[0]).toBe(index);
  }
  const cachedItems = items.filter((item) => texts.get(item) !== null);
  expect(cachedItems).toEqual(items.slice(-cachedItems.length));
  for (const item of cachedItems) {
    const byte = items.indexOf(item);
    expect(texts.get(item)?.bytes.every((found) => found === byte)).toBe(true);
    expect(texts.get(item)?.includes(filledBytes(3, byte))).toBe(true);
    // Bytes of texts that had the same place before, and bytes of neighbouring texts.
    for (const other of [byte - 8, byte - 4, byte - 1, byte + 1])
      expect(texts.get(item)?.includes(filledBytes(1, other & 0xff))).toBe(false);
  }
  expect(cachedItems.length * 4_000_000).toBeLessThanOrEqual(32_000_000);
  expect(cachedItems.length).toBeGreaterThan(1);
});

test('a text of the maximum size is cached alone, and a larger text is not cached', () => {
  const texts = createTextCache(20_000_000);
  texts.keep('small', { bytes: filledBytes(10, 1), folded: true });
  texts.keep('large', { bytes: filledBytes(20_000_000, 2), folded: false });
  expect(texts.get('small')).toBeNull();
  expect(texts.get('large')?.bytes).toHaveLength(20_000_000);
  texts.keep('larger', { bytes: filledBytes(20_000_001, 2), folded: false });
  expect(texts.get('larger')).toBeNull();
  expect(texts.get('large')).not.toBeNull();
  texts.keep('next', { bytes: filledBytes(10, 3), folded: true });
  expect(texts.get('large')).toBeNull();
  expect(texts.get('next')?.bytes).toHaveLength(10);
});

test('bytes are found at the start, in the middle and at the end of a text, and never across its end', () => {
  const texts = createTextCache(40_000_000);
  const cachedTexts = ['Ashgrove Bindings', 'x', '', 'Lampwright '.repeat(9_000), 'nstruments'];
  for (const [index, cachedText] of cachedTexts.entries())
    texts.keep(String(index), { bytes: Buffer.from(cachedText), folded: true });
  for (const [index, cachedText] of cachedTexts.entries()) {
    const found = texts.get(String(index));
    const partsOf = (text: string) => [text, text.slice(0, 5), text.slice(-5), text.slice(1, 90_000)];
    const needles = [...cachedTexts.flatMap(partsOf), 'Bindingsx', 'xL', 't nstr', 'wright L'];
    const wrong = needles.filter(
      (needle) => needle !== '' && found?.includes(Buffer.from(needle)) !== cachedText.includes(needle),
    );
    expect(wrong).toEqual([]);
  }
});
