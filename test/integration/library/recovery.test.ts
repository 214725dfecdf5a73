/** @file The recovery file on its whole way: a desk with a keychain that a test can empty. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import { secretsBelow, secretsIn } from '../../e2e/traces.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { type Desk, profileOf, startDesk, temporaryFolder } from '../../fakes/desk.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain, keptIn } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { savedAt } from '../../fakes/saved.ts';
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
}): Promise<Desk> {
  const platform = createFakePlatform();
  const { processes } = platform;
  const desk = await startDesk({
    dataFolder,
    managed: { profiles: [profileOf(simulator)] },
    platform: {
      ...platform,
      processes: {
        start: (entry, name) => (name === 'keychain' ? keychain : processes).start(entry, name),
      },
    },
  });
  onTestFinished(() => desk.close());
  await desk.call('session.signIn', {
    profileId: 'test-profile',
    apiKey: simulator.credentials.apiKey,
    keep: 'session',
  });
  return desk;
}

const simulator = await startSimulator({});
const [reference = ''] = simulator.exampleReferences(1);

/** A library with one proof, and its recovery file; Paydesk is closed. */
async function kept(on: Computer): Promise<void> {
  const desk = await start(on);
  await desk.call('proofs.fetch', { references: [reference], refresh: false });
  await desk.until('library', (library) => library.state === 'kept' && library.items > 0);
  await desk.until('proofs', ({ running }) => running === null);
  desk.platform.answers.saveFile = on.file;
  expect(await desk.call('recovery.save', { passphrase })).toEqual({ savedAs: savedAt(on.file) });
  await desk.close();
}

async function restore(desk: Desk, file: string, using: string): Promise<null> {
  desk.platform.answers.openFile = file;
  await desk.call('recovery.choose', {});
  return desk.call('recovery.restore', { passphrase: using });
}

test('a library without a recovery file is a line of Needs you until one is saved, also after a restart', async () => {
  const on = await computer();
  const desk = await start(on);
  const lines = async (of: Desk) => (await needsOf(of)).needs.map(({ kind }) => kind);
  expect(await lines(desk)).not.toContain('recovery-unsaved');
  await desk.call('proofs.fetch', { references: [reference], refresh: false });
  await eventually(async () => expect(await lines(desk)).toContain('recovery-unsaved'));
  desk.platform.answers.saveFile = on.file;
  await desk.call('recovery.save', { passphrase });
  await eventually(async () => expect(await lines(desk)).not.toContain('recovery-unsaved'));
  await desk.close();
  const again = await start(on);
  await again.until('library', (library) => library.state === 'kept' && library.items > 0);
  await eventually(async () => expect(await lines(again)).not.toContain('recovery-unsaved'));
});

const isLost = (desk: Desk) =>
  desk.until(
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
  const secrets = keptIn(one.keychain);
  emptied(one.keychain);
  const desk = await start(one);
  await isLost(desk);
  expect(await restore(desk, one.file, passphrase)).toBeNull();
  expect(desk.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(desk.topic('proofs').counts).toEqual({ saved: 1 });
  expect(keptIn(one.keychain)).toEqual(secrets);
});

test('another computer: a copy of the data folder opens there', async () => {
  const one = await computer();
  await kept(one);
  const other = await computer();
  await cp(one.dataFolder, other.dataFolder, { recursive: true });
  const desk = await start(other);
  await isLost(desk);
  await restore(desk, other.file, passphrase);
  expect(desk.topic('library')).toMatchObject({ state: 'kept', missing: 0 });
});

test('a wrong passphrase, a damaged file, a file of another library: each said, nothing changed, tried again', async () => {
  const one = await computer();
  await kept(one);
  const stranger = await computer();
  await kept(stranger);
  emptied(one.keychain);
  const before = keptIn(one.keychain);
  const desk = await start(one);
  await isLost(desk);

  const damaged = join(one.path, 'damaged');
  await writeFile(damaged, (await readFile(one.file, 'utf8')).replace('"savedAt": "20', '"savedAt": "19'));
  expect(await codeOf(restore(desk, damaged, passphrase))).toBe('recovery-file-damaged');
  expect(await codeOf(restore(desk, stranger.file, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(restore(desk, join(one.path, 'gone'), passphrase))).toBe('file-missing');
  expect(await codeOf(restore(desk, one.file, 'not the passphrase'))).toBe('recovery-passphrase-wrong');
  expect(keptIn(one.keychain)).toEqual(before);
  expect(desk.topic('library')).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });

  // The chosen file is still chosen.
  expect(await desk.call('recovery.restore', { passphrase })).toBeNull();
  expect(desk.topic('library').state).toBe('kept');
});

test('without a library nothing is saved and nothing restored, and without a file nothing is tried', async () => {
  const one = await computer();
  await kept(one);
  const empty = await computer();
  const desk = await start(empty);
  desk.platform.answers.saveFile = empty.file;
  expect(await codeOf(desk.call('recovery.save', { passphrase }))).toBe('recovery-no-library');
  expect(await codeOf(readFile(empty.file))).toBe('ENOENT');
  expect(await codeOf(desk.call('recovery.restore', { passphrase }))).toBe('arguments-invalid');
  expect(await codeOf(restore(desk, one.file, passphrase))).toBe('recovery-no-library');
  expect(desk.topic('library')).toEqual({ state: 'unused' });
});

test('eleven characters are not enough, spaces around them not counted', async () => {
  const desk = await start(await computer());
  for (const short of ['eleven char', ' eleven char ', '🔑'.repeat(11)]) {
    expect(await codeOf(desk.call('recovery.save', { passphrase: short }))).toBe('arguments-invalid');
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
  const desk = await start(one);
  await isLost(desk);
  expect(await codeOf(restore(desk, one.file, wrong))).toBe('recovery-passphrase-wrong');
  expect(await codeOf(desk.call('recovery.restore', { passphrase: wrong.repeat(40) }))).toBe(
    'arguments-invalid',
  );
  await restore(desk, one.file, passphrase);
  const diagnostics = join(one.path, 'diagnostics.zip');
  desk.platform.answers.saveFile = diagnostics;
  await desk.call('settings.saveDiagnostics', {});

  const filter = { kind: null, outcome: null, text: '' };
  const { rows } = await desk.call('activity.list', { offset: 0, limit: 200, filter });
  expect(rows.map(({ subject }) => subject)).toContain(one.file);
  expect(secretsIn(JSON.stringify([rows, desk.topic('library'), desk.platform.seen]), secrets)).toEqual([]);
  await desk.close();
  expect(await secretsBelow(one.path, secrets)).toEqual([]);
});
