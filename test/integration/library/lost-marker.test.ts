/** @file `library.json` is lost or unreadable while the list or files of the library are there. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newMasterKey } from '../../../src/main/library/master-key.ts';
import { wrapKey } from '../../../src/main/library/recovery-file.ts';
import { codeOf, createPlace, type Place, pattern } from './support.ts';

const passphrase = 'four words of passphrase';

/** A closed library with one item. */
async function closed(): Promise<{ place: Place; id: string }> {
  const place = await createPlace();
  const library = await place.start();
  const { id } = await library.seal('proof', null, [pattern(10)]);
  await library.close();
  return { place, id };
}

/** A closed library with one item, and its recovery file. */
async function prepared(): Promise<{ place: Place; id: string; recovery: string }> {
  const { place, id } = await closed();
  const library = await place.start();
  const recovery = await library.recoveryFile(passphrase);
  await library.close();
  return { place, id, recovery };
}

/** The recovery file of another library. */
let foreign = '';

beforeAll(async () => {
  foreign = await wrapKey(newMasterKey('5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11'), passphrase, 0);
});

const harms: readonly (readonly [string, (place: Place) => Promise<void>])[] = [
  ['lost', ({ marker }) => rm(marker)],
  ['unreadable', ({ marker }) => writeFile(marker, '{"version":1')],
];

