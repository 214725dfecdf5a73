/** @file An open library: its folder, key and list. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { addItem } from '../../../../src/main/storage/library/database.ts';
import { type LibraryFiles, openLibraryFiles } from '../../../../src/main/storage/library/library-files.ts';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { deriveKey, openHeader, readHeaderSize } from '../../../../src/main/storage/library/seal.ts';
import { openGranted } from '../../../../src/main/storage/library/sealed-reader.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { openLibraryStore } from '../../../fakes/library-store.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf, openFilesBelow, pattern } from '../../../integration/storage/library/library-fixture.ts';

const master: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};
const unknownId = '00000000-0000-4000-8000-0000000000ff';

/** Creates a data folder and a database, with which a test opens libraries one after the other. */
async function createPlace() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'data', 'library');
  const files = join(folder, 'files');
  const { database, run, close } = openLibraryStore();
  const store = { run, close };
  return {
    folder,
    files,
    store,
    database,
    rows: () => database.all('SELECT id, sealed IS NULL AS removed FROM library_item ORDER BY position'),
    /** Opens the library as a start does. */
    open: ({ key = master, clock = systemClock, random = systemRandom, mayListAgain = false } = {}) =>
      openLibraryFiles(folder, key, { store, clock, random, mayListAgain }),
    pathOf: (id: string, ending = '.sealed') => join(files, `${id}${ending}`),
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
    expect(readdirSync(place.folder)).toEqual(['files']);
    if (process.platform === 'win32') return;
    for (const folder of [place.folder, place.files]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('fails when the folder cannot be created', async () => {
    const place = await createPlace();
    mkdirSync(join(place.folder, '..'), { recursive: true });
    writeFileSync(place.folder, 'a file');
    expect(await codeOf(place.open())).toBe('file-not-written');
  });

  test('is refused when there are finished files but no rows, and changes nothing', async () => {
    const place = await createPlace();
    const { id } = await (await place.open()).seal('proof', null, [pattern(3)]);
    writeFileSync(place.pathOf(unknownId, '.part'), 'unfinished');
    place.database.runScript('DELETE FROM library_item');
    expect(await codeOf(place.open())).toBe('library-damaged');
    expect(readdirSync(place.files).sort()).toEqual([`${unknownId}.part`, `${id}.sealed`].sort());
    renameSync(place.pathOf(id), place.pathOf('.DS_Store', ''));
    expect((await place.open()).items.kinds.size).toBe(0);
  });

  test('is refused when the folder has a list file, and changes nothing', async () => {
    const place = await createPlace();
    const { id } = await (await place.open()).seal('proof', null, [pattern(3)]);
    renameSync(place.pathOf(id), place.pathOf(id, '.part'));
    writeFileSync(join(place.folder, 'manifest.sealed'), 'a list');
    expect(await codeOf(place.open())).toBe('library-damaged');
    expect(readdirSync(place.files)).toEqual([`${id}.part`]);
    expect(place.rows()).toEqual([{ id, removed: 0 }]);
  });

  test.each(['.DS_Store', 'Thumbs.db', 'desktop.ini'])('ignores %s', async (name) => {
    const place = await createPlace();
    mkdirSync(place.files, { recursive: true });
    writeFileSync(join(place.files, name), '');
    const library = await place.open();
    expect(await library.compareWithList()).toEqual({ missingIds: [], foreignNames: [] });
  });

  /** Creates a library with a kept and a removed item; returns their IDs and the bytes of the removed file. */
  async function createTwoItems() {
    const place = await createPlace();
    const library = await place.open();
    const { id: kept } = await library.seal('proof', null, [pattern(10)]);
    const { id: removed } = await library.seal('proof', null, [pattern(11)]);
    const copy = readFileSync(place.pathOf(removed));
    await library.remove(removed);
    expect(readdirSync(place.files)).toEqual([`${kept}.sealed`]);
    return { place, kept, removed, copy };
  }

  test('renames listed unfinished files and deletes unlisted and removed ones', async () => {
    const { place, kept, removed } = await createTwoItems();
    renameSync(place.pathOf(kept), place.pathOf(kept, '.part'));
    for (const id of [unknownId, removed]) writeFileSync(place.pathOf(id, '.part'), 'never finished');
    const library = await place.open();
    expect(readdirSync(place.files)).toEqual([`${kept}.sealed`]);
    expect(await bytesOf(library, kept)).toEqual(pattern(10));
  });

  test('continues when a listed file cannot be renamed or a removed one cannot be deleted', async () => {
    const { place, kept, removed } = await createTwoItems();
    renameSync(place.pathOf(kept), place.pathOf(kept, '.part'));
    mkdirSync(place.pathOf(kept));
    for (const path of [place.pathOf(removed), place.pathOf(unknownId, '.part')]) mkdirSync(path);
    const library = await place.open();
    expect(await bytesOf(library, kept)).toEqual(pattern(10));
    const names = [`${kept}.part`, `${kept}.sealed`, `${removed}.sealed`, `${unknownId}.part`];
    expect(readdirSync(place.files).sort()).toEqual(names.sort());
  });

  test('deletes a removed file that has reappeared, no other, and forgets its row once it is gone', async () => {
    const { place, kept, removed, copy } = await createTwoItems();
    for (const path of [place.pathOf(removed), place.pathOf(unknownId), place.pathOf(removed, '.copyed')])
      writeFileSync(path, copy);
    const rows = [
      { id: kept, removed: 0 },
      { id: removed, removed: 1 },
    ];
    await place.open();
    const names = [`${kept}.sealed`, `${unknownId}.sealed`, `${removed}.copyed`];
    expect(readdirSync(place.files).sort()).toEqual(names.sort());
    // The deletion is not flushed yet: another power loss may restore the file.
    expect(place.rows()).toEqual(rows);
    await rm(place.pathOf(removed, '.copyed'));
    await place.open();
    expect(place.rows()).toEqual(rows.slice(0, 1));
  });

  test('deletes the file of a removed item although nothing else was stored', async () => {
    const place = await createPlace();
    const library = await place.open();
    const { id } = await library.seal('proof', null, [pattern(3)]);
    const copy = readFileSync(place.pathOf(id));
    await library.remove(id);
    writeFileSync(place.pathOf(id), copy);
    await place.open();
    expect(readdirSync(place.files)).toEqual([]);
  });
});

