/** @file The disk is full while statements are asked for or come in: nothing is lost, asked for twice or in the clear. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createLibrary } from '../../src/main/library/library.ts';
import { eventually } from '../fakes/eventually.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/small-disk.ts';
import { createFakeVault } from '../fakes/vault.ts';
import { codeOf } from '../integration/library/support.ts';
import { eventsOf, january, startWork } from '../integration/statements/work.ts';

test('content that fills the disk leaves nothing of itself, and the library goes on when there is room', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(4);
  const ports = { dataFolder: disk.path, vault: createFakeVault(), clock: systemClock, random: systemRandom };
  const library = createLibrary(ports);
  onTestFinished(() => library.close());
  const kept = await library.seal('statement', null, [Buffer.alloc(300_000, 1)]);
  const tooMuch = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 2));
  expect(await codeOf(library.seal('statement', null, tooMuch))).toBe('disk-full');
  expect(readdirSync(join(disk.path, 'library', 'files'))).toEqual([`${kept.id}.sealed`]);

  // Not even the list can grow: what was sealed does not count then, and nothing of it stays.
  disk.fill();
  const refused = await codeOf(library.seal('statement', null, [Buffer.from('small')]));
  expect(refused).toBe('disk-full');
  disk.free();
  const later = await library.seal('statement', null, [Buffer.alloc(300_000, 3)]);
  await library.close();
  const again = createLibrary(ports);
  onTestFinished(() => again.close());
  await again.start();
  expect((await again.list('statement')).map(({ id }) => id)).toEqual([kept.id, later.id]);
  expect(again.state()).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(Buffer.from(await again.readAll(later.id)).equals(Buffer.alloc(300_000, 3))).toBe(true);
});

test('a disk that is full in the middle of downloads: they wait for room, and then all come', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(8);
  const work = await startWork({ dataFolder: disk.path });
  // Nothing comes to rest on a full disk.
  onTestFinished(disk.free);
  await work.ask([1001, 1002, 1003, 1004]);
  let calls = 0;
  work.simulator.faults.set('statementDownload', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      calls += 1;
      if (calls === 2) disk.fill();
      return false;
    },
  });
  for (const walletId of [1001, 1002, 1003, 1004]) {
    await work.paste(eventsOf(work.simulator, walletId)[0] ?? {}).catch(() => undefined);
  }
  await eventually(() => expect(calls).toBeGreaterThan(1));
  // It is said on the statements that wait for room.
  await eventually(async () => {
    const codes = (await work.list()).map(({ problem }) => problem?.code);
    expect(codes).toContain('disk-full');
  });
  disk.free();
  // Events that there was no room for were refused in words, and are handed in again.
  for (const walletId of [1001, 1002, 1003, 1004]) {
    await work.paste(eventsOf(work.simulator, walletId)[0] ?? {});
  }
  await eventually(async () => {
    work.testApp.platform.resume();
    expect((await work.list()).map(({ state }) => state)).toEqual(Array(4).fill('stored'));
  }, 200);
  expect(work.unexpected()).toEqual([]);
  expect(work.simulator.state.statementRequests).toHaveLength(1);
});

test('a disk that is full when the clerk asks: nothing is sent that could not be written down', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(8);
  const work = await startWork({ dataFolder: disk.path });
  // Nothing comes to rest on a full disk.
  onTestFinished(disk.free);
  let calls = 0;
  work.simulator.faults.set('statementExport', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      calls += 1;
      if (calls === 1) disk.fill();
      return false;
    },
  });
  const periods = Array.from({ length: 12 }, (_, index) => ({
    since: `2025-${String(index + 1).padStart(2, '0')}-01`,
    till: `2025-${String(index + 1).padStart(2, '0')}-28`,
  }));
  const { results } = await work.ask([1001], { periods });
  expect(results.map(({ period }) => period)).toEqual(periods);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted');
  expect(accepted).toHaveLength(work.simulator.state.statementRequests.length);
  expect(accepted.length).toBeLessThan(12);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['disk-full']));

  disk.free();
  const rest = failed.map(({ period }) => period);
  expect(await work.ask([1001], { periods: rest })).toMatchObject({
    results: rest.map((period) => ({ period, outcome: 'accepted' })),
  });
  const asked = work.simulator.state.statementRequests.map(({ since }) => since);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(12);
  // An event of a request whose answer could not be written down is taken all the same.
  await work.ask([1002], { periods: [january] });
  for (const event of work.simulator.events()) await work.paste(event);
  await eventually(async () =>
    expect((await work.list()).filter(({ state }) => state === 'stored')).toHaveLength(13),
  );
});
