/**
 * @file Paydesk is killed while a clerk signs a statement off and changes its rows. Every sign-off that was shown is there
 * afterwards, and no sign-off outlives a change of a row.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { createSignOffLog } from '../../src/main/features/statements/sign-off/sign-off-log.ts';
import { createNumbers } from '../fakes/random-numbers.ts';
import { killInRounds, killTest, rounds } from './random-kills.ts';
import { file } from './victim-library.ts';

test(
  `no sign-off is lost, and none outlives a change, in ${rounds} kills at random moments`,
  killTest,
  async () => {
    const numberBelow = createNumbers(20_261);
    const lastReport = await killInRounds('sign-off-victim.ts', {
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
    expect(lastReport?.signOffs).toBeGreaterThan(rounds);
  },
);