describe('an item', () => {
  test('is stored with its description, sealed with the derived keys for files and list', async () => {
    const place = await createPlace();
    const clock = createFakeClock();
    const entry = await (await place.open({ clock })).seal('proof', { name: 'A' }, [
      pattern(10),
      pattern(20),
    ]);
    const { id } = entry;
    expect(entry).toMatchObject({ kind: 'proof', about: { name: 'A' }, size: 30, sealedAt: clock.now() });
    const again = await place.open();
    expect(await again.items.list('proof')).toEqual([entry]);
    expect(await bytesOf(again, id)).toEqual(Buffer.concat([pattern(10), pattern(20)]));
    expect(await openFilesBelow(place.folder)).toEqual([]);
    const bytes = readFileSync(place.pathOf(id));
    const wrapping = await deriveKey(master.key, master.libraryId, 'files');
    const { label } = openHeader(bytes.subarray(0, readHeaderSize(bytes, id)), id, { wrappingKey: wrapping });
    expect(JSON.parse(label.toString())).toEqual({ kind: 'proof', about: { name: 'A' } });
    const other = await place.open({ key: { ...master, key: Buffer.alloc(32, 6) } });
    expect(await codeOf(other.items.list('proof'))).toBe('library-damaged');
  });

  test('whose file another program locks is read under its temporary name, and renamed at the next start', async () => {
    const place = await createPlace();
    const library = await place.open({ random: { ...systemRandom, identifier: () => unknownId } });
    // A folder of that name cannot be replaced by a file.
    mkdirSync(place.pathOf(unknownId));
    await library.seal('proof', null, [pattern(3)]);
    expect(await bytesOf(library, unknownId)).toEqual(pattern(3));
    expect((await library.createGrant(unknownId)).path).toBe(place.pathOf(unknownId, '.part'));
    expect((await library.compareWithList()).missingIds).toEqual([]);
    rmdirSync(place.pathOf(unknownId));
    const again = await place.open();
    expect(readdirSync(place.files)).toEqual([`${unknownId}.sealed`]);
    expect(await bytesOf(again, unknownId)).toEqual(pattern(3));
  });

  test('whose file is locked is removed with its temporary file', async () => {
    const place = await createPlace();
    const library = await place.open({ random: { ...systemRandom, identifier: () => unknownId } });
    mkdirSync(place.pathOf(unknownId));
    await library.seal('proof', null, [pattern(3)]);
    await library.remove(unknownId);
    expect(readdirSync(place.files)).toEqual([`${unknownId}.sealed`]);
  });

  test('that is read from the database at once is opened and removed only when its file is in place', async () => {
    const place = await createPlace();
    const library = await place.open();
    const uses: Promise<unknown>[] = [];
    await library.seal('proof', null, [pattern(3)], async (row) => {
      await place.store.run(addItem, row);
      uses.push(bytesOf(library, row.id));
    });
    expect(await Promise.all(uses)).toEqual([pattern(3)]);
    const { id } = await library.seal('proof', null, [pattern(3)], async (row) => {
      await place.store.run(addItem, row);
      uses.push(library.remove(row.id));
    });
    await Promise.all(uses);
    expect(readdirSync(place.files)).not.toContain(`${id}.sealed`);
  });

  test('whose content fails is not stored, and the list is not changed', async () => {
    const place = await createPlace();
    const library = await place.open();
    function* broken() {
      yield pattern(3);
      throw new RangeError('the connection was lost');
    }
    await expect(library.seal('proof', null, broken())).rejects.toThrow('the connection was lost');
    expect(readdirSync(place.files)).toEqual([]);
    expect(place.rows()).toEqual([]);
  });

  test.each([true, false])(
    'whose row may be written (%s) keeps its file until the next start knows',
    async (isWritten) => {
      const place = await createPlace();
      const library = await place.open({ random: { ...systemRandom, identifier: () => unknownId } });
      const sealing = library.seal('proof', null, [pattern(3)], async (row) => {
        if (isWritten) await place.store.run(addItem, row);
        throw new PaydeskError('database-unavailable', 'The database is closed');
      });
      expect(await codeOf(sealing)).toBe('database-unavailable');
      expect(readdirSync(place.files)).toEqual([`${unknownId}.part`]);
      const again = await place.open();
      expect(readdirSync(place.files)).toEqual(isWritten ? [`${unknownId}.sealed`] : []);
      expect(await again.compareWithList()).toEqual({ missingIds: [], foreignNames: [] });
      if (isWritten) expect(await bytesOf(again, unknownId)).toEqual(pattern(3));
    },
  );

  test('that is not complete leaves no file when the database ends meanwhile', async () => {
    const place = await createPlace();
    const library = await place.open();
    function* broken() {
      yield pattern(3);
      throw new PaydeskError('database-unavailable', 'The database is closed');
    }
    expect(await codeOf(library.seal('proof', null, broken()))).toBe('database-unavailable');
    expect(readdirSync(place.files)).toEqual([]);
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
    const unopened = { ...grant, path: join(grant.path, 'not a folder') };
    if (process.platform !== 'win32')
      expect(await codeOf(openGranted(unopened))).toBe('library-item-damaged');
    await rm(grant.path);
    const missing = { code: 'library-item-missing', details: { item: id } };
    await expect(openGranted(grant)).rejects.toMatchObject(missing);
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
        library.items.replaceMetadata(id, 'late'),
        library.open(id),
        library.createGrant(id),
        library.remove(id),
      ];
      expect(await Promise.all(late.map(codeOf))).toEqual(late.map(() => 'library-item-unknown'));
      await removing;
      expect(readdirSync(place.files)).toEqual([]);
      expect((await place.open()).items.kinds.size).toBe(0);
    },
  );

  test('whose removal cannot be written to the list stays intact', async () => {
    const place = await createPlace();
    const library = await place.open();
    const { id } = await library.seal('proof', null, [pattern(10)]);
    await library.items.list('proof');
    await place.store.close();
    expect(await codeOf(library.remove(id))).toBe('database-unavailable');
    expect(readdirSync(place.files)).toEqual([`${id}.sealed`]);
    expect(await bytesOf(library, id)).toEqual(pattern(10));
  });

  test('that is unknown is reported with its ID by every operation', async () => {
    const library = await (await createPlace()).open();
    const unknown = { code: 'library-item-unknown', details: { item: unknownId } };
    await expect(library.open(unknownId)).rejects.toMatchObject(unknown);
    await expect(library.createGrant(unknownId)).rejects.toMatchObject(unknown);
    await expect(library.items.replaceMetadata(unknownId, null)).rejects.toMatchObject(unknown);
    await expect(library.remove(unknownId)).rejects.toMatchObject(unknown);
  });
});

