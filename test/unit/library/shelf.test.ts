/** @file An open library: its folder, key and manifest. */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { type LibraryFiles, openLibraryFiles } from '../../../src/main/library/library-files.ts';
import { openManifest } from '../../../src/main/library/manifest.ts';
import type { MasterKey } from '../../../src/main/library/master-key.ts';
import { deriveKey, headerSizeOf, openHeader } from '../../../src/main/library/seal.ts';
import { openGranted } from '../../../src/main/library/sealed-reader.ts';
import type { Clock } from '../../../src/main/platform.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { codeOf, heldBelow, pattern } from '../../integration/library/support.ts';

const master: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};
const unknownId = '00000000-0000-4000-8000-0000000000ff';

interface Place {
  readonly folder: string;
  readonly files: string;
  /** Opens the shelf; it is closed when the test ends. */
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
      const shelf = await openLibraryFiles(folder, master, { clock, random: systemRandom });
      onTestFinished(() => shelf.close().catch(() => undefined));
      return shelf;
    },
    pathOf: (id, ending = '.sealed') => join(files, `${id}${ending}`),
  };
}

async function bytesOf(shelf: LibraryFiles, id: string): Promise<Buffer> {
  const content = await shelf.open(id);
  try {
    return Buffer.from(await content.read(0, content.size));
  } finally {
    await content.close();
  }
}

