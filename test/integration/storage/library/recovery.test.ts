/** @file Saving and restoring a recovery file in a complete Paydesk, with a keychain that a test can empty. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { generateMasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { wrapKey } from '../../../../src/main/storage/library/recovery-file.ts';
import { secretsBelow, secretsIn } from '../../../e2e/traces.ts';
import { needsOf } from '../../../fakes/compare-needs-you.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import {
  createFakeKeychain,
  type FakeKeychain,
  keychainSecrets,
} from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { startSimulator } from '../../../practice/simulator.ts';
import { codeOf } from './library-fixture.ts';

const passphrase = 'canary "passphrase" ü~ of four words';

/** A data folder with its own keychain. */
interface Computer {
  readonly dataFolder: string;
  readonly keychain: FakeKeychain;
  /** Path of the recovery file. */
  readonly file: string;
}

const simulator = await startSimulator({});
const [reference = ''] = simulator.exampleReferences(1);
afterAll(() => simulator.close());

/** Starts Paydesk on a computer and signs in. */
async function start({ dataFolder, keychain }: Computer): Promise<TestApp> {
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
  const { apiKey } = simulator.credentials;
  const signIn = () => testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  await signIn().catch(async (thrown: unknown) => {
    expect(thrown).toMatchObject({ code: 'data-earlier', details: { what: 'computer' } });
    await testApp.call('proofs.library', { action: 'continueEarlier' });
    await signIn();
  });
  return testApp;
}

/** Starts Paydesk on a computer; it is closed when the test ends. */
async function startForTest(computer: Computer): Promise<TestApp> {
  const testApp = await start(computer);
  onTestFinished(() => testApp.close());
  return testApp;
}

/** Creates a computer, empty or as a copy of the data folder of another computer without its keychain. */
async function createComputer(copied?: Computer): Promise<Computer> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  if (copied !== undefined) await cp(copied.dataFolder, path, { recursive: true });
  return { dataFolder: path, keychain: createFakeKeychain(), file: join(path, 'library.paydesk-recovery') };
}

/** Fetches one proof and waits until it is stored. */
async function fetchProof(testApp: TestApp): Promise<void> {
  await testApp.call('proofs.fetch', { references: [reference], refresh: false });
  await testApp.until('library', (library) => library.state === 'kept' && library.items > 0);
  await testApp.until('proofs', ({ running }) => running === null);
}

/** A computer with one stored proof and a recovery file. */
let saved: Computer;

beforeAll(async () => {
  const { path, remove } = await temporaryFolder();
  const keychain = createFakeKeychain();
  saved = { dataFolder: path, keychain, file: join(path, 'library.paydesk-recovery') };
  const testApp = await start(saved);
  await fetchProof(testApp);
  testApp.platform.answers.savePath = saved.file;
  const answer = await testApp.call('recovery.file', { action: 'save', passphrase });
  expect(answer).toEqual({ savedAs: savedAt(saved.file) });
  await testApp.close();
  return remove;
});

async function restore(testApp: TestApp, file: string, typedPassphrase: string): Promise<null> {
  testApp.platform.answers.fileToOpen = file;
  await testApp.call('recovery.file', { action: 'choose' });
  return testApp.call('recovery.file', { action: 'restore', passphrase: typedPassphrase });
}

test('a library without a recovery file is listed in Needs you until a recovery file is saved, also after a restart', async () => {
  const computer = await createComputer();
  const testApp = await startForTest(computer);
  const needKinds = async (app: TestApp) => (await needsOf(app)).needs.map(({ kind }) => kind);
  expect(await needKinds(testApp)).not.toContain('recovery-unsaved');
  await fetchProof(testApp);
  await eventually(async () => expect(await needKinds(testApp)).toContain('recovery-unsaved'));
  testApp.platform.answers.savePath = computer.file;
  await testApp.call('recovery.file', { action: 'save', passphrase });
  await eventually(async () => expect(await needKinds(testApp)).not.toContain('recovery-unsaved'));
  await testApp.close();
  const restarted = await startForTest(computer);
  await restarted.until('library', (library) => library.state === 'kept' && library.items > 0);
  await eventually(async () => expect(await needKinds(restarted)).not.toContain('recovery-unsaved'));
});

