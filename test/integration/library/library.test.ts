import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { openGranted } from '../../../src/main/library/sealed-reader.ts';
import { allFiles, codeOf, createPlace, pattern } from './support.ts';

const frame = 256 * 1024;

test.each([0, 1, 1000, frame - 1, frame, frame + 1, 3 * frame, 3 * frame + 17])(
  'gives back %i bytes, whole and in ranges, after a restart',
  async (size) => {
    const place = await createPlace();
    const bytes = pattern(size);
    const first = await place.start();
    const pieces = [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)];
    const entry = await first.seal('proof', { name: 'A' }, pieces);
    expect(entry).toMatchObject({
      size,
      kind: 'proof',
      about: { name: 'A' },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await first.close();

    const second = await place.start();
    expect(await second.list('proof')).toEqual([entry]);
    expect(Buffer.from(await second.readAll(entry.id)).equals(bytes)).toBe(true);
    const content = await second.open(entry.id);
    for (const [offset, length] of [
      [0, 10],
      [frame - 5, 10],
      [size - 3, 10],
      [size + 5, 10],
      [0, size],
    ] as const) {
      const at = Math.max(0, offset);
      const wanted = bytes.subarray(at, at + length);
      expect(Buffer.from(await content.read(at, length)).equals(wanted)).toBe(true);
    }
    await content.close();
  },
);

test('streams: what has come is on the disk before more is asked for, but for the frame in hand', async () => {
  const place = await createPlace();
  const library = await place.start();
  const piece = pattern(100_000);
  const files = join(place.dataFolder, 'library', 'files');
  const behind: number[] = [];
  async function* content() {
    for (let count = 0; count < 40; count += 1) {
      for (const name of await readdir(files)) {
        behind.push(count * piece.length - (await stat(join(files, name))).size);
      }
      yield piece;
    }
  }
  await library.seal('statement', null, content());
  expect(behind).toHaveLength(40);
  expect(Math.max(...behind)).toBeLessThanOrEqual(frame);
});

test('a thread opens an item by its grant alone', async () => {
  const place = await createPlace();
  const library = await place.start();
  const entry = await library.seal('statement', null, [pattern(5000)]);
  const content = await openGranted(await library.grant(entry.id));
  expect(Buffer.from(await content.read(10, 20)).equals(pattern(5000).subarray(10, 30))).toBe(true);
  await content.close();
});

test('content that fails while it comes leaves nothing', async () => {
  const place = await createPlace();
  const library = await place.start();
  async function* broken() {
    yield pattern(frame * 2);
    throw new Error('the line is cut');
  }
  await expect(library.seal('proof', null, broken())).rejects.toThrow('the line is cut');
  expect(await library.list('proof')).toEqual([]);
  expect(await readdir(join(place.dataFolder, 'library', 'files'))).toEqual([]);
});

test('content that cannot be put in its place is not in the list either, then and after a restart', async () => {
  const place = await createPlace();
  const first = await place.start();
  const kept = await first.seal('proof', 1, [pattern(10)]);
  await first.close();
  const id = '00000000-0000-4000-8000-000000000000';
  const second = await place.start({ ...systemRandom, identifier: () => id });
  await mkdir(place.fileOf(id));
  expect(await codeOf(second.seal('proof', 2, [pattern(20)]))).toBe('file-not-written');
  expect(await second.list('proof')).toEqual([kept]);
  expect(await codeOf(second.open(id))).toBe('library-item-unknown');
  await second.close();
  await rmdir(place.fileOf(id));
  const third = await place.start();
  expect(third.state()).toEqual({ state: 'kept', items: 1, missing: 0, foreign: 0 });
  expect(await readdir(join(place.dataFolder, 'library', 'files'))).toEqual([`${kept.id}.sealed`]);
});

test('what is removed stays removed, and its file is deleted, also one that a power loss brings back', async () => {
  const place = await createPlace();
  const library = await place.start();
  const kept = await library.seal('proof', 1, [pattern(10)]);
  const gone = await library.seal('proof', 2, [pattern(10)]);
  const copy = await readFile(place.fileOf(gone.id));
  await library.remove(gone.id);
  expect(await codeOf(library.open(gone.id))).toBe('library-item-unknown');
  await library.close();

  await writeFile(place.fileOf(gone.id), copy);
  const second = await place.start();
  expect((await second.list('proof')).map(({ id }) => id)).toEqual([kept.id]);
  expect(second.state()).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
  expect(await readdir(join(place.dataFolder, 'library', 'files'))).toEqual([`${kept.id}.sealed`]);
});

test('many at once are all kept, in one list', async () => {
  const place = await createPlace();
  const library = await place.start();
  const sealed = await Promise.all(
    Array.from({ length: 200 }, (_, index) => library.seal('proof', index, [pattern(index)])),
  );
  await library.close();
  const second = await place.start();
  const listed = await second.list('proof');
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(sealed.map(({ id }) => id)));
});

