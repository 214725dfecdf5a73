/** @file An open library: its folder, key and manifest. */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import { type LibraryFiles, openLibraryFiles } from '../../../../src/main/storage/library/library-files.ts';
import { openManifest } from '../../../../src/main/storage/library/manifest.ts';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { deriveKey, openHeader, readHeaderSize } from '../../../../src/main/storage/library/seal.ts';
import { openGranted } from '../../../../src/main/storage/library/sealed-reader.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf, openFilesBelow, pattern } from '../../../integration/storage/library/library-fixture.ts';

const master: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};
const unknownId = '00000000-0000-4000-8000-0000000000ff';

interface Place {
  readonly folder: string;
  readonly files: string;
  /** Opens the library; it is closed when the test ends. */
  open(clock?: Clock): Promise<LibraryFiles>;
  pathOf(id: string, ending?: string): string;
}

async function createPlace(): Promise<Place> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'data', 'library');
  const files = join(folder, 'files');
  return {
    folder,
    files,
    async open(clock = systemClock) {
      const library = await openLibraryFiles(folder, master, { clock, random: systemRandom });
      onTestFinished(() => library.close().catch(() => undefined));
      return library;
    },
    pathOf: (id, ending = '.sealed') => join(files, `${id}${ending}`),
  };
}

async function bytesOf(library: LibraryFiles, id: string): Promise<Buffer> {
  const content = await library.open(id);
  try {
    return Buffer.from(await content.read(0, content.size));
  } finally {
    await content.close();
  }
}

