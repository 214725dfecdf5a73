/** @file A lost or unreadable `library.json` (the marker) while the manifest or files of the library still exist. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateMasterKey } from '../../../src/main/library/master-key.ts';
import { wrapKey } from '../../../src/main/library/recovery-file.ts';
import { codeOf, createLibraryFixture, type LibraryFixture, pattern } from './library-fixture.ts';

const passphrase = 'four words of passphrase';

/** Creates a library with one item and closes it. */
async function createClosedLibrary(): Promise<{ fixture: LibraryFixture; id: string }> {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const { id } = await library.seal('proof', null, [pattern(10)]);
  await library.close();
  return { fixture, id };
}

/** Creates a library with one item and a recovery file, and closes it. */
async function createClosedLibraryWithRecovery(): Promise<{
  fixture: LibraryFixture;
  id: string;
  recoveryFile: string;
}> {
  const { fixture, id } = await createClosedLibrary();
  const library = await fixture.start();
  const recoveryFile = await library.createRecoveryFile(passphrase);
  await library.close();
  return { fixture, id, recoveryFile };
}

/** The recovery file of another library. */
let foreignRecoveryFile = '';

beforeAll(async () => {
  foreignRecoveryFile = await wrapKey(
    generateMasterKey('5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11'),
    passphrase,
    0,
  );
});

const damages: readonly (readonly [string, (fixture: LibraryFixture) => Promise<void>])[] = [
  ['lost', ({ marker }) => rm(marker)],
  ['unreadable', ({ marker }) => writeFile(marker, '{"version":1')],
];