describe('an interrupted run', () => {
  test('a file that was listed but not yet in its place is put there', async () => {
    const place = await createPlace();
    const first = await place.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const path = place.fileOf(entry.id);
    const bytes = await readFile(path);
    await rm(path);
    await writeFile(path.replace('.sealed', '.part'), bytes);
    const second = await place.start();
    expect(Buffer.from(await second.readAll(entry.id)).equals(pattern(10))).toBe(true);
    expect(second.state()).toMatchObject({ missing: 0, foreign: 0 });
  });

  test('a file that was never finished is cleared away', async () => {
    const place = await createPlace();
    const first = await place.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const part = join(place.dataFolder, 'library', 'files', '00000000-0000-4000-8000-000000000000.part');
    await writeFile(part, 'half');
    const second = await place.start();
    expect(second.state()).toMatchObject({ state: 'kept', items: 1, foreign: 0 });
    expect(await readdir(join(place.dataFolder, 'library', 'files'))).toHaveLength(1);
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
    ['not filled', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(64)])],
  ])('a record at the end of the list that was %s is left out; the others stay', async (_, harm) => {
    const place = await createPlace();
    const first = await place.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.seal('proof', null, [pattern(11)]);
    await first.close();
    await writeFile(place.manifest, harm(await readFile(place.manifest)));
    const second = await place.start();
    const listed = await second.list('proof');
    expect(listed[0]).toEqual(entry);
    // What was cut off is not silently gone: its file is there and nobody knows it.
    expect(second.state()).toMatchObject({ state: 'kept', foreign: 2 - listed.length });
    const more = await second.seal('proof', null, [pattern(12)]);
    await second.close();
    expect((await (await place.start()).list('proof')).map(({ id }) => id)).toContain(more.id);
  });
});

test('missing and foreign files are noticed', async () => {
  const place = await createPlace();
  const first = await place.start();
  const entry = await first.seal('proof', null, [pattern(10)]);
  await first.seal('proof', null, [pattern(10)]);
  await first.close();
  await rm(place.fileOf(entry.id));
  await writeFile(place.fileOf('00000000-0000-4000-8000-000000000000'), 'not ours');
  const second = await place.start();
  expect(second.state()).toEqual({ state: 'kept', items: 2, missing: 1, foreign: 1 });
  expect(await codeOf(second.readAll(entry.id))).toBe('library-item-missing');
});

describe('the key', () => {
  test('lost: said, nothing is changed, and it works again when the key is back', async () => {
    const place = await createPlace();
    const first = await place.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    const secrets = [...place.vault.secrets];
    const before = await allFiles(place.dataFolder);
    place.vault.secrets.clear();

    const second = await place.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });
    expect(await codeOf(second.seal('proof', null, [pattern(10)]))).toBe('library-key-lost');
    expect(await allFiles(place.dataFolder)).toEqual(before);

    for (const [account, secret] of secrets) place.vault.secrets.set(account, secret);
    expect(await second.readAll(entry.id)).toHaveLength(10);
    expect(second.state()).toMatchObject({ state: 'kept', items: 1 });
  });

  test('another one: the same', async () => {
    const place = await createPlace();
    const first = await place.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    for (const account of place.vault.secrets.keys())
      place.vault.secrets.set(account, Buffer.alloc(32, 7).toString('base64url'));
    const second = await place.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-key-lost' } });
  });

  test('locked away: said, and tried again', async () => {
    const place = await createPlace();
    const first = await place.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    place.vault.fails = 'keychain-locked';
    const second = await place.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-locked' } });
    place.vault.fails = null;
    expect(await second.list('proof')).toHaveLength(1);
  });

  test('lost for good: the old library is put aside whole, and a new one begins', async () => {
    const place = await createPlace();
    const first = await place.start();
    const entry = await first.seal('proof', null, [pattern(10)]);
    await first.close();
    place.vault.secrets.clear();
    const second = await place.start();
    const aside = await second.startOver();
    expect(second.state()).toMatchObject({ state: 'kept', items: 0 });
    await second.seal('proof', null, [pattern(10)]);
    const old = await readdir(join(place.dataFolder, aside, 'files'));
    expect(old).toEqual([`${entry.id}.sealed`]);
  });

  test('no keychain: sealed for this session only, and nothing is left of it', async () => {
    const place = await createPlace();
    place.vault.fails = 'keychain-absent';
    const first = await place.start();
    const entry = await first.seal('proof', null, [Buffer.from('canary-of-the-session')]);
    expect(first.state()).toEqual({ state: 'session-only', items: 1 });
    expect(Buffer.from(await first.readAll(entry.id)).toString()).toBe('canary-of-the-session');
    for (const { bytes } of await allFiles(place.dataFolder)) expect(bytes.includes('canary')).toBe(false);
    await first.close();
    expect(await allFiles(place.dataFolder)).toEqual([]);
  });

  test('no keychain any more: what was kept is not replaced by an empty library', async () => {
    const place = await createPlace();
    const first = await place.start();
    await first.seal('proof', null, [pattern(10)]);
    await first.close();
    place.vault.fails = 'keychain-absent';
    const second = await place.start();
    expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'keychain-absent' } });
    expect(await codeOf(second.seal('proof', null, [pattern(1)]))).toBe('keychain-absent');
  });
});

test('nothing that was kept is on the disk in the clear, key and list included', async () => {
  const place = await createPlace();
  const library = await place.start();
  const canary = 'CANARY-4711-in-content';
  await library.seal('proof', { reference: 'CANARY-4711-in-about' }, [Buffer.from(canary)]);
  await library.close();
  const secrets = [...place.vault.secrets.values()].map((secret) => Buffer.from(secret, 'base64url'));
  expect(secrets).toHaveLength(1);
  for (const { bytes } of await allFiles(place.dataFolder)) {
    expect(bytes.includes('CANARY-4711')).toBe(false);
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
});

test('a list that was altered or a marker that cannot be read is said, and left alone', async () => {
  const place = await createPlace();
  const first = await place.start();
  await first.seal('proof', null, [pattern(10)]);
  await first.seal('proof', null, [pattern(10)]);
  await first.close();
  const bytes = await readFile(place.manifest);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  await writeFile(place.manifest, bytes);
  const second = await place.start();
  expect(second.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
  expect(await readFile(place.manifest)).toEqual(bytes);

  await truncate(join(place.dataFolder, 'library', 'library.json'), 20);
  const third = await place.start();
  expect(third.state()).toMatchObject({ state: 'unavailable', error: { code: 'library-damaged' } });
});
