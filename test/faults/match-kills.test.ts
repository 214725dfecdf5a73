/**
 * @file Paydesk is killed while a clerk matches rows with a ledger and takes matches back. Every decision that was shown
 * as saved holds afterwards, and none that was taken back.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLedgerStore } from '../../src/main/features/statements/ledger-store.ts';
import { createNumbers } from '../fakes/random-numbers.ts';
import { countDecisions, linksAfter, pair } from './match-decisions.ts';
import { killInRounds, killTest, rounds } from './random-kills.ts';

test(`no decision about rows is lost in ${rounds} kills at random moments`, killTest, async () => {
  const numberBelow = createNumbers(20_261);
  const last = await killInRounds('match-victim.ts', {
    report: z.int(),
    kill: () => ({ isLast: (count) => count > numberBelow(12), turns: () => numberBelow(3_000) }),
    async verify(library, reported) {
      const { links, otherLinks } = await createLedgerStore(library).readDecisions(pair);
      const versions = await library.list('ledger-links');
      const decided = countDecisions(links);
      expect(decided).toBeGreaterThanOrEqual(reported);
      expect(links).toEqual(linksAfter(decided));
      // A version that the kill left beside its successor is removed with the next decision.
      expect(versions.length).toBeLessThanOrEqual(2);
      expect(otherLinks).toBe(0);
    },
  });
  expect(last).toBeGreaterThan(rounds);
});
