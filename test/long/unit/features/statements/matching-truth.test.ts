/** @file Matches large invented files whose truth is known, with the seeds of the documentation. */
import { expect, test } from 'vitest';
import { concludeKnownFiles } from '../../../../fakes/files/known-conclusions.ts';

test.for(Array.from({ length: 10 }, (_, place) => place + 1))(
  '33,000 rows have no wrong match, and no trap is matched (seed %i)',
  async (seed, { annotate }) => {
    const { files, ...found } = concludeKnownFiles(seed);
    await annotate(JSON.stringify(found));
    expect(files.groups.length).toBeGreaterThan(10_000);
    expect(found.wrong).toEqual([]);
    expect(found.matchedTraps).toEqual([]);
    expect(found.matched).toBeGreaterThan(0.85);
    expect(found.matchedOrProposed).toBeGreaterThan(0.97);
    expect(found.toDecide).toBeLessThan(0.15);
  },
);