describe.each(damages)('a marker that is %s', (_, damage) => {
  test('is reported as damage at the start, and neither manifest nor keychain is changed', async () => {
    const { fixture } = await createClosedLibrary();
    await damage(fixture);
    const secrets = new Map(fixture.vault.secrets);
    const manifest = await readFile(fixture.manifest);
    const library = await fixture.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    expect(await readFile(fixture.manifest)).toEqual(manifest);
    expect(fixture.vault.secrets).toEqual(secrets);
  });

  test('is restored by the recovery file with all items', async () => {
    const { fixture, id, recoveryFile } = await createClosedLibraryWithRecovery();
    await damage(fixture);
    fixture.vault.secrets.clear();
    const library = await fixture.start();
    expect(await codeOf(library.restoreKey(recoveryFile, 'another passphrase'))).toBe(
      'recovery-passphrase-wrong',
    );
    await library.restoreKey(recoveryFile, passphrase);
    expect(await library.readAll(id)).toHaveLength(10);
    expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
    await library.close();
    expect((await fixture.start()).state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('rejects the recovery file of another library without changing anything', async () => {
    const { fixture } = await createClosedLibrary();
    await damage(fixture);
    const secrets = new Map(fixture.vault.secrets);
    const library = await fixture.start();
    expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('recovery-file-other');
    expect(fixture.vault.secrets).toEqual(secrets);
    expect(library.state()).toMatchObject({ error: { code: 'library-damaged' } });
  });
});

test('with marker and manifest lost, a sealed file verifies the recovery file, and the manifest is reported as damaged', async () => {
  const { fixture, recoveryFile } = await createClosedLibraryWithRecovery();
  await rm(fixture.marker);
  await rm(fixture.manifest);
  const library = await fixture.start();
  expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(library.restoreKey(recoveryFile, passphrase))).toBe('library-damaged');
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
});

test('an unreadable marker is kept as a copy when the recovery file restores it', async () => {
  const { fixture, recoveryFile } = await createClosedLibraryWithRecovery();
  await writeFile(fixture.marker, '{"version":1');
  const library = await fixture.start();
  await library.restoreKey(recoveryFile, passphrase);
  expect(await readFile(`${fixture.marker}.damaged`, 'utf8')).toBe('{"version":1');
  expect(JSON.parse(await readFile(fixture.marker, 'utf8'))).toMatchObject({ version: 1 });
});

test.each([
  ['with a check value of another length', 'library-damaged', { check: 'ab' }],
  ['with a check value that is not hexadecimal', 'library-damaged', { check: 'x'.repeat(64) }],
  ['without an identifier', 'library-damaged', { libraryId: '' }],
  ['of a newer version of Paydesk', 'library-newer', { version: 2 }],
])('a marker %s is reported as %s and left unchanged', async (_, code, change) => {
  const { fixture } = await createClosedLibrary();
  const marker: Readonly<Record<string, unknown>> = JSON.parse(await readFile(fixture.marker, 'utf8'));
  const altered = JSON.stringify({ ...marker, ...change });
  await writeFile(fixture.marker, altered);
  const library = await fixture.start();
  expect(library.state()).toMatchObject({ state: 'unavailable', error: { code } });
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe(code);
  expect(await readFile(fixture.marker, 'utf8')).toBe(altered);
});

describe('no new library is created when the folder contains', () => {
  /** Opens the remains of a library, which must be reported as damaged and left unchanged. */
  async function expectDamaged(fixture: LibraryFixture): Promise<void> {
    const before = await readdir(join(fixture.dataFolder, 'library'), { recursive: true });
    const library = await fixture.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    expect(await readdir(join(fixture.dataFolder, 'library'), { recursive: true })).toEqual(before);
  }

  test('a manifest without a marker, even an empty manifest', async () => {
    const { fixture, id } = await createClosedLibrary();
    const library = await fixture.start();
    await library.remove(id);
    await library.close();
    await rm(fixture.marker);
    await expectDamaged(fixture);
  });

  test('only the saved tail of a manifest', async () => {
    const { fixture, id } = await createClosedLibrary();
    await rm(fixture.marker);
    await rm(fixture.fileOf(id));
    await rename(fixture.manifest, `${fixture.manifest}.tail-32-0`);
    await expectDamaged(fixture);
  });

  test('a file that was not yet moved to its final path', async () => {
    const { fixture, id } = await createClosedLibrary();
    await rm(fixture.marker);
    await rm(fixture.manifest);
    await rename(fixture.fileOf(id), fixture.fileOf(id).replace('.sealed', '.part'));
    await expectDamaged(fixture);
  });

  test('only an unreadable marker', async () => {
    const { fixture } = await createClosedLibrary();
    await rm(join(fixture.dataFolder, 'library'), { recursive: true });
    await mkdir(join(fixture.dataFolder, 'library'));
    await writeFile(fixture.marker, '');
    await expectDamaged(fixture);
  });

  test('only an unreadable manifest', async () => {
    const { fixture, id } = await createClosedLibrary();
    await rm(fixture.fileOf(id));
    await rm(fixture.manifest);
    await mkdir(fixture.manifest);
    await expectDamaged(fixture);
  });
});

test('a library is created in a folder that contains no part of a library', async () => {
  const { fixture } = await createClosedLibrary();
  await rm(join(fixture.dataFolder, 'library'), { recursive: true });
  await mkdir(join(fixture.dataFolder, 'library', 'files'), { recursive: true });
  await writeFile(join(fixture.dataFolder, 'library', 'files', '.DS_Store'), '');
  const library = await fixture.start();
  expect(library.state()).toEqual({ state: 'unused' });
  await library.seal('proof', null, [pattern(3)]);
  expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
});

test('a recovery file of another library is rejected before its passphrase is tried', async () => {
  const { fixture } = await createClosedLibrary();
  const library = await fixture.start();
  expect(await codeOf(library.restoreKey(foreignRecoveryFile, 'another passphrase'))).toBe(
    'recovery-file-other',
  );
});

test('a recovery file is rejected where no library exists, and no library is created', async () => {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('recovery-no-library');
  expect(await readdir(fixture.dataFolder)).toEqual([]);
  expect(fixture.vault.secrets.size).toBe(0);
});

test('a recovery file restores no key when a newer Paydesk wrote the marker', async () => {
  const { fixture } = await createClosedLibrary();
  const marker = JSON.stringify({ ...JSON.parse(await readFile(fixture.marker, 'utf8')), version: 2 });
  await writeFile(fixture.marker, marker);
  const secrets = new Map(fixture.vault.secrets);
  const library = await fixture.start();
  expect(await codeOf(library.restoreKey(foreignRecoveryFile, passphrase))).toBe('library-newer');
  expect(await readFile(fixture.marker, 'utf8')).toBe(marker);
  expect(fixture.vault.secrets).toEqual(secrets);
});

test('a recovery file is verified by any intact sealed file', async () => {
  const { fixture, id, recoveryFile } = await createClosedLibraryWithRecovery();
  const library = await fixture.start();
  const { id: secondId } = await library.seal('proof', null, [pattern(10)]);
  await library.close();
  await rm(fixture.marker);
  await rm(fixture.manifest);
  const [firstId = ''] = [id, secondId].sort();
  await writeFile(fixture.fileOf(firstId), 'damaged');
  await writeFile(join(fixture.dataFolder, 'library', 'files', '.DS_Store'), '');
  const reopened = await fixture.start();
  // The key is right and is restored; afterwards the call reports the lost manifest.
  expect(await codeOf(reopened.restoreKey(recoveryFile, passphrase))).toBe('library-damaged');
  expect(JSON.parse(await readFile(fixture.marker, 'utf8'))).toMatchObject({ version: 1 });
});
