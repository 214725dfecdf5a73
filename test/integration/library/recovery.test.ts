/** @file The recovery file on its whole way: a desk with a keychain that a test can empty. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import { secretsBelow, secretsIn } from '../../e2e/traces.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain, keychainSecrets } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { savedAt } from '../../fakes/saved.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { codeOf } from './support.ts';

const passphrase = 'canary "passphrase" ü~ of four words';

/** A computer with a keychain of its own. */
async function computer() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const keychain = createFakeKeychain();
  const file = join(path, 'library.paydesk-recovery');
  return { path, dataFolder: path, keychain, file };
}

type Computer = Awaited<ReturnType<typeof computer>>;

async function start({
  dataFolder,
  keychain,
}: {
  dataFolder: string;
  keychain: FakeKeychain;
}): Promise<TestApp> {
  const platform = createFakePlatform();
  const { processes } = platform;
  const testApp = await startTestApp({
    dataFolder,
    managed: { profiles: [profileOf(simulator)] },
    platform: {
      ...platform,
      processes: {
        start: (entry, name) => (name === 'keychain' ? keychain : processes).start(entry, name),
      },
    },
  });
  onTestFinished(() => testApp.close());
  await testApp.call('session.signIn', {
    profileId: 'test-profile',
    apiKey: simulator.credentials.apiKey,
    keep: 'session',
  });
  return testApp;
}

const simulator = await startSimulator({});
const [reference = ''] = simulator.exampleReferences(1);

/** A library with one proof, and its recovery file; Paydesk is closed. */
async function kept(on: Computer): Promise<void> {
  const testApp = await start(on);
  await testApp.call('proofs.fetch', { references: [reference], refresh: false });
  await testApp.until('library', (library) => library.state === 'kept' && library.items > 0);
  await testApp.until('proofs', ({ running }) => running === null);
  testApp.platform.answers.saveFile = on.file;
  expect(await testApp.call('recovery.save', { passphrase })).toEqual({ savedAs: savedAt(on.file) });
  await testApp.close();
}

async function restore(testApp: TestApp, file: string, using: string): Promise<null> {
  testApp.platform.answers.openFile = file;
  await testApp.call('recovery.choose', {});
  return testApp.call('recovery.restore', { passphrase: using });
}

test('a library without a recovery file is a line of Needs you until one is saved, also after a restart', async () => {
  const on = await computer();
  const testApp = await start(on);
  const lines = async (of: TestApp) => (await needsOf(of)).needs.map(({ kind }) => kind);
  expect(await lines(testApp)).not.toContain('recovery-unsaved');
  await testApp.call('proofs.fetch', { references: [reference], refresh: false });
  await eventually(async () => expect(await lines(testApp)).toContain('recovery-unsaved'));
  testApp.platform.answers.saveFile = on.file;
  await testApp.call('recovery.save', { passphrase });
  await eventually(async () => expect(await lines(testApp)).not.toContain('recovery-unsaved'));
  await testApp.close();
  const again = await start(on);
  await again.until('library', (library) => library.state === 'kept' && library.items > 0);
  await eventually(async () => expect(await lines(again)).not.toContain('recovery-unsaved'));
});

const isLost = (testApp: TestApp) =>
  testApp.until(
    'library',
    (library) => library.state === 'unavailable' && library.error.code === 'library-key-lost',
  );

function emptied(keychain: FakeKeychain): void {
  for (const account of keychain.secrets.keys())
    if (account.startsWith('library-key/')) keychain.secrets.delete(account);
}

test('a lost key: said, and everything is there again with file and passphrase', async () => {
  const one = await computer();
  await kept(one);
  const secrets = keychainSecrets(one.keychain);
  emptied(one.keychain);
  const testApp = await start(one);
  await isLost(testApp);
  expect(await restore(testApp, one.file, passphrase)).toBeNull();
  expect(testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(testApp.topic('proofs').counts).toEqual({ saved: 1 });
  expect(keychainSecrets(one.keychain)).toEqual(secrets);
});

test('another computer: a copy of the data folder opens there', async () => {
  const one = await computer();
  await kept(one);
  const other = await computer();
  await cp(one.dataFolder, other.dataFolder, { recursive: true });
  const testApp = await start(other);
  await isLost(testApp);
  await restore(testApp, other.file, passphrase);
  expect(testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0 });
});

