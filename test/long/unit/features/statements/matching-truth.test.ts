/**
 * @file Matches invented files whose truth is known. No rule may match rows of different payments; the share of the payments
 * that are found is printed.
 */
import { expect, test } from 'vitest';
import { matchRuleSchema } from '../../../../../src/shared/model/statements/ledger.ts';
import { inventFiles } from '../../../../fakes/files/ledger-pairs.ts';
import { compareWithTruth } from '../../../../unit/statement-engine/match/match-truth.ts';

test.for([1, 2])('100,000 invented payments have no wrong match (seed %i)', async (seed, { annotate }) => {
  const { wrong, right, both, summary } = compareWithTruth(inventFiles(seed, 100_000));
  expect(wrong).toEqual([]);
  expect(summary.signs).toMatchObject({ use: 'reversed', by: 'references' });
  const share = right / both;
  await annotate(`${right} of ${both} payments matched (${(share * 100).toFixed(2)} %)`);
  expect(share).toBeGreaterThan(0.9);
  for (const rule of matchRuleSchema.options) expect(summary.matches[rule]).toBeGreaterThan(0);
});

test('many small files have no wrong match', () => {
  for (let seed = 100; seed < 200; seed += 1)
    expect(compareWithTruth(inventFiles(seed, 200)).wrong, `seed ${seed}`).toEqual([]);
});
