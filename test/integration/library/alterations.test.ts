import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Library } from '../../../src/main/library/library.ts';
import type { Entry } from '../../../src/main/library/manifest.ts';
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

test('every altered byte of the list is refused or leaves the last record out', async () => {
  const place = await createPlace();
  const first = await place.start();
  for (let count = 0; count < 3; count += 1) await first.seal('proof', null, [pattern(10)]);
  await first.close();
  const bytes = await readFile(place.manifest);
  for (let at = 0; at < bytes.length; at += 3) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 4;
    await writeFile(place.manifest, altered);
    const library = await place.start();
    const state = library.state();
    const noticed = state.state === 'unavailable' || (state.state === 'kept' && state.foreign > 0);
    expect({ at, noticed }).toEqual({ at, noticed: true });
    await library.close();
  }
});
