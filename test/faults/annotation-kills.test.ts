/**
 * @file Paydesk is killed while a clerk ticks rows and writes notes. Every change that was shown as saved is there
 * afterwards, once and in its order, also when the kill hit the joining of many small files.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { createFakeVault } from '../fakes/vault.ts';

const rounds = Number(process.env['PAYDESK_KILLS'] ?? 16);
const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };

/** Changes of a statement that are stored in a file of their own before they are joined. */
const maxItems = 32;

/** Returns a generator of whole numbers below a limit, from a fixed seed. */
function createNumbers(): (limit: number) => number {
  let state = 20_261;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

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
    const ended = once(victim, 'exit');
    // Every second kill comes when small files are joined, which takes much longer than one change.
    const isLast =
      round % 2 === 0 ? (count: number) => count > numberBelow(12) : () => reported % maxItems === 0;
    for (let count = 1; ; count += 1) {
      const [sequence] = await once(victim, 'message');
      reported = Number(sequence);
      if (isLast(count)) break;
    }
    for (let turns = numberBelow(round % 2 === 0 ? 3_000 : 60_000); turns > 0; turns -= 1) await nextTurn();
    victim.on('message', (sequence) => {
      reported = Math.max(reported, Number(sequence));
    });
    victim.kill('SIGKILL');
    await ended;
    const library = openLibrary();
    const entries = await createAnnotationLog(library).read(file);
    await library.close();
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.map(({ act }) => act)).toEqual(entries.map((_, index) => `act ${index + 1}`));
    expect(entries.length).toBeGreaterThanOrEqual(reported);
  }
  expect(reported).toBeGreaterThan(rounds);
});
