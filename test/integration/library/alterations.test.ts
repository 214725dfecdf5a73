import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../../src/main/library/library.ts';
import type { Entry } from '../../../src/main/library/manifest.ts';
import { deriveKey } from '../../../src/main/library/seal.ts';
import { manifestOfVersion1 } from '../../fakes/former-list.ts';
import { codeOf, createPlace, type Place, pattern } from './support.ts';

const frame = 256 * 1024;
const size = 2 * frame + 5000;

/** One library with two files of the same length; every test puts the first one back. */
async function twoFiles(): Promise<{ place: Place; library: Library; one: Entry; other: Entry }> {
  const place = await createPlace();
  const library = await place.start();
  const one = await library.seal('proof', 'one', [pattern(size)]);
  const other = await library.seal('proof', 'other', [Buffer.alloc(size, 9)]);
  return { place, library, one, other };
}

const refused = ['library-item-damaged', 'library-newer'];

test('500 alterations of single bytes are all refused', async () => {
  const { place, library, one } = await twoFiles();
  const path = place.fileOf(one.id);
  const bytes = await readFile(path);
  const step = bytes.length / 300;
  // Every byte of the header, and places all over the frames.
  const places = [
    ...Array.from({ length: 200 }, (_, index) => index),
    ...Array.from({ length: 300 }, (_, index) => Math.floor(index * step)),
  ];
  const accepted: number[] = [];
  for (const [turn, at] of places.entries()) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ (1 << (turn % 8));
    await writeFile(path, altered);
    const outcome = await library.readAll(one.id).then(
      () => 'given',
      (thrown: { code?: string }) => thrown.code ?? 'thrown',
    );
    if (!refused.includes(outcome)) accepted.push(at);
  }
  expect(accepted).toEqual([]);
  await writeFile(path, bytes);
  expect(Buffer.from(await library.readAll(one.id)).equals(pattern(size))).toBe(true);
});

describe('refused', () => {
  let bytes: Buffer;
  let headerSize: number;
  let parts: Awaited<ReturnType<typeof twoFiles>>;
  const sealedFrame = frame + 16;

  async function outcome(altered: Buffer): Promise<unknown> {
    await writeFile(parts.place.fileOf(parts.one.id), altered);
    return codeOf(parts.library.readAll(parts.one.id));
  }
  const frameAt = (index: number) =>
    bytes.subarray(headerSize + index * sealedFrame, headerSize + (index + 1) * sealedFrame);

  async function prepare(): Promise<void> {
    parts = await twoFiles();
    bytes = await readFile(parts.place.fileOf(parts.one.id));
    headerSize = bytes.length - size - 3 * 16;
  }

  test('cut anywhere, at the edges of frames too, also when only a range is read', async () => {
    await prepare();
    for (const end of [0, 3, 143, headerSize, headerSize + sealedFrame, headerSize + 2 * sealedFrame]) {
      expect(await outcome(bytes.subarray(0, end))).toBe('library-item-damaged');
      expect(await codeOf(parts.library.open(parts.one.id))).toBe('library-item-damaged');
    }
    expect(await outcome(bytes.subarray(0, -1))).toBe('library-item-damaged');
  });

  test('longer than it was', async () => {
    await prepare();
    expect(await outcome(Buffer.concat([bytes, Buffer.from([0])]))).toBe('library-item-damaged');
    expect(await outcome(Buffer.concat([bytes, frameAt(2)]))).toBe('library-item-damaged');
  });

  test('frames in another order, or one twice', async () => {
    await prepare();
    const head = bytes.subarray(0, headerSize);
    const swapped = Buffer.concat([head, frameAt(1), frameAt(0), frameAt(2)]);
    expect(await outcome(swapped)).toBe('library-item-damaged');
    const twice = Buffer.concat([head, frameAt(0), frameAt(0), frameAt(2)]);
    expect(await outcome(twice)).toBe('library-item-damaged');
  });

  test('a frame of another file, or another file whole', async () => {
    await prepare();
    const other = await readFile(parts.place.fileOf(parts.other.id));
    const otherHeader = other.length - size - 3 * 16;
    const mixed = Buffer.concat([
      bytes.subarray(0, headerSize),
      other.subarray(otherHeader, otherHeader + sealedFrame),
      frameAt(1),
      frameAt(2),
    ]);
    expect(await outcome(mixed)).toBe('library-item-damaged');
    expect(await outcome(other)).toBe('library-item-damaged');
  });

  test('a file of the same name from another library', async () => {
    await prepare();
    const elsewhere = await createPlace();
    const library = await elsewhere.start();
    const foreign = await library.seal('proof', null, [pattern(size)]);
    await copyFile(elsewhere.fileOf(foreign.id), parts.place.fileOf(parts.one.id));
    expect(await codeOf(parts.library.readAll(parts.one.id))).toBe('library-item-damaged');
  });
});

test('an earlier list that is put back shows the newer files as unknown ones', async () => {
  const place = await createPlace();
  const first = await place.start();
  await first.seal('proof', null, [pattern(10)]);
  const earlier = await readFile(place.manifest);
  const newer = await first.seal('proof', null, [pattern(10)]);
  await first.close();
  await writeFile(place.manifest, earlier);
  const second = await place.start();
  expect(second.state()).toMatchObject({ items: 1, foreign: 1 });
  expect(await codeOf(second.open(newer.id))).toBe('library-item-unknown');
});