describe('opening', () => {
  test('makes the folders, for this user alone', async () => {
    const place = await createPlace();
    await place.open();
    expect(readdirSync(place.folder).sort()).toEqual(['files', 'manifest.sealed']);
    if (process.platform === 'win32') return;
    for (const folder of [place.folder, place.files]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('says that the disk does not take the folder', async () => {
    const place = await createPlace();
    mkdirSync(join(place.folder, '..'), { recursive: true });
    writeFileSync(place.folder, 'a file');
    expect(await codeOf(place.open())).toBe('file-not-written');
  });

  test('is refused where there are files and no list', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', null, [pattern(3)]);
    await shelf.close();
    await rm(join(place.folder, 'manifest.sealed'));
    expect(await codeOf(place.open())).toBe('library-damaged');
    renameSync(place.pathOf(id), place.pathOf('.DS_Store', ''));
    expect((await place.open()).manifest.entries.size).toBe(0);
  });

  test.each(['.DS_Store', 'Thumbs.db', 'desktop.ini'])(
    'begins a list beside %s, which is no finding either',
    async (name) => {
      const place = await createPlace();
      mkdirSync(place.files, { recursive: true });
      writeFileSync(join(place.files, name), '');
      const shelf = await place.open();
      expect(await shelf.check()).toEqual({ missing: [], foreign: [] });
    },
  );

  test('is refused with another key', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    await shelf.seal('proof', null, [pattern(3)]);
    await shelf.close();
    const ports = { clock: systemClock, random: systemRandom };
    const other = openLibraryFiles(place.folder, { ...master, key: Buffer.alloc(32, 6) }, ports);
    expect(await codeOf(other)).toBe('library-damaged');
  });

  test('puts what is listed in its place, and clears away what is not', async () => {
    const place = await createPlace();
    const first = await place.open();
    const { id } = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    renameSync(place.pathOf(id), place.pathOf(id, '.part'));
    writeFileSync(place.pathOf(unknownId, '.part'), 'never finished');
    const second = await place.open();
    expect(readdirSync(place.files)).toEqual([`${id}.sealed`]);
    expect(await bytesOf(second, id)).toEqual(pattern(10));
  });

  test('goes on where a listed file cannot be put in its place or a removed one not deleted', async () => {
    const place = await createPlace();
    const first = await place.open();
    const { id: kept } = await first.seal('proof', null, [pattern(10)]);
    const { id: removed } = await first.seal('proof', null, [pattern(11)]);
    await first.remove(removed);
    await first.close();
    renameSync(place.pathOf(kept), place.pathOf(kept, '.part'));
    mkdirSync(place.pathOf(kept));
    mkdirSync(place.pathOf(removed));
    const second = await place.open();
    expect(second.manifest.entries.has(kept)).toBe(true);
    expect(readdirSync(place.files).sort()).toEqual(
      [`${kept}.part`, `${kept}.sealed`, `${removed}.sealed`].sort(),
    );
  });

  test('deletes a removed file that came back, and no other', async () => {
    const place = await createPlace();
    const first = await place.open();
    const { id: kept } = await first.seal('proof', null, [pattern(10)]);
    const { id: removed } = await first.seal('proof', null, [pattern(11)]);
    const copy = readFileSync(place.pathOf(removed));
    await first.remove(removed);
    expect(readdirSync(place.files)).toEqual([`${kept}.sealed`]);
    await first.close();
    const copies = [removed, unknownId].map((id) => place.pathOf(id));
    for (const path of [...copies, place.pathOf(removed, '.copyed')]) writeFileSync(path, copy);
    await place.open();
    expect(readdirSync(place.files).sort()).toEqual(
      [`${kept}.sealed`, `${unknownId}.sealed`, `${removed}.copyed`].sort(),
    );
  });
});

describe('an item', () => {
  test('is kept with everything that is said of it', async () => {
    const place = await createPlace();
    const clock = createFakeClock();
    const shelf = await place.open(clock);
    const entry = await shelf.seal('proof', { name: 'A' }, [pattern(10), pattern(20)]);
    expect(entry).toMatchObject({
      kind: 'proof',
      about: { name: 'A' },
      size: 30,
      sealedAt: clock.now(),
    });
    await shelf.close();
    const again = await place.open();
    expect([...again.manifest.entries.values()]).toEqual([entry]);
    expect(await bytesOf(again, entry.id)).toEqual(Buffer.concat([pattern(10), pattern(20)]));
  });

  test('is sealed with the keys for files and for the list, and says in itself what it is', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', { name: 'A' }, [pattern(10)]);
    await shelf.close();
    const bytes = readFileSync(place.pathOf(id));
    const wrapping = await deriveKey(master.key, master.libraryId, 'files');
    const { label } = openHeader(bytes.subarray(0, headerSizeOf(bytes, id)), id, { wrapping });
    expect(JSON.parse(label.toString())).toEqual({ kind: 'proof', about: { name: 'A' } });
    const key = await deriveKey(master.key, master.libraryId, 'manifest');
    const list = await openManifest(join(place.folder, 'manifest.sealed'), key, master.libraryId, false);
    onTestFinished(() => list.close());
    expect([...list.entries.keys()]).toEqual([id]);
  });

  test('that cannot be put in its place is taken out of the list, and nothing of it stays', async () => {
    const place = await createPlace();
    const random = { ...systemRandom, identifier: () => unknownId };
    const shelf = await openLibraryFiles(place.folder, master, { clock: systemClock, random });
    onTestFinished(() => shelf.close().catch(() => undefined));
    mkdirSync(place.pathOf(unknownId));
    expect(await codeOf(shelf.seal('proof', null, [pattern(3)]))).toBe('file-not-written');
    expect(shelf.manifest.entries.size).toBe(0);
    expect(readdirSync(place.files)).toEqual([`${unknownId}.sealed`]);
    await shelf.close();
    const { manifest } = await place.open();
    expect(manifest.entries.size).toBe(0);
    expect(manifest.removed.has(unknownId)).toBe(true);
  });

  test('whose content fails is not kept, its error is given on, and the list was not written to', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const list = readFileSync(join(place.folder, 'manifest.sealed'));
    function* broken() {
      yield pattern(3);
      throw new RangeError('the line is cut');
    }
    await expect(shelf.seal('proof', null, broken())).rejects.toThrow('the line is cut');
    expect(readdirSync(place.files)).toEqual([]);
    expect(readFileSync(join(place.folder, 'manifest.sealed'))).toEqual(list);
  });

  test('is described anew, in its place in the list, and its content stays', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const first = await shelf.seal('proof', { name: 'A' }, [pattern(10)]);
    const second = await shelf.seal('proof', { name: 'B' }, [pattern(11)]);
    const described = await shelf.describe(first.id, { name: 'C' });
    expect(described).toEqual({ ...first, about: { name: 'C' } });
    await shelf.close();
    const again = await place.open();
    expect([...again.manifest.entries.values()]).toEqual([described, second]);
    expect(await bytesOf(again, first.id)).toEqual(pattern(10));
  });

  test('is opened by a grant, which has what the list says of it', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id, size, sha256, header } = await shelf.seal('statement', null, [pattern(10)]);
    const grant = await shelf.grant(id);
    expect(await heldBelow(place.files)).toEqual([]);
    expect(grant).toMatchObject({ path: place.pathOf(id), id, size, sha256, header });
    const content = await openGranted(grant);
    onTestFinished(() => content.close());
    expect(Buffer.from(await content.read(0, 10))).toEqual(pattern(10));
  });

  test('that is removed is gone from the list, with its file', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', null, [pattern(10)]);
    await shelf.remove(id);
    expect(readdirSync(place.files)).toEqual([]);
    expect(await codeOf(shelf.open(id))).toBe('library-item-unknown');
    await shelf.close();
    expect((await place.open()).manifest.entries.size).toBe(0);
  });

  test('whose file is gone already can be removed', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', null, [pattern(10)]);
    await rm(place.pathOf(id));
    await shelf.remove(id);
    expect(shelf.manifest.entries.size).toBe(0);
  });

  test('that leaves is unknown from the first moment on, and cannot be added again', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', null, [pattern(10)]);
    const removing = shelf.remove(id);
    const late = [shelf.describe(id, 'late'), shelf.open(id), shelf.grant(id), shelf.remove(id)];
    expect(await Promise.all(late.map(codeOf))).toEqual(late.map(() => 'library-item-unknown'));
    await removing;
    await shelf.close();
    expect((await place.open()).manifest.entries.size).toBe(0);
  });

  test('whose removal the list does not take stays whole', async () => {
    const place = await createPlace();
    const shelf = await place.open();
    const { id } = await shelf.seal('proof', null, [pattern(10)]);
    await shelf.close();
    await expect(shelf.remove(id)).rejects.toThrow();
    expect(readdirSync(place.files)).toEqual([`${id}.sealed`]);
    expect(await bytesOf(shelf, id)).toEqual(pattern(10));
  });

  test('nobody knows is said with its name, whatever is wanted of it', async () => {
    const shelf = await (await createPlace()).open();
    const unknown = { code: 'library-item-unknown', details: { item: unknownId } };
    await expect(shelf.open(unknownId)).rejects.toMatchObject(unknown);
    await expect(shelf.grant(unknownId)).rejects.toMatchObject(unknown);
    await expect(shelf.describe(unknownId, null)).rejects.toMatchObject(unknown);
    await expect(shelf.remove(unknownId)).rejects.toMatchObject(unknown);
  });
});

test('holds nothing once it is closed', async () => {
  const place = await createPlace();
  const shelf = await place.open();
  await shelf.seal('proof', null, [pattern(3)]);
  await shelf.close();
  expect(await heldBelow(place.folder)).toEqual([]);
});

test('a check names what is listed and away, and what is there and unknown', async () => {
  const place = await createPlace();
  const shelf = await place.open();
  await shelf.seal('proof', null, [pattern(3)]);
  const away = await shelf.seal('proof', null, [pattern(4)]);
  await rm(place.pathOf(away.id));
  const foreign = [`${unknownId}.sealed`, '.part-of-something', 'letter.txt'];
  for (const name of [...foreign, `${away.id}.part`, 'Thumbs.db']) writeFileSync(join(place.files, name), '');
  const found = await shelf.check();
  expect(found.missing).toEqual([away]);
  expect([...found.foreign].sort()).toEqual([...foreign].sort());
});
