/** @file Saving and restoring a recovery file in a complete Paydesk, with a keychain that a test can empty. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretsBelow, secretsIn } from '../../e2e/traces.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain, keychainSecrets } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { savedAt } from '../../fakes/saved-file.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { codeOf } from './library-fixture.ts';

const passphrase = 'canary "passphrase" ü~ of four words';

/** Creates a data folder with its own keychain. */
async function createComputer() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const keychain = createFakeKeychain();
  const file = join(path, 'library.paydesk-recovery');
  return { path, dataFolder: path, keychain, file };
}

type Computer = Awaited<ReturnType<typeof createComputer>>;

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

/** Stores one proof, saves the recovery file and closes Paydesk. */
async function saveProofAndRecovery(computer: Computer): Promise<void> {
  const testApp = await start(computer);
  await testApp.call('proofs.fetch', { references: [reference], refresh: false });
  await testApp.until('library', (library) => library.state === 'kept' && library.items > 0);
  await testApp.until('proofs', ({ running }) => running === null);
  testApp.platform.answers.savePath = computer.file;
  expect(await testApp.call('recovery.file', { action: 'save', passphrase })).toEqual({
    savedAs: savedAt(computer.file),
  });
  await testApp.close();
}

async function restore(testApp: TestApp, file: string, typedPassphrase: string): Promise<null> {
  testApp.platform.answers.fileToOpen = file;
  await testApp.call('recovery.file', { action: 'choose' });
  return testApp.call('recovery.file', { action: 'restore', passphrase: typedPassphrase });
}

test('a library without a recovery file is listed in Needs you until a recovery file is saved, also after a restart', async () => {
  const computer = await createComputer();
  const testApp = await start(computer);
  const needKinds = async (app: TestApp) => (await needsOf(app)).needs.map(({ kind }) => kind);
  expect(await needKinds(testApp)).not.toContain('recovery-unsaved');
  await testApp.call('proofs.fetch', { references: [reference], refresh: false });
  await eventually(async () => expect(await needKinds(testApp)).toContain('recovery-unsaved'));
  testApp.platform.answers.savePath = computer.file;
  await testApp.call('recovery.file', { action: 'save', passphrase });
  await eventually(async () => expect(await needKinds(testApp)).not.toContain('recovery-unsaved'));
  await testApp.close();
  const restarted = await start(computer);
  await restarted.until('library', (library) => library.state === 'kept' && library.items > 0);
  await eventually(async () => expect(await needKinds(restarted)).not.toContain('recovery-unsaved'));
});

const untilKeyLost = (testApp: TestApp) =>
  testApp.until(
    'library',
    (library) => library.state === 'unavailable' && library.error.code === 'library-key-lost',
  );

function removeLibraryKeys(keychain: FakeKeychain): void {
  for (const account of keychain.secrets.keys())
    if (account.startsWith('library-key/')) keychain.secrets.delete(account);
}

test('a lost key is reported, and the recovery file with its passphrase restores the library', async () => {
  const computer = await createComputer();
  await saveProofAndRecovery(computer);
  const secrets = keychainSecrets(computer.keychain);
  removeLibraryKeys(computer.keychain);
  const testApp = await start(computer);
  await untilKeyLost(testApp);
  expect(await restore(testApp, computer.file, passphrase)).toBeNull();
  expect(testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(testApp.topic('proofs').counts).toEqual({ saved: 1 });
  expect(keychainSecrets(computer.keychain)).toEqual(secrets);
});

test('a copy of the data folder opens on another computer with the recovery file', async () => {
  const computer = await createComputer();
  await saveProofAndRecovery(computer);
  const otherComputer = await createComputer();
  await cp(computer.dataFolder, otherComputer.dataFolder, { recursive: true });
  const testApp = await start(otherComputer);
  await untilKeyLost(testApp);
  await restore(testApp, otherComputer.file, passphrase);
  expect(testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0 });
});