test('on another computer the key is reported as lost, only its recovery file with the passphrase restores the library, and no secret is left anywhere', async () => {
  const computer = await createComputer(saved);
  const testApp = await startForTest(computer);
  const isKeyLost = () => {
    const library = testApp.topic('library');
    return library.state === 'unavailable' && library.error.code === 'library-key-lost';
  };
  await testApp.until('library', isKeyLost);
  const recoveryFile = await readFile(computer.file, 'utf8');
  const pathOf = (name: string) => join(computer.dataFolder, name);
  await writeFile(pathOf('damaged'), recoveryFile.replace('"savedAt": "20', '"savedAt": "19'));
  await writeFile(
    pathOf('foreign'),
    await wrapKey(generateMasterKey(systemRandom.identifier()), passphrase, 0),
  );
  const wrong = 'canary of a passphrase that is wrong';
  for (const [file, typed, code] of [
    [pathOf('damaged'), passphrase, 'recovery-file-damaged'],
    [pathOf('foreign'), passphrase, 'recovery-file-other'],
    [pathOf('missing'), passphrase, 'file-missing'],
    [computer.file, wrong, 'recovery-passphrase-wrong'],
    [computer.file, wrong.repeat(40), 'arguments-invalid'],
  ] as const)
    expect(await codeOf(restore(testApp, file, typed))).toBe(code);
  expect(keychainSecrets(computer.keychain)).toEqual([]);
  expect(isKeyLost()).toBe(true);

  // The last chosen file stays selected.
  expect(await testApp.call('recovery.file', { action: 'restore', passphrase })).toBeNull();
  expect(testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(testApp.topic('proofs').counts).toEqual({ saved: 1 });
  const libraryKeys = keychainSecrets(saved.keychain).filter(([account]) =>
    account.startsWith('library-key/'),
  );
  expect(keychainSecrets(computer.keychain)).toEqual(libraryKeys);

  const key = libraryKeys[0]?.[1] ?? '';
  expect(key).toHaveLength(43);
  const secrets = { passphrase, wrong, key };
  testApp.platform.answers.savePath = pathOf('diagnostics.zip');
  await testApp.call('settings.saveDiagnostics', {});
  const filter = { kind: null, outcome: null, text: '' };
  const { rows } = await testApp.call('activity.list', { offset: 0, limit: 200, filter });
  expect(rows.map(({ subject }) => subject)).toContain(saved.file);
  const shown = JSON.stringify([rows, testApp.topic('library'), testApp.platform.seen]);
  expect(secretsIn(shown, secrets)).toEqual([]);
  await testApp.close();
  expect(await secretsBelow(computer.dataFolder, secrets)).toEqual([]);
});

test('saving and restoring are refused without a library, with a short passphrase, and restoring without a chosen file', async () => {
  const computer = await createComputer();
  const testApp = await startForTest(computer);
  testApp.platform.answers.savePath = computer.file;
  const save = (typed: string) =>
    codeOf(testApp.call('recovery.file', { action: 'save', passphrase: typed }));
  // Surrounding spaces do not count.
  for (const shortPassphrase of ['eleven char', ' eleven char ', '🔑'.repeat(11)])
    expect(await save(shortPassphrase)).toBe('arguments-invalid');
  expect(await save(passphrase)).toBe('recovery-no-library');
  expect(await codeOf(readFile(computer.file))).toBe('ENOENT');
  expect(await codeOf(testApp.call('recovery.file', { action: 'restore', passphrase }))).toBe(
    'arguments-invalid',
  );
  expect(await codeOf(restore(testApp, saved.file, passphrase))).toBe('recovery-no-library');
  expect(testApp.topic('library')).toEqual({ state: 'unused' });
});