describe('the list of the library', () => {
  const items = 12;

  async function listed(): Promise<{ place: Place; bytes: Buffer; ends: number[] }> {
    const place = await createPlace();
    const library = await place.start();
    const ends: number[] = [];
    for (let count = 0; count < items; count += 1) {
      await library.seal('proof', 'x'.repeat(count * 40), [pattern(10)]);
      ends.push((await readFile(place.manifest)).length);
    }
    await library.close();
    return { place, bytes: await readFile(place.manifest), ends };
  }

  /** Opens the library with another list; returns its state and how many items it lists. */
  async function openWith(place: Place, bytes: Buffer) {
    await writeFile(place.manifest, bytes);
    const library = await place.start();
    const state = library.state();
    await library.close();
    return state;
  }

  const beside = async (place: Place) =>
    (await readdir(join(place.dataFolder, 'library'))).filter((name) => name.startsWith('manifest.sealed.'));

  test('is damaged, and nothing is written, when a single bit of it is flipped', async () => {
    const { place, bytes } = await listed();
    for (let at = 0; at < bytes.length; at += 41) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      const state = await openWith(place, altered);
      const code = state.state === 'unavailable' ? state.error.code : state.state;
      expect({ at, code }).toEqual({ at, code: at === 4 ? 'library-newer' : 'library-damaged' });
      expect((await readFile(place.manifest)).equals(altered)).toBe(true);
    }
    expect(await beside(place)).toEqual([]);
    expect(await openWith(place, bytes)).toMatchObject({ state: 'kept', items, missing: 0, foreign: 0 });
  });

  test('loses the last record alone when its write was cut off anywhere, and its bytes are kept beside', async () => {
    const { place, bytes, ends } = await listed();
    const before = ends[items - 2] ?? 0;
    for (let end = before + 1; end < bytes.length; end += 13) {
      const state = await openWith(place, bytes.subarray(0, end));
      expect({ end, state }).toMatchObject({ end, state: { state: 'kept', items: items - 1, foreign: 1 } });
      const [kept = ''] = await beside(place);
      const tail = await readFile(join(place.dataFolder, 'library', kept));
      expect(tail.equals(bytes.subarray(before, end))).toBe(true);
      await rm(join(place.dataFolder, 'library', kept));
    }
  });

  test('loses the last record alone when some of its sectors never reached the disk', async () => {
    const { place, bytes, ends } = await listed();
    const before = ends[items - 2] ?? 0;
    const sectors: [number, number][] = [];
    for (let from = before; from < bytes.length; ) {
      const to = Math.min(bytes.length, (Math.floor(from / 512) + 1) * 512);
      sectors.push([from, to]);
      from = to;
    }
    expect(sectors.length).toBeGreaterThan(1);
    for (let missing = 1; missing < 2 ** sectors.length; missing += 1) {
      const torn = Buffer.from(bytes);
      for (const [index, [from, to]] of sectors.entries())
        if ((missing & (1 << index)) !== 0) torn.fill(0, from, to);
      const state = await openWith(place, torn);
      expect({ missing, state }).toMatchObject({ missing, state: { state: 'kept', items: items - 1 } });
    }
  });

  test('is damaged when sectors in its middle are gone', async () => {
    const { place, bytes } = await listed();
    for (let from = 0; from + 512 < (Math.floor(bytes.length / 512) - 1) * 512; from += 512) {
      const altered = Buffer.from(bytes).fill(0, from, from + 512);
      const state = await openWith(place, altered);
      expect({ from, state }).toMatchObject({ from, state: { error: { code: 'library-damaged' } } });
      expect((await readFile(place.manifest)).equals(altered)).toBe(true);
    }
  });

  test('is damaged when a record is dropped, moved or replaced by one of another place', async () => {
    const { place, bytes, ends } = await listed();
    const record = (index: number) => bytes.subarray(ends[index - 1] ?? 32, ends[index]);
    const order = (...indexes: number[]) => Buffer.concat([bytes.subarray(0, 32), ...indexes.map(record)]);
    for (const altered of [order(0, 2, 3), order(0, 2, 1, 3), order(0, 1, 1, 2), order(1, 0)])
      expect(await openWith(place, altered)).toMatchObject({ error: { code: 'library-damaged' } });
  });

  test('is damaged when it is lost while files are there, and it is not begun anew', async () => {
    const { place, bytes } = await listed();
    await rm(place.manifest);
    for (const left of [null, 0, 10]) {
      if (left !== null) await writeFile(place.manifest, bytes.subarray(0, left));
      const library = await place.start();
      expect(library.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
      expect(await codeOf(library.seal('proof', null, [pattern(3)]))).toBe('library-damaged');
      await library.close();
    }
    expect(await openWith(place, bytes)).toMatchObject({ state: 'kept', items });
  });

  test('of version 1 is written again in the present form, and kept beside', async () => {
    const { place, bytes } = await listed();
    const library = await place.start();
    const [{ libraryId }, secret] = [
      z.object({ libraryId: z.string() }).parse(JSON.parse(await readFile(place.marker, 'utf8'))),
      [...place.vault.secrets.values()][0] ?? '',
    ];
    const entries = await library.list('proof');
    await library.close();
    const key = await deriveKey(Buffer.from(secret, 'base64url'), libraryId, 'manifest');
    const former = manifestOfVersion1(
      key,
      libraryId,
      entries.map((entry) => [{ change: 'add', entry }]),
    );
    expect(await openWith(place, former)).toMatchObject({ state: 'kept', items, missing: 0 });
    expect((await readFile(place.manifest)).subarray(0, 32)).toEqual(bytes.subarray(0, 32));
    expect(await readFile(`${place.manifest}.version-1`)).toEqual(former);
    const again = await place.start();
    expect(await again.list('proof')).toEqual(entries);

    for (let at = 0; at < former.length; at += 97) {
      const altered = Buffer.from(former);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      expect(await openWith(place, altered)).toMatchObject({ state: 'unavailable' });
    }
  });
});
