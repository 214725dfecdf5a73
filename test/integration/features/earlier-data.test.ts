/** @file Backups that are put back: nothing goes on by itself, the clerk reads what happened and chooses. */
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEarlierDataGuard } from '../../../src/main/app/earlier-data.ts';
import { systemRandom } from '../../../src/main/concurrency/clock.ts';
import { openGenerationCounter } from '../../../src/main/storage/generation/generation-counter.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { EarlierData } from '../../../src/shared/model/earlier-data.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files/files.ts';
import { openLibraryStore } from '../../fakes/library-store.ts';
import { createFakeKeychain } from '../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform/platform.ts';
import { createFakeVault } from '../../fakes/platform/vault.ts';
import { startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { codeOf } from '../storage/library/library-fixture.ts';
import { startDocumentsFixture } from './documents/documents-fixture.ts';
import { startStatementsFixture } from './statements/statements-fixture.ts';

const parts = { database: ['paydesk.db', 'paydesk.db-wal', 'paydesk.db-shm'], library: ['library'] };

type Part = keyof typeof parts;

/** A folder for a backup of a data folder. */
async function createBackup(dataFolder: string) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  async function copy(from: string, to: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(to, name), { recursive: true, force: true });
    const present = await readdir(from);
    for (const name of names.filter((one) => present.includes(one)))
      await cp(join(from, name), join(to, name), { recursive: true });
  }
  return {
    make: () => copy(dataFolder, path, Object.values(parts).flat()),
    putBack: (...back: readonly Part[]) =>
      copy(
        path,
        dataFolder,
        back.flatMap((part) => parts[part]),
      ),
  };
}

const expectEarlier = (testApp: TestApp, what: EarlierData) =>
  testApp.until('startup', (startup) => startup.state === 'failed' && startup.error.details['what'] === what);

async function continueEarlier(testApp: TestApp): Promise<void> {
  await testApp.call('proofs.library', { action: 'continueEarlier' });
  expect(testApp.topic('startup')).toEqual({ state: 'ready' });
}

test('an older database sends and attaches nothing again, and its batch waits for the clerk', async () => {
  const fixture = await startDocumentsFixture();
  const { simulator, profileId } = fixture;
  const backup = await createBackup(fixture.dataFolder);
  simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  await eventually(() => expect(fixture.callsOf('uploadDocuments').length).toBeGreaterThan(0));
  await fixture.restart({ signIn: false, whileClosed: backup.make });
  simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  const calls = simulator.calls().length;
  // Uploads that hung may have begun before Paydesk was closed.
  const uploads = fixture.callsOf('upload').length;

  await fixture.restart({ signIn: false, whileClosed: () => backup.putBack('database') });
  await expectEarlier(fixture.testApp, 'database');
  const { apiKey } = simulator.credentials;
  const signingIn = fixture.call('session.signIn', { profileId, apiKey, keep: 'session' });
  expect(await codeOf(signingIn)).toBe('data-earlier');
  await fixture.restart({ signIn: false });
  await expectEarlier(fixture.testApp, 'database');
  expect(simulator.calls()).toHaveLength(calls);

  await continueEarlier(fixture.testApp);
  await fixture.signIn();
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'earlier-data' });
  expect(fixture.callsOf('upload')).toHaveLength(uploads);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  await fixture.restart();
  expect(fixture.testApp.topic('startup')).toEqual({ state: 'ready' });
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'earlier-data' });
});

test('no profile is opened while the comparison fails', async () => {
  const fail = () => Promise.reject(new PaydeskError('database-unavailable', 'The database is closed'));
  const ports = { vault: createFakeVault(), clock: createFakeClock(), random: systemRandom };
  const closed = { store: { run: fail, close: fail }, library: { readLibraryId: fail, listAgain: fail } };
  const guard = createEarlierDataGuard({
    ...ports,
    ...closed,
    publisher: { publish: () => undefined },
    adoptFiles: fail,
    onCurrent: () => undefined,
    onUnexpected: () => undefined,
  });
  await guard.start();
  expect(await codeOf(guard.whenCurrent())).toBe('database-unavailable');
});

test.each([0, 1])(
  'a keychain that fails at its write %i is not that of another computer',
  async (failing) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const store = openLibraryStore();
    openGenerationCounter(store.database, join(path, 'generation'));
    const vault = createFakeVault();
    let writes = 0;
    async function write(account: string, secret: string): Promise<void> {
      vault.fails = writes === failing ? 'keychain-locked' : null;
      writes += 1;
      await vault.write(account, secret);
    }
    const open = () =>
      createEarlierDataGuard({
        store,
        vault: { ...vault, write },
        clock: createFakeClock(),
        random: systemRandom,
        publisher: { publish: () => undefined },
        library: { readLibraryId: async () => 'library', listAgain: async () => undefined },
        adoptFiles: async () => undefined,
        onCurrent: () => undefined,
        onUnexpected: () => undefined,
      });
    const guard = open();
    await guard.whenCurrent();
    await guard.stop();
    vault.fails = null;
    await open().whenCurrent();
  },
);

