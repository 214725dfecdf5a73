import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveKey } from '../../../../src/main/storage/library/seal.ts';
import { manifestOfVersion1 } from '../../../fakes/files/manifest-version-1.ts';
import { contentSize, createAlteredFile } from './altered-files.ts';
import { codeOf, createLibraryFixture, type LibraryFixture, pattern } from './library-fixture.ts';

test('a sealed file is refused after a change of any part, and read again once it is restored', async () => {
  const { library, id, path, bytes, headerSize, offsetOf, findAccepted } = await createAlteredFile();
  // Magic, version, identifier, frame size, nonces, key, commitment, length of the label, label.
  const headerOffsets = [0, 4, 8, 24, 28, 36, 48, 96, 128, 132, headerSize - 1];
  // Content and tag of each frame.
  const frameOffsets = [1, 2, 3].flatMap((end) => [
    offsetOf(end - 1),
    Math.min(offsetOf(end), bytes.length) - 1,
  ]);
  expect(await findAccepted([...headerOffsets, ...frameOffsets])).toEqual([]);
  await writeFile(path, bytes);
  expect(Buffer.from(await library.readAll(id)).equals(pattern(contentSize))).toBe(true);
});

test('a sealed file is refused when its parts are missing, repeated or come from another file', async () => {
  const { library, id, path, bytes, otherBytes, headerSize, offsetOf, readAltered } =
    await createAlteredFile();
  const frameAt = (index: number, file = bytes) => file.subarray(offsetOf(index), offsetOf(index + 1));
  for (const end of [0, 3, 143, headerSize, offsetOf(1), offsetOf(2), bytes.length - 1]) {
    expect(await readAltered(bytes.subarray(0, end))).toBe('library-item-damaged');
    if (end < bytes.length - 1) expect(await codeOf(library.open(id))).toBe('library-item-damaged');
  }
  const header = bytes.subarray(0, headerSize);
  for (const parts of [
    [bytes, Buffer.from([0])],
    [bytes, frameAt(2)],
    [header, frameAt(1), frameAt(0), frameAt(2)],
    [header, frameAt(0), frameAt(0), frameAt(2)],
    [header, frameAt(0, otherBytes), frameAt(1), frameAt(2)],
    [otherBytes],
  ])
    expect(await readAltered(Buffer.concat(parts))).toBe('library-item-damaged');
  const otherFixture = await createLibraryFixture();
  const foreign = await (await otherFixture.start()).seal('proof', null, [pattern(contentSize)]);
  await copyFile(otherFixture.fileOf(foreign.id), path);
  expect(await codeOf(library.readAll(id))).toBe('library-item-damaged');
});

test('restoring an earlier manifest leaves newer files counted as foreign', async () => {
  const fixture = await createLibraryFixture();
  const first = await fixture.start();
  await first.seal('proof', null, [pattern(10)]);
  const earlierManifest = await readFile(fixture.manifest);
  const newerEntry = await first.seal('proof', null, [pattern(10)]);
  await first.close();
  await writeFile(fixture.manifest, earlierManifest);
  const second = await fixture.start();
  expect(second.state()).toMatchObject({ items: 1, foreign: 1 });
  expect(await codeOf(second.open(newerEntry.id))).toBe('library-item-unknown');
});

