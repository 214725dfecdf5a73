/** @file The disk is full while statements are requested or downloaded: nothing is lost, requested twice or unencrypted. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import { openLibrary } from '../fakes/library-store.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/platform/small-disk.ts';
import { createFakeVault } from '../fakes/platform/vault.ts';
import { createMovingClock } from '../integration/features/documents/moving-clock.ts';
import { january, startStatementsFixture } from '../integration/features/statements/statements-fixture.ts';
import { codeOf } from '../integration/storage/library/library-fixture.ts';
import { actAt } from '../practice/faults.ts';

test('content that fills the disk leaves no file, and the library works again once there is space', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(4);
  const libraryDeps = { dataFolder: disk.path, vault: createFakeVault() };
  const library = openLibrary(libraryDeps);
  onTestFinished(() => library.close());
  const firstFile = await library.seal('statement', null, [Buffer.alloc(300_000, 1)]);
  const oversizedContent = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 2));
  expect(await codeOf(library.seal('statement', null, oversizedContent))).toBe('disk-full');
  expect(readdirSync(join(disk.path, 'library', 'files'))).toEqual([`${firstFile.id}.sealed`]);

  // Even small content needs space for its sealed file and for its row.
  disk.fill();
  const errorCode = await codeOf(library.seal('statement', null, [Buffer.from('small')]));
  expect(errorCode).toBe('disk-full');
  disk.free();
  const laterFile = await library.seal('statement', null, [Buffer.alloc(300_000, 3)]);
  await library.close();
  const reopened = openLibrary(libraryDeps);
  onTestFinished(() => reopened.close());
  await reopened.start();
  expect((await reopened.list('statement')).map(({ id }) => id)).toEqual([firstFile.id, laterFile.id]);
  expect(reopened.state()).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(Buffer.from(await reopened.readAll(laterFile.id)).equals(Buffer.alloc(300_000, 3))).toBe(true);
});

test('downloads wait while the disk is full, and all complete once there is space', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(8);
  const clock = createMovingClock();
  const fixture = await startStatementsFixture({ dataFolder: disk.path, clock });
  // Closing Paydesk needs free space.
  onTestFinished(disk.free);
  await fixture.request([1001, 1002, 1003, 1004]);
  let isFull = false;
  const fillDisk = actAt(2, () => {
    isFull = true;
    disk.fill();
  });
  fixture.simulator.faults.set('statementDownload', fillDisk);
  for (const walletId of [1001, 1002, 1003, 1004]) {
    await fixture.pasteEvent(fixture.eventsOf(walletId)[0] ?? {}).catch(() => undefined);
  }
  await eventually(() => expect(isFull).toBe(true));
  // A waiting statement reports the full disk.
  await eventually(async () => {
    const codes = (await fixture.list()).map(({ problem }) => problem?.code);
    expect(codes).toContain('disk-full');
  });
  disk.free();
  // The clerk pastes again the events that Paydesk could not store.
  for (const walletId of [1001, 1002, 1003, 1004]) {
    await fixture.pasteEvent(fixture.eventsOf(walletId)[0] ?? {});
  }
  await eventually(async () => {
    clock.skip(5_000);
    fixture.testApp.platform.resume();
    expect((await fixture.list()).map(({ state }) => state)).toEqual(Array(4).fill('stored'));
  }, 200);
  await fixture.testApp.until('diskFull', (full) => full === null);
  expect(fixture.unexpectedLogLines()).toEqual([]);
  expect(fixture.simulator.state.statementRequests).toHaveLength(1);
});

test('files for which the disk has no space wait although the database works, and one line says so', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(16);
  const clock = createMovingClock();
  const fixture = await startStatementsFixture({ dataFolder: disk.path, clock });
  const { testApp, simulator } = fixture;
  const { event, id } = await fixture.requestStatement();
  const csv = 'Date,Amount\n'.repeat(250_000);
  const proof = JSON.stringify({ pop: 'x'.repeat(4_000_000), type: 'TXT' });
  simulator.faults.set('statementDownload', { kind: 'status', status: 200, body: csv });
  simulator.faults.set('proof', { kind: 'status', status: 200, body: proof });
  const countCalls = (name: string) => simulator.calls().filter(({ route }) => route === name).length;
  const untilNeeded = (bytes: number) =>
    testApp.until('diskFull', (full) => full?.neededBytes === bytes + 1_000_000);

  disk.fill(2_000_000);
  await fixture.pasteEvent(event);
  const full = await untilNeeded(csv.length);
  expect(full?.freeBytes).toBeLessThan(2_000_000);
  await testApp.until('needsYou', ({ top }) => top[0]?.kind === 'disk-full');
  expect(await fixture.list()).toMatchObject([
    { id, state: 'ready', problem: { code: 'disk-full' }, progress: null },
  ]);
  expect(testApp.topic('statements').downloading).toBeNull();
  await fixture.call('proofs.fetch', { references: ['PX-1'], refresh: false });
  await untilNeeded(proof.length);
  clock.skip(5_000);
  expect(testApp.topic('proofs').counts).toEqual({ loading: 1 });

  disk.free();
  await eventually(async () => {
    clock.skip(5_000);
    expect(await fixture.list()).toMatchObject([{ state: 'stored', size: csv.length }]);
    expect(testApp.topic('proofs').counts).toEqual({ saved: 1 });
  });
  await testApp.until('diskFull', (value) => value === null);
  await testApp.until('needsYou', ({ top }) => top.every(({ kind }) => kind !== 'disk-full'));
  expect([countCalls('statementDownload'), countCalls('proof')]).toEqual([2, 1]);
  expect(fixture.unexpectedLogLines()).toEqual([]);
});

test('a full disk prevents statement requests that could not be recorded', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(8);
  const fixture = await startStatementsFixture({ dataFolder: disk.path });
  // Closing Paydesk needs free space.
  onTestFinished(disk.free);
  fixture.simulator.faults.set('statementExport', actAt(1, disk.fill));
  const periods = Array.from({ length: 12 }, (_, index) => ({
    since: `2025-${String(index + 1).padStart(2, '0')}-01`,
    till: `2025-${String(index + 1).padStart(2, '0')}-28`,
  }));
  const { results } = await fixture.request([1001], { periods });
  expect(results.map(({ period }) => period)).toEqual(periods);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted');
  expect(accepted).toHaveLength(fixture.simulator.state.statementRequests.length);
  expect(accepted.length).toBeLessThan(12);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['disk-full']));

  disk.free();
  const failedPeriods = failed.map(({ period }) => period);
  expect(await fixture.request([1001], { periods: failedPeriods })).toMatchObject({
    results: failedPeriods.map((period) => ({ period, outcome: 'accepted' })),
  });
  const requestedPeriods = fixture.simulator.state.statementRequests.map(({ since }) => since);
  expect(new Set(requestedPeriods).size).toBe(requestedPeriods.length);
  expect(requestedPeriods).toHaveLength(12);
  await fixture.request([1002], { periods: [january] });
  // The answer to the first request could not be recorded on the full disk; its event is accepted all the same.
  for (const event of fixture.simulator.events()) await fixture.pasteEvent(event);
  await eventually(async () =>
    expect((await fixture.list()).filter(({ state }) => state === 'stored')).toHaveLength(13),
  );
});