test('files that lost their rows are listed again in the order of their age, except removed and damaged ones', async () => {
  const place = await createPlace();
  const library = await place.open();
  const kept = await library.seal('proof', 'kept', [pattern(3)]);
  const older = await library.seal('statement', { of: 1 }, [pattern(300_000)]);
  const removed = await library.seal('proof', null, [pattern(4)]);
  const damaged = await library.seal('proof', null, [pattern(5)]);
  const damagedEmpty = await library.seal('proof', null, []);
  const copy = readFileSync(place.pathOf(removed.id));
  const reopened = await place.open();
  await reopened.remove(removed.id);
  expect((await reopened.compareWithList()).foreignNames).toEqual([]);
  place.database.runScript('DELETE FROM library_item WHERE sealed IS NOT NULL');
  writeFileSync(place.pathOf(damaged.id), readFileSync(place.pathOf(damaged.id)).subarray(0, -1));
  utimesSync(place.pathOf(older.id), 1, 1);
  const emptyBytes = readFileSync(place.pathOf(damagedEmpty.id));
  emptyBytes[emptyBytes.length - 1] = (emptyBytes.at(-1) ?? 0) ^ 1;
  writeFileSync(place.pathOf(damagedEmpty.id), emptyBytes);
  writeFileSync(place.pathOf(removed.id), copy);
  const again = await place.open({ mayListAgain: true });
  await again.listAgain();
  // The items are listed now, and the next start lists none of them twice.
  const rows = place.rows();
  await again.listAgain();
  expect(place.rows()).toEqual(rows);
  expect([...again.items.kinds.keys()]).toEqual([older.id, kept.id]);
  expect(await openFilesBelow(place.folder)).toEqual([]);
  expect(await again.items.list('statement')).toEqual([{ ...older, sealedAt: 1_000 }]);
  expect(await bytesOf(again, older.id)).toEqual(pattern(300_000));
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
  const found = await library.compareWithList();
  expect(found.missingIds).toEqual([missing.id]);
  expect([...found.foreignNames].sort()).toEqual([...foreign].sort());
});