test('a wrong passphrase, a damaged file, a file of another library: each said, nothing changed, tried again', async () => {
  const one = await computer();
  await kept(one);
  const stranger = await computer();
  await kept(stranger);
  emptied(one.keychain);
  const before = keychainSecrets(one.keychain);
  const testApp = await start(one);
  await isLost(testApp);

  const damaged = join(one.path, 'damaged');
  await writeFile(damaged, (await readFile(one.file, 'utf8')).replace('"savedAt": "20', '"savedAt": "19'));
  expect(await codeOf(restore(testApp, damaged, passphrase))).toBe('recovery-file-damaged');
  expect(await codeOf(restore(testApp, stranger.file, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(restore(testApp, join(one.path, 'gone'), passphrase))).toBe('file-missing');
  expect(await codeOf(restore(testApp, one.file, 'not the passphrase'))).toBe('recovery-passphrase-wrong');
  expect(keychainSecrets(one.keychain)).toEqual(before);
  expect(testApp.topic('library')).toMatchObject({
    state: 'unavailable',
    error: { code: 'library-key-lost' },
  });

  // The chosen file is still chosen.
  expect(await testApp.call('recovery.restore', { passphrase })).toBeNull();
  expect(testApp.topic('library').state).toBe('kept');
});

test('without a library nothing is saved and nothing restored, and without a file nothing is tried', async () => {
  const one = await computer();
  await kept(one);
  const empty = await computer();
  const testApp = await start(empty);
  testApp.platform.answers.saveFile = empty.file;
  expect(await codeOf(testApp.call('recovery.save', { passphrase }))).toBe('recovery-no-library');
  expect(await codeOf(readFile(empty.file))).toBe('ENOENT');
  expect(await codeOf(testApp.call('recovery.restore', { passphrase }))).toBe('arguments-invalid');
  expect(await codeOf(restore(testApp, one.file, passphrase))).toBe('recovery-no-library');
  expect(testApp.topic('library')).toEqual({ state: 'unused' });
});

test('eleven characters are not enough, spaces around them not counted', async () => {
  const testApp = await start(await computer());
  for (const short of ['eleven char', ' eleven char ', '🔑'.repeat(11)]) {
    expect(await codeOf(testApp.call('recovery.save', { passphrase: short }))).toBe('arguments-invalid');
  }
});

test('the passphrase and the key are in no file, no topic, no activity, no diagnostics', async () => {
  const one = await computer();
  await kept(one);
  const secret = [...one.keychain.secrets].find(([account]) => account.startsWith('library-key/'))?.[1] ?? '';
  const wrong = 'canary of a passphrase that is wrong';
  const secrets = { passphrase, wrong, key: secret };
  expect(secret).toHaveLength(43);
  emptied(one.keychain);
  const testApp = await start(one);
  await isLost(testApp);
  expect(await codeOf(restore(testApp, one.file, wrong))).toBe('recovery-passphrase-wrong');
  expect(await codeOf(testApp.call('recovery.restore', { passphrase: wrong.repeat(40) }))).toBe(
    'arguments-invalid',
  );
  await restore(testApp, one.file, passphrase);
  const diagnostics = join(one.path, 'diagnostics.zip');
  testApp.platform.answers.saveFile = diagnostics;
  await testApp.call('settings.saveDiagnostics', {});

  const filter = { kind: null, outcome: null, text: '' };
  const { rows } = await testApp.call('activity.list', { offset: 0, limit: 200, filter });
  expect(rows.map(({ subject }) => subject)).toContain(one.file);
  expect(secretsIn(JSON.stringify([rows, testApp.topic('library'), testApp.platform.seen]), secrets)).toEqual(
    [],
  );
  await testApp.close();
  expect(await secretsBelow(one.path, secrets)).toEqual([]);
});