test('a wrong passphrase, a damaged file and a file of another library are each reported, change nothing and can be retried', async () => {
  const computer = await createComputer();
  await saveProofAndRecovery(computer);
  const foreignComputer = await createComputer();
  await saveProofAndRecovery(foreignComputer);
  removeLibraryKeys(computer.keychain);
  const secretsBefore = keychainSecrets(computer.keychain);
  const testApp = await start(computer);
  await untilKeyLost(testApp);

  const damagedFile = join(computer.path, 'damaged');
  await writeFile(
    damagedFile,
    (await readFile(computer.file, 'utf8')).replace('"savedAt": "20', '"savedAt": "19'),
  );
  expect(await codeOf(restore(testApp, damagedFile, passphrase))).toBe('recovery-file-damaged');
  expect(await codeOf(restore(testApp, foreignComputer.file, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(restore(testApp, join(computer.path, 'gone'), passphrase))).toBe('file-missing');
  expect(await codeOf(restore(testApp, computer.file, 'not the passphrase'))).toBe(
    'recovery-passphrase-wrong',
  );
  expect(keychainSecrets(computer.keychain)).toEqual(secretsBefore);
  expect(testApp.topic('library')).toMatchObject({
    state: 'unavailable',
    error: { code: 'library-key-lost' },
  });

  // The last chosen file stays selected.
  expect(await testApp.call('recovery.file', { action: 'restore', passphrase })).toBeNull();
  expect(testApp.topic('library').state).toBe('kept');
});

test('saving and restoring are refused without a library, and restoring without a chosen file', async () => {
  const computer = await createComputer();
  await saveProofAndRecovery(computer);
  const newComputer = await createComputer();
  const testApp = await start(newComputer);
  testApp.platform.answers.savePath = newComputer.file;
  expect(await codeOf(testApp.call('recovery.file', { action: 'save', passphrase }))).toBe(
    'recovery-no-library',
  );
  expect(await codeOf(readFile(newComputer.file))).toBe('ENOENT');
  expect(await codeOf(testApp.call('recovery.file', { action: 'restore', passphrase }))).toBe(
    'arguments-invalid',
  );
  expect(await codeOf(restore(testApp, computer.file, passphrase))).toBe('recovery-no-library');
  expect(testApp.topic('library')).toEqual({ state: 'unused' });
});

test('a passphrase of eleven characters is refused, because surrounding spaces do not count', async () => {
  const testApp = await start(await createComputer());
  for (const shortPassphrase of ['eleven char', ' eleven char ', '🔑'.repeat(11)]) {
    expect(await codeOf(testApp.call('recovery.file', { action: 'save', passphrase: shortPassphrase }))).toBe(
      'arguments-invalid',
    );
  }
});

test('the passphrase and the key appear in no file, topic, activity entry or diagnostics', async () => {
  const computer = await createComputer();
  await saveProofAndRecovery(computer);
  const secret =
    [...computer.keychain.secrets].find(([account]) => account.startsWith('library-key/'))?.[1] ?? '';
  const wrong = 'canary of a passphrase that is wrong';
  const secrets = { passphrase, wrong, key: secret };
  expect(secret).toHaveLength(43);
  removeLibraryKeys(computer.keychain);
  const testApp = await start(computer);
  await untilKeyLost(testApp);
  expect(await codeOf(restore(testApp, computer.file, wrong))).toBe('recovery-passphrase-wrong');
  expect(
    await codeOf(testApp.call('recovery.file', { action: 'restore', passphrase: wrong.repeat(40) })),
  ).toBe('arguments-invalid');
  await restore(testApp, computer.file, passphrase);
  const diagnostics = join(computer.path, 'diagnostics.zip');
  testApp.platform.answers.savePath = diagnostics;
  await testApp.call('settings.saveDiagnostics', {});

  const filter = { kind: null, outcome: null, text: '' };
  const { rows } = await testApp.call('activity.list', { offset: 0, limit: 200, filter });
  expect(rows.map(({ subject }) => subject)).toContain(computer.file);
  expect(secretsIn(JSON.stringify([rows, testApp.topic('library'), testApp.platform.seen]), secrets)).toEqual(
    [],
  );
  await testApp.close();
  expect(await secretsBelow(computer.path, secrets)).toEqual([]);
});