describe('opening a library', () => {
  test('creates folders that only this user can read', async () => {
    const place = await createPlace();
    await place.open();
    expect(readdirSync(place.folder).sort()).toEqual(['files', 'manifest.sealed']);
    if (process.platform === 'win32') return;
    for (const folder of [place.folder, place.files]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('fails when the folder cannot be created', async () => {
    const place = await createPlace();
    mkdirSync(join(place.folder, '..'), { recursive: true });
    writeFileSync(place.folder, 'a file');
    expect(await codeOf(place.open())).toBe('file-not-written');
  });

  test('is refused when there are files but no list', async () => {
    const place = await createPlace();
    const library = await place.open();
    const { id } = await library.seal('proof', null, [pattern(3)]);
    await library.close();
    await rm(join(place.folder, 'manifest.sealed'));
    expect(await codeOf(place.open())).toBe('library-damaged');
    renameSync(place.pathOf(id), place.pathOf('.DS_Store', ''));
    expect((await place.open()).manifest.entries.size).toBe(0);
  });

  test.each(['.DS_Store', 'Thumbs.db', 'desktop.ini'])('creates a list beside %s, ignored', async (name) => {
    const place = await createPlace();
    mkdirSync(place.files, { recursive: true });
    writeFileSync(join(place.files, name), '');
    const library = await place.open();
    expect(await library.compareWithManifest()).toEqual({ missingEntries: [], foreignNames: [] });
  });

  /** Creates a closed library with a kept and a removed item; returns their IDs and the bytes of the removed file. */
  async function createClosedLibrary() {
    const place = await createPlace();
    const library = await place.open();
    const { id: kept } = await library.seal('proof', null, [pattern(10)]);
    const { id: removed } = await library.seal('proof', null, [pattern(11)]);
    const copy = readFileSync(place.pathOf(removed));
    await library.remove(removed);
    await library.close();
    expect(readdirSync(place.files)).toEqual([`${kept}.sealed`]);
    return { place, kept, removed, copy };
  }

  test('renames listed unfinished files and deletes unlisted ones', async () => {
    const { place, kept } = await createClosedLibrary();
    renameSync(place.pathOf(kept), place.pathOf(kept, '.part'));
    writeFileSync(place.pathOf(unknownId, '.part'), 'never finished');
    const library = await place.open();
    expect(readdirSync(place.files)).toEqual([`${kept}.sealed`]);
    expect(await bytesOf(library, kept)).toEqual(pattern(10));
  });

  test('continues when a listed file cannot be renamed or a removed one cannot be deleted', async () => {
    const { place, kept, removed } = await createClosedLibrary();
    renameSync(place.pathOf(kept), place.pathOf(kept, '.part'));
    mkdirSync(place.pathOf(kept));
    mkdirSync(place.pathOf(removed));
    const library = await place.open();
    expect(library.manifest.entries.has(kept)).toBe(true);
    const names = [`${kept}.part`, `${kept}.sealed`, `${removed}.sealed`];
    expect(readdirSync(place.files).sort()).toEqual(names.sort());
  });

  test('deletes a removed file that has reappeared, and no other', async () => {
    const { place, kept, removed, copy } = await createClosedLibrary();
    for (const path of [place.pathOf(removed), place.pathOf(unknownId), place.pathOf(removed, '.copyed')])
      writeFileSync(path, copy);
    await place.open();
    const names = [`${kept}.sealed`, `${unknownId}.sealed`, `${removed}.copyed`];
    expect(readdirSync(place.files).sort()).toEqual(names.sort());
  });
});

describe('an item', () => {
  test('is stored with its description, sealed with the derived keys for files and list', async () => {
    const place = await createPlace();
    const clock = createFakeClock();
    const library = await place.open(clock);
    const entry = await library.seal('proof', { name: 'A' }, [pattern(10), pattern(20)]);
    const { id } = entry;
    expect(entry).toMatchObject({ kind: 'proof', about: { name: 'A' }, size: 30, sealedAt: clock.now() });
    await library.close();
    const again = await place.open();
    expect([...again.manifest.entries.values()]).toEqual([entry]);
    expect(await bytesOf(again, id)).toEqual(Buffer.concat([pattern(10), pattern(20)]));
    await again.close();
    expect(await openFilesBelow(place.folder)).toEqual([]);
    const bytes = readFileSync(place.pathOf(id));
    const wrapping = await deriveKey(master.key, master.libraryId, 'files');
    const { label } = openHeader(bytes.subarray(0, readHeaderSize(bytes, id)), id, { wrappingKey: wrapping });
    expect(JSON.parse(label.toString())).toEqual({ kind: 'proof', about: { name: 'A' } });
    const key = await deriveKey(master.key, master.libraryId, 'manifest');
    const options = { mayCreate: false, fileIds: new Set<string>() };
    const list = await openManifest(join(place.folder, 'manifest.sealed'), key, master.libraryId, options);
    onTestFinished(() => list.close());
    expect([...list.entries.keys()]).toEqual([id]);
    const ports = { clock: systemClock, random: systemRandom };
    const other = openLibraryFiles(place.folder, { ...master, key: Buffer.alloc(32, 6) }, ports);
    expect(await codeOf(other)).toBe('library-damaged');
  });

  test('that cannot be renamed is removed from the list and from disk', async () => {
    const place = await createPlace();
    const random = { ...systemRandom, identifier: () => unknownId };
    const library = await openLibraryFiles(place.folder, master, { clock: systemClock, random });
    onTestFinished(() => library.close().catch(() => undefined));
    mkdirSync(place.pathOf(unknownId));
    expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('file-not-written');
    expect(library.manifest.entries.size).toBe(0);
    expect(readdirSync(place.files)).toEqual([`${unknownId}.sealed`]);
    await library.close();
    const { manifest } = await place.open();
    expect(manifest.entries.size).toBe(0);
    expect(manifest.removedIds.has(unknownId)).toBe(true);
  });

  test('whose content fails is not stored, and the list is not changed', async () => {
    const place = await createPlace();
    const library = await place.open();
    const list = readFileSync(join(place.folder, 'manifest.sealed'));
    function* broken() {
      yield pattern(3);
      throw new RangeError('the connection was lost');
    }
    await expect(library.seal('proof', null, broken())).rejects.toThrow('the connection was lost');
    expect(readdirSync(place.files)).toEqual([]);
    expect(readFileSync(join(place.folder, 'manifest.sealed'))).toEqual(list);
  });

  test('keeps its position and content when its description changes', async () => {
    const place = await createPlace();
    const library = await place.open();
    const first = await library.seal('proof', { name: 'A' }, [pattern(10)]);
    const second = await library.seal('proof', { name: 'B' }, [pattern(11)]);
    const described = await library.replaceMetadata(first.id, { name: 'C' });
    expect(described).toEqual({ ...first, about: { name: 'C' } });
    await library.close();
    const again = await place.open();
    expect([...again.manifest.entries.values()]).toEqual([described, second]);
    expect(await bytesOf(again, first.id)).toEqual(pattern(10));
  });

  test('is opened by a grant that contains its list entry', async () => {
    const place = await createPlace();
    const library = await place.open();
    const { id, size, sha256, header } = await library.seal('statement', null, [pattern(10)]);
    const grant = await library.createGrant(id);
    expect(await openFilesBelow(place.files)).toEqual([]);
    expect(grant).toMatchObject({ path: place.pathOf(id), id, size, sha256, header });
    const content = await openGranted(grant);
    onTestFinished(() => content.close());
    expect(Buffer.from(await content.read(0, 10))).toEqual(pattern(10));
  });

  test.each([false, true])(
    'that is being removed is unknown at once, and deleted although its file is missing (%s)',
    async (isMissing) => {
      const place = await createPlace();
      const library = await place.open();
      const { id } = await library.seal('proof', null, [pattern(10)]);
      if (isMissing) await rm(place.pathOf(id));
      const removing = library.remove(id);
      const late = [
        library.replaceMetadata(id, 'late'),
        library.open(id),
        library.createGrant(id),
        library.remove(id),
      ];
      expect(await Promise.all(late.map(codeOf))).toEqual(late.map(() => 'library-item-unknown'));
      await removing;
      expect(readdirSync(place.files)).toEqual([]);
      await library.close();
      expect((await place.open()).manifest.entries.size).toBe(0);
    },
  );

  test('whose removal cannot be written to the list stays intact', async () => {
    const place = await createPlace();
    const library = await place.open();
    const { id } = await library.seal('proof', null, [pattern(10)]);
    await library.close();
    await expect(library.remove(id)).rejects.toThrow();
    expect(readdirSync(place.files)).toEqual([`${id}.sealed`]);
    expect(await bytesOf(library, id)).toEqual(pattern(10));
  });

  test('that is unknown is reported with its ID by every operation', async () => {
    const library = await (await createPlace()).open();
    const unknown = { code: 'library-item-unknown', details: { item: unknownId } };
    await expect(library.open(unknownId)).rejects.toMatchObject(unknown);
    await expect(library.createGrant(unknownId)).rejects.toMatchObject(unknown);
    await expect(library.replaceMetadata(unknownId, null)).rejects.toMatchObject(unknown);
    await expect(library.remove(unknownId)).rejects.toMatchObject(unknown);
  });
});

test('a check lists missing items and foreign files', async () => {
  const place = await createPlace();
  const library = await place.open();
  await library.seal('proof', null, [pattern(3)]);
  const missing = await library.seal('proof', null, [pattern(4)]);
  await rm(place.pathOf(missing.id));
  const foreign = [`${unknownId}.sealed`, '.part-of-something', 'letter.txt'];
  for (const name of [...foreign, `${missing.id}.part`, 'Thumbs.db'])
    writeFileSync(join(place.files, name), '');
  const found = await library.compareWithManifest();
  expect(found.missingEntries).toEqual([missing]);
  expect([...found.foreignNames].sort()).toEqual([...foreign].sort());
});
