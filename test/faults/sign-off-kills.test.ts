/**
 * @file Paydesk is killed while a clerk signs a statement off and changes its rows. Every sign-off that was shown is there
 * afterwards, and no sign-off outlives a change of a row.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { createSignOffLog } from '../../src/main/features/statements/sign-off/sign-off-log.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { createFakeVault } from '../fakes/vault.ts';

const rounds = Number(process.env['PAYDESK_KILLS'] ?? 12);
const file = { profileId: 'test-profile', sha256: 'b'.repeat(64) };
const reportSchema = z.object({ signOffs: z.int(), changes: z.int() });

/** Returns a generator of whole numbers below a limit, from a fixed seed. */
function createNumbers(): (limit: number) => number {
  let state = 11_271;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

test(`no sign-off is lost, and none outlives a change, in ${rounds} kills at random moments`, {
  timeout: 60_000 + rounds * 4_000,
}, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const vault = createFakeVault();
  const openLibrary = () =>
    createLibrary({ dataFolder: folder.path, vault, clock: systemClock, random: systemRandom });
  const firstLibrary = openLibrary();
  await firstLibrary.seal('test', {}, []);
  await firstLibrary.close();
  const numberBelow = createNumbers();
  const argument = JSON.stringify({ dataFolder: folder.path, secrets: [...vault.secrets], ...file });
  let reported = { signOffs: 0, changes: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const victim = fork(fileURLToPath(new URL('sign-off-victim.ts', import.meta.url)), [argument]);
    const ended = once(victim, 'exit');
    for (let steps = 1 + numberBelow(4); steps > 0; steps -= 1) {
      const [message] = await once(victim, 'message');
      reported = reportSchema.parse(message);
    }
    for (let turns = numberBelow(4_000); turns > 0; turns -= 1) await nextTurn();
    victim.on('message', (message) => {
      reported = reportSchema.parse(message);
    });
    victim.kill('SIGKILL');
    await ended;
    const library = openLibrary();
    const history = await createSignOffLog(library).read(file);
    const changes = await createAnnotationLog(library).read(file);
    await library.close();
    expect(history.length).toBeGreaterThanOrEqual(reported.signOffs);
    expect(changes.length).toBeGreaterThanOrEqual(reported.changes);
    expect(history.map(({ type }) => type)).toEqual(
      history.map((_, index) => (index % 2 === 0 ? 'signed' : 'reopened')),
    );
    const last = history.at(-1);
    if (last?.type === 'signed') expect(last.facts.ticked).toBe(changes.length);
  }
  expect(reported.signOffs).toBeGreaterThan(rounds);
});
