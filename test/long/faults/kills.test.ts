import process from 'node:process';
import { expect, test } from 'vitest';
import { crashAtRandomCommits, killAtCommits } from '../../faults/kills/kills.ts';

/** `PAYDESK_SEED` repeats the commits of an earlier run, and `PAYDESK_MOMENTS` sets the number of crashes. */
const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const crashCount = Number(process.env['PAYDESK_MOMENTS'] ?? 60);

test.each(['append', 'replace'] as const)(
  'Paydesk attaches every document once after being killed at any commit of a batch whose updates %s',
  { timeout: 400_000 },
  async (update) => {
    const { unknownCount } = await killAtCommits({ first: 1, every: 1 }, update);
    expect(unknownCount).toBeGreaterThan(0);
  },
);

test(
  `Paydesk attaches every document once after its store crashed at ${crashCount} random commits`,
  {
    timeout: 60_000 + 2_000 * crashCount,
  },
  () => crashAtRandomCommits(seed, crashCount),
);
