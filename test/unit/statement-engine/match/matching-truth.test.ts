/** @file Matches a few invented files whose truth is known; the long run has many and large ones. */
import { expect, test } from 'vitest';
import { matchRuleSchema } from '../../../../src/shared/model/statements/ledger.ts';
import { inventFiles } from '../../../fakes/files/ledger-pairs.ts';
import { compareWithTruth } from './match-truth.ts';

test('5,000 invented payments with twins, sums, fees and typing errors have no wrong match', () => {
  const { wrong, right, both, summary } = compareWithTruth(inventFiles(2, 5_000));
  expect(wrong).toEqual([]);
  expect(summary.signs).toMatchObject({ use: 'reversed', by: 'references' });
  expect(right / both).toBeGreaterThan(0.9);
  for (const rule of matchRuleSchema.options) expect(summary.matches[rule]).toBeGreaterThan(0);
});

test.each([100, 101, 102, 103, 104])('a small file has no wrong match (seed %i)', (seed) => {
  expect(compareWithTruth(inventFiles(seed, 200)).wrong).toEqual([]);
});
