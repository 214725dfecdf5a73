/** @file Matches invented files whose truth is known; the long run has many and large ones. */
import { expect, test } from 'vitest';
import { concludeKnownFiles } from '../../../fakes/files/known-conclusions.ts';

test.each([11, 12])('2,500 rows have no wrong match, and no trap is matched (seed %i)', (seed) => {
  const found = concludeKnownFiles(seed, 0.08);
  expect(found.wrong).toEqual([]);
  expect(found.matchedTraps).toEqual([]);
  expect(found.matched).toBeGreaterThan(0.85);
  expect(found.matchedOrProposed).toBeGreaterThan(0.97);
  expect(found.toDecide).toBeLessThan(0.15);
});