describe.each(harms)('a marker that is %s', (_, harm) => {
  test('is damage: said at the start, and nothing is begun or written', async () => {
    const { place } = await closed();
    await harm(place);
    const secrets = new Map(place.vault.secrets);
    const list = await readFile(place.manifest);
    const library = await place.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    expect(await readFile(place.manifest)).toEqual(list);
    expect(place.vault.secrets).toEqual(secrets);
  });

  test('is written again by the recovery file, and everything is there', async () => {
    const { place, id, recovery } = await prepared();
    await harm(place);
    place.vault.secrets.clear();
    const library = await place.start();
    expect(await codeOf(library.restoreKey(recovery, 'another passphrase'))).toBe(
      'recovery-passphrase-wrong',
    );
    await library.restoreKey(recovery, passphrase);
    expect(await library.readAll(id)).toHaveLength(10);
    expect(library.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
    await library.close();
    expect((await place.start()).state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('takes no recovery file of another library, and nothing changes then', async () => {
    const { place } = await closed();
    await harm(place);
    const secrets = new Map(place.vault.secrets);
    const library = await place.start();
    expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('recovery-file-other');
    expect(place.vault.secrets).toEqual(secrets);
    expect(library.state()).toMatchObject({ error: { code: 'library-damaged' } });
  });
});

test('with the list lost as well, the recovery file is proved by a sealed file, and the list is said to be damaged', async () => {
  const { place, recovery } = await prepared();
  await rm(place.marker);
  await rm(place.manifest);
  const library = await place.start();
  expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('recovery-file-other');
  expect(await codeOf(library.restoreKey(recovery, passphrase))).toBe('library-damaged');
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
});

test('a marker that cannot be read is kept beside the one that the recovery file makes', async () => {
  const { place, recovery } = await prepared();
  await writeFile(place.marker, '{"version":1');
  const library = await place.start();
  await library.restoreKey(recovery, passphrase);
  expect(await readFile(`${place.marker}.damaged`, 'utf8')).toBe('{"version":1');
  expect(JSON.parse(await readFile(place.marker, 'utf8'))).toMatchObject({ version: 1 });
});

test.each([
  ['with a check of another length', 'library-damaged', { check: 'ab' }],
  ['with a check that is no number', 'library-damaged', { check: 'x'.repeat(64) }],
  ['without an identifier', 'library-damaged', { libraryId: '' }],
  ['of a newer Paydesk', 'library-newer', { version: 2 }],
])('a marker %s is %s, and stays as it is', async (_, code, change) => {
  const { place } = await closed();
  const marker: Readonly<Record<string, unknown>> = JSON.parse(await readFile(place.marker, 'utf8'));
  const altered = JSON.stringify({ ...marker, ...change });
  await writeFile(place.marker, altered);
  const library = await place.start();
  expect(library.state()).toMatchObject({ state: 'unavailable', error: { code } });
  expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe(code);
  expect(await readFile(place.marker, 'utf8')).toBe(altered);
});

describe('nothing is begun over', () => {
  /** Opens what is left in the folder of the library; nothing may be written to it. */
  async function refuses(place: Place): Promise<void> {
    const before = await readdir(join(place.dataFolder, 'library'), { recursive: true });
    const library = await place.start();
    expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
    expect(await readdir(join(place.dataFolder, 'library'), { recursive: true })).toEqual(before);
  }

  test('a list without marker, also when nothing is listed any more', async () => {
    const { place, id } = await closed();
    const library = await place.start();
    await library.remove(id);
    await library.close();
    await rm(place.marker);
    await refuses(place);
  });

  test('a list of which only the kept end is left', async () => {
    const { place, id } = await closed();
    await rm(place.marker);
    await rm(place.fileOf(id));
    await rename(place.manifest, `${place.manifest}.tail-32-0`);
    await refuses(place);
  });

  test('a file that was not yet in its place', async () => {
    const { place, id } = await closed();
    await rm(place.marker);
    await rm(place.manifest);
    await rename(place.fileOf(id), place.fileOf(id).replace('.sealed', '.part'));
    await refuses(place);
  });

  test('a marker alone that cannot be read', async () => {
    const { place } = await closed();
    await rm(join(place.dataFolder, 'library'), { recursive: true });
    await mkdir(join(place.dataFolder, 'library'));
    await writeFile(place.marker, '');
    await refuses(place);
  });

  test('a list that cannot be read, with no file beside it', async () => {
    const { place, id } = await closed();
    await rm(place.fileOf(id));
    await rm(place.manifest);
    await mkdir(place.manifest);
    await refuses(place);
  });
});

test('a folder with nothing of a library in it is begun', async () => {
  const { place } = await closed();
  await rm(join(place.dataFolder, 'library'), { recursive: true });
  await mkdir(join(place.dataFolder, 'library', 'files'), { recursive: true });
  await writeFile(join(place.dataFolder, 'library', 'files', '.DS_Store'), '');
  const library = await place.start();
  expect(library.state()).toEqual({ state: 'unused' });
  await library.seal('proof', null, [pattern(3)]);
  expect(library.state()).toMatchObject({ state: 'kept', items: 1 });
});

test('a recovery file of another library is told before its passphrase is tried', async () => {
  const { place } = await closed();
  const library = await place.start();
  expect(await codeOf(library.restoreKey(foreign, 'another passphrase'))).toBe('recovery-file-other');
});

test('a recovery file is refused where there is nothing of a library, and nothing is begun', async () => {
  const place = await createPlace();
  const library = await place.start();
  expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('recovery-no-library');
  expect(await readdir(place.dataFolder)).toEqual([]);
  expect(place.vault.secrets.size).toBe(0);
});

test('a recovery file puts no key back where a newer Paydesk wrote the marker', async () => {
  const { place } = await closed();
  const marker = JSON.stringify({ ...JSON.parse(await readFile(place.marker, 'utf8')), version: 2 });
  await writeFile(place.marker, marker);
  const secrets = new Map(place.vault.secrets);
  const library = await place.start();
  expect(await codeOf(library.restoreKey(foreign, passphrase))).toBe('library-newer');
  expect(await readFile(place.marker, 'utf8')).toBe(marker);
  expect(place.vault.secrets).toEqual(secrets);
});

test('a recovery file is proved by any sealed file that is whole', async () => {
  const { place, id, recovery } = await prepared();
  const library = await place.start();
  const { id: second } = await library.seal('proof', null, [pattern(10)]);
  await library.close();
  await rm(place.marker);
  await rm(place.manifest);
  const [first = ''] = [id, second].sort();
  await writeFile(place.fileOf(first), 'damaged');
  await writeFile(join(place.dataFolder, 'library', 'files', '.DS_Store'), '');
  const again = await place.start();
  // The key is right, and goes back; that the list is lost is told by what comes next.
  expect(await codeOf(again.restoreKey(recovery, passphrase))).toBe('library-damaged');
  expect(JSON.parse(await readFile(place.marker, 'utf8'))).toMatchObject({ version: 1 });
});
