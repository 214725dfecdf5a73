/**
 * @file Paydesk is killed while a clerk ticks rows and writes notes. Every change that was shown as saved is there
 * afterwards, once and in its order, also when the kill hit the joining of many small files.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { createFakeVault } from '../fakes/vault.ts';
import { createNumbers, killAfterReport, rounds } from './random-kills.ts';

const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };

/** Changes of a statement that are stored in a file of their own before they are joined. */
const maxItems = 32;

test(`no change of rows is lost in ${rounds} kills at random moments`, {
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
  let reported = 0;
  for (let round = 0; round < rounds; round += 1) {
    const victim = fork(fileURLToPath(new URL('annotation-victim.ts', import.meta.url)), [argument]);
    // Every second kill comes when small files are joined, which takes much longer than one change.
    reported = await killAfterReport(victim, {
      isLast: (count, sequence) => (round % 2 === 0 ? count > numberBelow(12) : sequence % maxItems === 0),
      turns: () => numberBelow(round % 2 === 0 ? 3_000 : 60_000),
    });
    const library = openLibrary();
    const entries = await createAnnotationLog(library).read(file);
    await library.close();
    // As texts: comparing thousands of elements one by one would take most of the test's time.
    const found = entries.map(({ sequence, act }) => `${sequence} ${act}`);
    expect(found.join('\n')).toBe(entries.map((_, index) => `${index + 1} act ${index + 1}`).join('\n'));
    expect(entries.length).toBeGreaterThanOrEqual(reported);
  }
  expect(reported).toBeGreaterThan(rounds);
});
