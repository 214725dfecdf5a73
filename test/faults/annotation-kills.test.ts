/**
 * @file Paydesk is killed while a clerk ticks rows and writes notes. Every change that was shown as saved is there
 * afterwards, once and in its order, also when the kill hit the joining of many small files.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { createNumbers } from '../fakes/random-numbers.ts';
import { killInRounds, killTest, rounds } from './random-kills.ts';
import { file } from './victim-library.ts';

/** Changes of a statement that are stored in a file of their own before they are joined. */
const maxItems = 32;

test(`no change of rows is lost in ${rounds} kills at random moments`, killTest, async () => {
  const numberBelow = createNumbers(20_261);
  const killSoon = { isLast: (count: number) => count > numberBelow(12), turns: () => numberBelow(3_000) };
  // Joining small files takes much longer than one change.
  const killWhenJoined = {
    isLast: (_count: number, sequence: number) => sequence % maxItems === 0,
    turns: () => numberBelow(60_000),
  };
  const last = await killInRounds('annotation-victim.ts', {
    report: z.int(),
    kill: (round) => (round % 2 === 0 ? killSoon : killWhenJoined),
    async verify(library, reported) {
      const entries = await createAnnotationLog(library).read(file);
      // As texts: comparing thousands of elements one by one would take most of the test's time.
      const found = entries.map(({ sequence, act }) => `${sequence} ${act}`);
      expect(found.join('\n')).toBe(entries.map((_, index) => `${index + 1} act ${index + 1}`).join('\n'));
      expect(entries.length).toBeGreaterThanOrEqual(reported);
    },
  });
  expect(last).toBeGreaterThan(rounds);
});
