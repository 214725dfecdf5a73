/**
 * @file Paydesk is killed while a clerk works on statements. Everything that was shown as saved holds afterwards, once and in
 * its order: changes of rows, decisions about matches, and sign-offs, none of which outlives a change of a row.
 */
import { expect } from 'vitest';
import { z } from 'zod';
import { createAnnotationLog } from '../../../src/main/features/statements/annotations/annotation-log.ts';
import { createLedgerFiles } from '../../../src/main/features/statements/ledger/ledger-files.ts';
import { createSignOffLog } from '../../../src/main/features/statements/sign-off/sign-off-rules.ts';
import { createNumbers } from '../../fakes/random-numbers.ts';
import { countDecisions, linksAfter, pair } from '../match-decisions.ts';
import { killInRounds } from './random-kills.ts';
import { file } from './victim-library.ts';

/** Changes of a statement that are stored in a file of their own before they are joined. */
const maxItems = 32;

/** Kills a clerk who ticks rows and writes notes, also while many small files are joined. */
async function killAnnotating(rounds: number): Promise<void> {
  const numberBelow = createNumbers(20_261);
  const killSoon = { isLast: (count: number) => count > numberBelow(12), turns: () => numberBelow(3_000) };
  // Joining small files takes much longer than one change.
  const killWhenJoined = {
    isLast: (_count: number, sequence: number) => sequence % maxItems === 0,
    turns: () => numberBelow(60_000),
  };
  const last = await killInRounds('annotate', {
    rounds,
    report: z.int(),
    kill: (round) => (round % 2 === 0 ? killSoon : killWhenJoined),
    async verify(library, reported) {
      const entries = await createAnnotationLog(library).read(file);
      // As texts: comparing thousands of elements one by one would take most of the test's time.
      expect(entries.map(({ act }) => act).join('\n')).toBe(
        entries.map((_, index) => `act ${index + 1}`).join('\n'),
      );
      expect(entries.length).toBeGreaterThanOrEqual(reported);
    },
  });
  expect(last).toBeGreaterThan(rounds);
}

/** Kills a clerk who matches rows with a ledger and takes matches back. */
async function killMatching(rounds: number): Promise<void> {
  const numberBelow = createNumbers(20_261);
  const last = await killInRounds('match', {
    rounds,
    report: z.int(),
    kill: () => ({ isLast: (count) => count > numberBelow(12), turns: () => numberBelow(3_000) }),
    async verify(library, reported) {
      const { links, otherLinks } = await createLedgerFiles(library).readDecisions(pair);
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
}

/** Kills a clerk who signs a statement off and changes its rows. */
async function killSigningOff(rounds: number): Promise<void> {
  const numberBelow = createNumbers(20_261);
  const last = await killInRounds('signOff', {
    rounds,
    report: z.object({ signOffs: z.int(), changes: z.int() }),
    kill: () => ({ isLast: (count) => count > numberBelow(4), turns: () => numberBelow(4_000) }),
    async verify(library, reported) {
      const history = await createSignOffLog(library).read(file);
      const changes = await createAnnotationLog(library).read(file);
      expect(history.length).toBeGreaterThanOrEqual(reported.signOffs);
      expect(changes.length).toBeGreaterThanOrEqual(reported.changes);
      expect(history.map(({ type }) => type)).toEqual(
        history.map((_, index) => (index % 2 === 0 ? 'signed' : 'reopened')),
      );
      const last = history.at(-1);
      if (last?.type === 'signed') expect(last.facts.ticked).toBe(changes.length);
    },
  });
  expect(last?.signOffs).toBeGreaterThanOrEqual(rounds);
}

/** What is lost by none of the kills, and the function that kills the clerk's process. */
export const clerkKills = [
  ['change of rows', killAnnotating],
  ['decision about rows', killMatching],
  ['sign-off', killSigningOff],
] as const;