describe('the manifest of the library', () => {
  const items = 12;

  async function createManifest(): Promise<{ fixture: LibraryFixture; bytes: Buffer; recordEnds: number[] }> {
    const fixture = await createLibraryFixture();
    const library = await fixture.start();
    const recordEnds: number[] = [];
    for (let count = 0; count < items; count += 1) {
      await library.seal('proof', 'x'.repeat(count * 40), [pattern(10)]);
      recordEnds.push((await readFile(fixture.manifest)).length);
    }
    await library.close();
    return { fixture, bytes: await readFile(fixture.manifest), recordEnds };
  }

  /** Opens the library with the given manifest bytes and returns its state. */
  async function openWith(fixture: LibraryFixture, bytes: Buffer) {
    await writeFile(fixture.manifest, bytes);
    const library = await fixture.start();
    const state = library.state();
    await library.close();
    return state;
  }

  const manifestCopies = async (fixture: LibraryFixture) =>
    (await readdir(join(fixture.dataFolder, 'library'))).filter((name) =>
      name.startsWith('manifest.sealed.'),
    );

  test('is reported as damaged and left unchanged when any part of it is altered, lost or moved', async () => {
    const { fixture, bytes, recordEnds } = await createManifest();
    const record = (index: number) => bytes.subarray(recordEnds[index - 1] ?? 32, recordEnds[index]);
    const reorder = (...indexes: number[]) => Buffer.concat([bytes.subarray(0, 32), ...indexes.map(record)]);
    const flip = (offset: number) => {
      const altered = Buffer.from(bytes);
      altered[offset] = (altered[offset] ?? 0) ^ 1;
      return altered;
    };
    for (const [altered, code] of [
      // Magic, version, identifier of the library, first and last record.
      [flip(0), 'library-damaged'],
      [flip(4), 'library-newer'],
      [flip(16), 'library-damaged'],
      [flip(60), 'library-damaged'],
      [flip(bytes.length - 1), 'library-damaged'],
      [Buffer.from(bytes).fill(0, 512, 1024), 'library-damaged'],
      [reorder(0, 2, 3), 'library-damaged'],
      [reorder(0, 2, 1, 3), 'library-damaged'],
      [reorder(0, 1, 1, 2), 'library-damaged'],
      [reorder(1, 0), 'library-damaged'],
    ] as const) {
      expect(await openWith(fixture, altered)).toMatchObject({ state: 'unavailable', error: { code } });
      expect((await readFile(fixture.manifest)).equals(altered)).toBe(true);
    }
    expect(await manifestCopies(fixture)).toEqual([]);
    expect(await openWith(fixture, bytes)).toMatchObject({ state: 'kept', items, missing: 0, foreign: 0 });
  });

  test('loses only the last record when that record was cut off or some of its sectors never reached the disk, and keeps its bytes in a separate file', async () => {
    const { fixture, bytes, recordEnds } = await createManifest();
    const lastRecordStart = recordEnds[items - 2] ?? 0;
    const sectorEnd = (Math.floor(lastRecordStart / 512) + 1) * 512;
    expect(sectorEnd).toBeLessThan(bytes.length);
    for (const torn of [
      bytes.subarray(0, lastRecordStart + 1),
      bytes.subarray(0, -1),
      Buffer.from(bytes).fill(0, lastRecordStart, sectorEnd),
      Buffer.from(bytes).fill(0, sectorEnd),
      Buffer.from(bytes).fill(0, lastRecordStart),
    ]) {
      const state = await openWith(fixture, torn);
      expect(state).toMatchObject({ state: 'kept', items: items - 1, foreign: 1 });
      const [copyName = ''] = await manifestCopies(fixture);
      const copy = join(fixture.dataFolder, 'library', copyName);
      expect((await readFile(copy)).equals(torn.subarray(lastRecordStart))).toBe(true);
      await rm(copy);
    }
  });

  test('is reported as damaged, not created again, when it is lost while sealed files exist', async () => {
    const { fixture, bytes } = await createManifest();
    await rm(fixture.manifest);
    for (const length of [null, 0, 10]) {
      if (length !== null) await writeFile(fixture.manifest, bytes.subarray(0, length));
      const library = await fixture.start();
      expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
      expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
      await library.close();
    }
    expect(await openWith(fixture, bytes)).toMatchObject({ state: 'kept', items });
  });

  test('is converted from version 1 to the current version, and the original is kept', async () => {
    const { fixture, bytes } = await createManifest();
    const library = await fixture.start();
    const [{ libraryId }, secret] = [
      z.object({ libraryId: z.string() }).parse(JSON.parse(await readFile(fixture.marker, 'utf8'))),
      [...fixture.vault.secrets.values()][0] ?? '',
    ];
    const entries = await library.list('proof');
    await library.close();
    const key = await deriveKey(Buffer.from(secret, 'base64url'), libraryId, 'manifest');
    const changes = entries.map((entry) => [{ change: 'add', entry }]);
    const version1 = manifestOfVersion1(key, libraryId, changes);
    expect(await openWith(fixture, version1)).toMatchObject({ state: 'kept', items, missing: 0 });
    expect((await readFile(fixture.manifest)).subarray(0, 32)).toEqual(bytes.subarray(0, 32));
    expect(await readFile(`${fixture.manifest}.version-1`)).toEqual(version1);
    const reopened = await fixture.start();
    expect(await reopened.list('proof')).toEqual(entries);
  });
});