describe('of a library with a keychain', () => {
  /** A backup made while one statement was requested; then it was stored, and another wallet's too. */
  async function openWithBackup() {
    const fixture = await startStatementsFixture({ hasKeychain: true });
    const backup = await createBackup(fixture.testApp.dataFolder);
    await fixture.storeStatement(1003);
    const { id: requested, event } = await fixture.requestStatement(1001);
    await fixture.restart(backup.make);
    await fixture.pasteEvent(event);
    await fixture.until(requested, 'stored');
    const later = await fixture.storeStatement(1002);
    return { fixture, requested, later, backup };
  }

  test('a statement is assigned only to the request that it was stored for, and only after the choice', async () => {
    const { fixture, requested, later, backup } = await openWithBackup();
    await fixture.restart(() => backup.putBack('database'), { signIn: false });
    await expectEarlier(fixture.testApp, 'database');
    const library = await fixture.testApp.until('library', ({ state }) => state === 'kept');
    expect(library).toMatchObject({ items: 1, foreign: 2 });
    await continueEarlier(fixture.testApp);
    expect(fixture.testApp.topic('library')).toMatchObject({ state: 'kept', items: 3, foreign: 0 });
    await fixture.signIn();
    await fixture.until(requested, 'stored');
    const { id } = await fixture.requestStatement(1004);
    expect(id).toBe(later);
    await fixture.restart();
    expect(await fixture.until(id, 'waiting')).toMatchObject({ wallet: { id: 1004 } });
  });

  test.each<[EarlierData, readonly Part[]]>([
    ['library', ['library']],
    ['both', ['database', 'library']],
  ])('older data (%s) is used after the choice alone, and nothing is lost', async (what, back) => {
    const { fixture, backup } = await openWithBackup();
    await fixture.restart(() => backup.putBack(...back), { signIn: false });
    await expectEarlier(fixture.testApp, what);
    const files = await readdir(join(fixture.testApp.dataFolder, 'library', 'files'));
    expect(await codeOf(fixture.signIn())).toBe('data-earlier');
    await continueEarlier(fixture.testApp);
    await fixture.signIn();
    expect(await readdir(join(fixture.testApp.dataFolder, 'library', 'files'))).toEqual(files);
    await fixture.restart();
    expect(fixture.testApp.topic('startup')).toEqual({ state: 'ready' });
  });

  test.each<[EarlierData, readonly string[]]>([
    ['databaseMissing', parts.database],
    ['libraryMissing', parts.library],
  ])('a missing part (%s) is never replaced in silence', async (what, names) => {
    const { fixture } = await openWithBackup();
    const { dataFolder } = fixture.testApp;
    await fixture.restart(
      async () => {
        for (const name of names) await rm(join(dataFolder, name), { recursive: true, force: true });
      },
      { signIn: false },
    );
    await expectEarlier(fixture.testApp, what);
    await continueEarlier(fixture.testApp);
    if (what === 'databaseMissing')
      expect(fixture.testApp.topic('library')).toMatchObject({ items: 3, foreign: 0 });
    await fixture.restart();
    expect(fixture.testApp.topic('startup')).toEqual({ state: 'ready' });
  });

  test('on another computer, whose keychain does not know the data', async () => {
    const { fixture } = await openWithBackup();
    const { path: dataFolder, remove } = await temporaryFolder();
    await fixture.restart(() => cp(fixture.testApp.dataFolder, dataFolder, { recursive: true }));
    const platform = { ...createFakePlatform(), processes: createFakeKeychain() };
    const testApp = await startTestApp({ dataFolder, platform });
    onTestFinished(async () => {
      await testApp.close();
      await remove();
    });
    await expectEarlier(testApp, 'computer');
  });

  test('the archive keeps all files, and the next start begins with none', async () => {
    const { fixture, backup } = await openWithBackup();
    const { dataFolder } = fixture.testApp;
    await fixture.restart(() => backup.putBack('database'), { signIn: false });
    await expectEarlier(fixture.testApp, 'database');
    const files = await readdir(join(dataFolder, 'library', 'files'));
    await fixture.call('settings.quit', { archive: true });
    await fixture.restart();
    expect(fixture.testApp.topic('startup')).toEqual({ state: 'ready' });
    expect(await fixture.list()).toEqual([]);
    const archive = (await readdir(dataFolder)).find((name) => name.startsWith('archive-'));
    expect(await readdir(join(dataFolder, archive ?? '', 'library', 'files'))).toEqual(files);
    expect(await readdir(join(dataFolder, archive ?? ''))).toContain('paydesk.db');
  });
});
