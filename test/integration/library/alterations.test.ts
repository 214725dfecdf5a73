import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../../src/main/library/library.ts';
import type { Entry } from '../../../src/main/library/manifest.ts';
import { deriveKey } from '../../../src/main/library/seal.ts';
import { manifestOfVersion1 } from '../../fakes/manifest-version-1.ts';
import { codeOf, createLibraryFixture, type LibraryFixture, pattern } from './library-fixture.ts';

const frameSize = 256 * 1024;
/** Content of three frames. */
const size = 2 * frameSize + 5000;
/** Bytes of the authentication tag of a sealed frame. */
const tagSize = 16;

/** Creates a library with two files of the same length. */
async function createTwoFiles(): Promise<{
  fixture: LibraryFixture;
  library: Library;
  one: Entry;
  other: Entry;
}> {
  const fixture = await createLibraryFixture();
  const library = await fixture.start();
  const one = await library.seal('proof', 'one', [pattern(size)]);
  const other = await library.seal('proof', 'other', [Buffer.alloc(size, 9)]);
  return { fixture, library, one, other };
}

const refusalCodes = ['library-item-damaged', 'library-newer'];

test('a sealed file is refused after each of 500 changes of a single byte', async () => {
  const { fixture, library, one } = await createTwoFiles();
  const path = fixture.fileOf(one.id);
  const bytes = await readFile(path);
  const step = bytes.length / 300;
  // Every byte of the header, and offsets across all frames.
  const offsets = [
    ...Array.from({ length: 200 }, (_, index) => index),
    ...Array.from({ length: 300 }, (_, index) => Math.floor(index * step)),
  ];
  const acceptedOffsets: number[] = [];
  for (const [index, offset] of offsets.entries()) {
    const altered = Buffer.from(bytes);
    altered[offset] = (altered[offset] ?? 0) ^ (1 << (index % 8));
    await writeFile(path, altered);
    const outcome = await library.readAll(one.id).then(
      () => 'read',
      (thrown: { code?: string }) => thrown.code ?? 'thrown',
    );
    if (!refusalCodes.includes(outcome)) acceptedOffsets.push(offset);
  }
  expect(acceptedOffsets).toEqual([]);
  await writeFile(path, bytes);
  expect(Buffer.from(await library.readAll(one.id)).equals(pattern(size))).toBe(true);
});

