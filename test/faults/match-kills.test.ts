/**
 * @file Paydesk is killed while a clerk matches rows with a ledger and takes matches back. Every decision that was shown
 * as saved holds afterwards, and none that was taken back.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createLedgerStore } from '../../src/main/features/statements/ledger-store.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { createFakeVault } from '../fakes/vault.ts';
import { countDecisions, linksAfter, pair } from './match-decisions.ts';
import { createNumbers, killAfterReport, rounds } from './random-kills.ts';

test(`no decision about rows is lost in ${rounds} kills at random moments`, {
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
  const argument = JSON.stringify({ dataFolder: folder.path, secrets: [...vault.secrets] });
  let reported = 0;
  for (let round = 0; round < rounds; round += 1) {
    const victim = fork(fileURLToPath(new URL('match-victim.ts', import.meta.url)), [argument]);
    reported = await killAfterReport(victim, {
      isLast: (count) => count > numberBelow(12),
      turns: () => numberBelow(3_000),
    });
    const library = openLibrary();
    const { links, otherLinks } = await createLedgerStore(library).readDecisions(pair);
    const versions = await library.list('ledger-links');
    await library.close();
    const decided = countDecisions(links);
    expect(decided).toBeGreaterThanOrEqual(reported);
    expect(links).toEqual(linksAfter(decided));
    // A version that the kill left beside its successor is removed with the next decision.
    expect(versions.length).toBeLessThanOrEqual(2);
    expect(otherLinks).toBe(0);
  }
  expect(reported).toBeGreaterThan(rounds);
});
