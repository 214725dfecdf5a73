/** @file A lost or unreadable `library.json` (the marker) while the rows and files of the library still exist. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateMasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { wrapKey } from '../../../../src/main/storage/library/recovery-file.ts';
import { openLibrary } from '../../../fakes/library-store.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf, createLibraryFixture, type LibraryFixture, pattern } from './library-fixture.ts';

const passphrase = 'four words of passphrase';

/** A closed library with one item, which each test copies, and its recovery file. */
const stored = { dataFolder: '', secrets: new Map<string, string>(), id: '', recoveryFile: '' };
/** The recovery file of another library. */
let foreignRecoveryFile = '';

beforeAll(async () => {
  const { path: dataFolder, remove } = await temporaryFolder();
  const vault = createFakeVault();
  const library = openLibrary({ dataFolder, vault });
  const { id } = await library.seal('proof', null, [pattern(10)]);
  const recoveryFile = await library.createRecoveryFile(passphrase);
  await library.close();
  Object.assign(stored, { dataFolder, secrets: vault.secrets, id, recoveryFile });
  const foreignKey = generateMasterKey('5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11');
  foreignRecoveryFile = await wrapKey(foreignKey, passphrase, 0);
  return remove;
});

test.each<[string, (fixture: LibraryFixture) => Promise<void>]>([
  ['lost', ({ marker }) => rm(marker)],
  ['unreadable', ({ marker }) => writeFile(marker, '{"version":1')],
])(
  'a marker that is %s is reported as damage, and only the recovery file of its library restores all items',
  async (state, damage) => {
    const fixture = await createLibraryFixture(stored);
    await damage(fixture);
    fixture.vault.secrets.clear();
    const rows = await fixture.rows();
    const library = await fixture.start();
    const damaged = { state: 'unavailable', error: { code: 'library-damaged' } };
    expect(library.state()).toMatchObject(damaged);
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    // Each of these attempts derives a key, which is slow.
    if (state === 'lost') {
      const foreign = library.restoreKey(foreignRecoveryFile, passphrase);
      expect(await codeOf(foreign)).toBe('recovery-file-other');
      const wrong = library.restoreKey(stored.recoveryFile, 'another passphrase');
      expect(await codeOf(wrong)).toBe('recovery-passphrase-wrong');
    }
    expect(await fixture.rows()).toEqual(rows);
    expect(fixture.vault.secrets.size).toBe(0);
    expect(library.state()).toMatchObject(damaged);
    await library.restoreKey(stored.recoveryFile, passphrase);
    expect(await library.readAll(stored.id)).toHaveLength(10);
    expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
    await library.close();
    expect((await fixture.start()).state()).toMatchObject({ state: 'kept', items: 1 });
  },
);

test('with marker and rows lost, a sealed file verifies the recovery file, and the list is reported as damaged', async () => {
  const fixture = await createLibraryFixture(stored);
  await rm(fixture.marker);
  await fixture.query('DELETE FROM library_item');
  const library = await fixture.start();
  // The key is right and is restored; afterwards the call reports the lost list.
  expect(await codeOf(library.restoreKey(stored.recoveryFile, passphrase))).toBe('library-damaged');
  expect(JSON.parse(await readFile(fixture.marker, 'utf8'))).toMatchObject({ version: 1 });
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
});

test.each<[string, (fixture: LibraryFixture) => Promise<unknown>]>([
  ['files without their rows', ({ query }) => query('DELETE FROM library_item')],
  [
    'files and a list file, which no released Paydesk wrote',
    ({ marker }) => writeFile(join(marker, '..', 'manifest.sealed'), 'a list'),
  ],
  [
    'only a list file',
    async ({ marker, fileOf }) => {
      await writeFile(join(marker, '..', 'manifest.sealed'), 'a list');
      await rm(marker);
      await rm(fileOf(stored.id));
    },
  ],
  [
    'only a file that was not yet moved to its final path',
    async ({ marker, fileOf }) => {
      await rm(marker);
      await rename(fileOf(stored.id), fileOf(stored.id).replace('.sealed', '.part'));
    },
  ],
  [
    'only an unreadable marker',
    async ({ dataFolder, marker }) => {
      await rm(join(dataFolder, 'library'), { recursive: true });
      await mkdir(join(dataFolder, 'library'));
      await writeFile(marker, '');
    },
  ],
])('no new library is created when the folder contains %s', async (_, damage) => {
  const fixture = await createLibraryFixture(stored);
  await damage(fixture);
  const find = async () => [await fixture.files(), await fixture.rows(), [...fixture.vault.secrets]];
  const before = await find();
  const library = await fixture.start();
  expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
  expect(await find()).toEqual(before);
});

test('a library is created in a folder that contains no part of a library', async () => {
  const fixture = await createLibraryFixture();
  await mkdir(join(fixture.dataFolder, 'library', 'files'), { recursive: true });
  await writeFile(join(fixture.dataFolder, 'library', 'files', '.DS_Store'), '');
  const library = await fixture.start();
  expect(library.state()).toEqual({ state: 'unused' });
  await library.seal('proof', null, [pattern(3)]);
  expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
});

describe('a recovery file', () => {
  test('of another library is rejected before its passphrase is tried', async () => {
    const library = await (await createLibraryFixture(stored)).start();
    const restored = library.restoreKey(foreignRecoveryFile, 'another passphrase');
    expect(await codeOf(restored)).toBe('recovery-file-other');
  });

  test('is rejected where no library exists, and no library is created', async () => {
    const fixture = await createLibraryFixture();
    const library = await fixture.start();
    expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('recovery-no-library');
    expect(await fixture.files()).toEqual([]);
    expect(fixture.vault.secrets.size).toBe(0);
  });

  test('restores no key when a newer Paydesk wrote the marker, which is reported', async () => {
    const fixture = await createLibraryFixture(stored);
    const marker = JSON.stringify({ ...JSON.parse(await readFile(fixture.marker, 'utf8')), version: 2 });
    await writeFile(fixture.marker, marker);
    const library = await fixture.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-newer' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-newer');
    expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('library-newer');
    expect(await readFile(fixture.marker, 'utf8')).toBe(marker);
    expect(fixture.vault.secrets).toEqual(stored.secrets);
  });
});