describe('a sealed file is refused when', () => {
  let bytes: Buffer;
  let headerSize: number;
  let files: Awaited<ReturnType<typeof createTwoFiles>>;
  const sealedFrameSize = frameSize + tagSize;

  /** Writes an altered file and returns the error code of reading it. */
  async function readAltered(altered: Buffer): Promise<unknown> {
    await writeFile(files.fixture.fileOf(files.one.id), altered);
    return codeOf(files.library.readAll(files.one.id));
  }
  const frameAt = (index: number) =>
    bytes.subarray(headerSize + index * sealedFrameSize, headerSize + (index + 1) * sealedFrameSize);

  async function prepare(): Promise<void> {
    files = await createTwoFiles();
    bytes = await readFile(files.fixture.fileOf(files.one.id));
    headerSize = bytes.length - size - 3 * tagSize;
  }

  test('it is truncated, also at a frame boundary or when only a range is read', async () => {
    await prepare();
    for (const end of [
      0,
      3,
      143,
      headerSize,
      headerSize + sealedFrameSize,
      headerSize + 2 * sealedFrameSize,
    ]) {
      expect(await readAltered(bytes.subarray(0, end))).toBe('library-item-damaged');
      expect(await codeOf(files.library.open(files.one.id))).toBe('library-item-damaged');
    }
    expect(await readAltered(bytes.subarray(0, -1))).toBe('library-item-damaged');
  });

  test('bytes or a frame are appended', async () => {
    await prepare();
    expect(await readAltered(Buffer.concat([bytes, Buffer.from([0])]))).toBe('library-item-damaged');
    expect(await readAltered(Buffer.concat([bytes, frameAt(2)]))).toBe('library-item-damaged');
  });

  test('its frames are reordered or repeated', async () => {
    await prepare();
    const header = bytes.subarray(0, headerSize);
    const reordered = Buffer.concat([header, frameAt(1), frameAt(0), frameAt(2)]);
    expect(await readAltered(reordered)).toBe('library-item-damaged');
    const repeated = Buffer.concat([header, frameAt(0), frameAt(0), frameAt(2)]);
    expect(await readAltered(repeated)).toBe('library-item-damaged');
  });

  test('a frame or all of its content comes from another file', async () => {
    await prepare();
    const other = await readFile(files.fixture.fileOf(files.other.id));
    const otherHeader = other.length - size - 3 * tagSize;
    const mixed = Buffer.concat([
      bytes.subarray(0, headerSize),
      other.subarray(otherHeader, otherHeader + sealedFrameSize),
      frameAt(1),
      frameAt(2),
    ]);
    expect(await readAltered(mixed)).toBe('library-item-damaged');
    expect(await readAltered(other)).toBe('library-item-damaged');
  });

  test('it comes from another library under the same name', async () => {
    await prepare();
    const otherFixture = await createLibraryFixture();
    const library = await otherFixture.start();
    const foreign = await library.seal('proof', null, [pattern(size)]);
    await copyFile(otherFixture.fileOf(foreign.id), files.fixture.fileOf(files.one.id));
    expect(await codeOf(files.library.readAll(files.one.id))).toBe('library-item-damaged');
  });
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

  test('is reported as damaged and left unchanged when a single bit is flipped', async () => {
    const { fixture, bytes } = await createManifest();
    for (let offset = 0; offset < bytes.length; offset += 41) {
      const altered = Buffer.from(bytes);
      altered[offset] = (altered[offset] ?? 0) ^ (1 << (offset % 8));
      const state = await openWith(fixture, altered);
      const code = state.state === 'unavailable' ? state.error.code : state.state;
      // The byte at offset 4 is the version.
      expect({ offset, code }).toEqual({
        offset,
        code: offset === 4 ? 'library-newer' : 'library-damaged',
      });
      expect((await readFile(fixture.manifest)).equals(altered)).toBe(true);
    }
    expect(await manifestCopies(fixture)).toEqual([]);
    expect(await openWith(fixture, bytes)).toMatchObject({ state: 'kept', items, missing: 0, foreign: 0 });
  });

  test('loses only the last record when the write of that record was cut off, and keeps the bytes of the record in a separate file', async () => {
    const { fixture, bytes, recordEnds } = await createManifest();
    const lastRecordStart = recordEnds[items - 2] ?? 0;
    for (let end = lastRecordStart + 1; end < bytes.length; end += 13) {
      const state = await openWith(fixture, bytes.subarray(0, end));
      expect({ end, state }).toMatchObject({ end, state: { state: 'kept', items: items - 1, foreign: 1 } });
      const [copyName = ''] = await manifestCopies(fixture);
      const tail = await readFile(join(fixture.dataFolder, 'library', copyName));
      expect(tail.equals(bytes.subarray(lastRecordStart, end))).toBe(true);
      await rm(join(fixture.dataFolder, 'library', copyName));
    }
  });

  test('loses only the last record when some sectors of that record never reached the disk', async () => {
    const { fixture, bytes, recordEnds } = await createManifest();
    const lastRecordStart = recordEnds[items - 2] ?? 0;
    const sectors: [number, number][] = [];
    for (let from = lastRecordStart; from < bytes.length; ) {
      const to = Math.min(bytes.length, (Math.floor(from / 512) + 1) * 512);
      sectors.push([from, to]);
      from = to;
    }
    expect(sectors.length).toBeGreaterThan(1);
    // Each bit of the number stands for a lost sector.
    for (let lostSectors = 1; lostSectors < 2 ** sectors.length; lostSectors += 1) {
      const torn = Buffer.from(bytes);
      for (const [index, [from, to]] of sectors.entries())
        if ((lostSectors & (1 << index)) !== 0) torn.fill(0, from, to);
      const state = await openWith(fixture, torn);
      expect({ lostSectors, state }).toMatchObject({
        lostSectors,
        state: { state: 'kept', items: items - 1 },
      });
    }
  });

  test('is reported as damaged when sectors in the middle are lost', async () => {
    const { fixture, bytes } = await createManifest();
    for (let from = 0; from + 512 < (Math.floor(bytes.length / 512) - 1) * 512; from += 512) {
      const altered = Buffer.from(bytes).fill(0, from, from + 512);
      const state = await openWith(fixture, altered);
      expect({ from, state }).toMatchObject({ from, state: { error: { code: 'library-damaged' } } });
      expect((await readFile(fixture.manifest)).equals(altered)).toBe(true);
    }
  });

  test('is reported as damaged when a record is removed, moved or duplicated', async () => {
    const { fixture, bytes, recordEnds } = await createManifest();
    const record = (index: number) => bytes.subarray(recordEnds[index - 1] ?? 32, recordEnds[index]);
    const reorder = (...indexes: number[]) => Buffer.concat([bytes.subarray(0, 32), ...indexes.map(record)]);
    for (const altered of [reorder(0, 2, 3), reorder(0, 2, 1, 3), reorder(0, 1, 1, 2), reorder(1, 0)])
      expect(await openWith(fixture, altered)).toMatchObject({ error: { code: 'library-damaged' } });
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
    const version1 = manifestOfVersion1(
      key,
      libraryId,
      entries.map((entry) => [{ change: 'add', entry }]),
    );
    expect(await openWith(fixture, version1)).toMatchObject({ state: 'kept', items, missing: 0 });
    expect((await readFile(fixture.manifest)).subarray(0, 32)).toEqual(bytes.subarray(0, 32));
    expect(await readFile(`${fixture.manifest}.version-1`)).toEqual(version1);
    const reopened = await fixture.start();
    expect(await reopened.list('proof')).toEqual(entries);

    for (let offset = 0; offset < version1.length; offset += 97) {
      const altered = Buffer.from(version1);
      altered[offset] = (altered[offset] ?? 0) ^ (1 << (offset % 8));
      expect(await openWith(fixture, altered)).toMatchObject({ state: 'unavailable' });
    }
  });
});
