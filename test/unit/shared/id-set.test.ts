import { expect, test } from 'vitest';
import { createRandom } from '../../../src/main/practice/data/random.ts';
import { idSetSchema, packIds, unpackIds } from '../../../src/shared/model/id-set.ts';

test('a packed set of random IDs is unpacked to the same IDs', () => {
  const random = createRandom(7);
  for (let round = 0; round < 50; round += 1) {
    const ids = new Set(
      Array.from({ length: 200 }, () => 1 + Math.floor(random() * 10 ** (1 + (round % 9)))),
    );
    const packed = idSetSchema.parse(packIds(ids));
    expect(new Set(unpackIds(packed))).toEqual(ids);
  }
  expect(unpackIds(packIds([31, 32, 63, 64]))).toEqual([31, 32, 63, 64]);
});

test('a hundred thousand consecutive IDs are packed into less than 64 KB', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => 5000 + index);
  expect(JSON.stringify(packIds(ids)).length).toBeLessThan(64_000);
});
