/** @file The manifest of the library by itself: the bytes on disk after each step, and manifests sealed by a test. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, type Manifest, openManifest } from '../../../src/main/library/manifest.ts';
import { createManifestHeader, createRecordChain } from '../../../src/main/library/manifest-records.ts';
import { manifestOfVersion1 } from '../../fakes/manifest-version-1.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { codeOf } from './library-fixture.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const head = createManifestHeader(libraryId);

function entry(number: number, about = ''): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about };
}

async function newPath(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return join(path, 'manifest.sealed');
}

async function open(path: string, mayCreate = false): Promise<Manifest> {
  const list = await openManifest(path, key, libraryId, mayCreate);
  onTestFinished(() => list.close().catch(() => undefined));
  return list;
}

/** Writes a manifest whose records contain these texts. */
async function writeManifestWith(...texts: readonly string[]): Promise<string> {
  const path = await newPath();
  const chain = createRecordChain(key, libraryId);
  const records = texts.map((text) => {
    const record = chain.seal(Buffer.from(text));
    chain.advance(record);
    return record;
  });
  await writeFile(path, Buffer.concat([head, ...records]));
  return path;
}

test.each([
  ['no JSON', 'not JSON'],
  ['no changes', '{"change":"add"}'],
  ['an unknown change', '[{"change":"rename","id":"00000000-0000-4000-8000-000000000001"}]'],
  ['an entry without its fields', '[{"change":"add","entry":{}}]'],
])('a manifest is damaged when a sealed record contains %s', async (_, text) => {
  const path = await writeManifestWith(JSON.stringify([{ change: 'add', entry: entry(1) }]), text);
  const before = await readFile(path);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readFile(path)).toEqual(before);
});

test('a manifest is reported as newer by its version, and as damaged when the version is unknown', async () => {
  const path = await newPath();
  for (const [version, code] of [
    [3, 'library-newer'],
    [255, 'library-newer'],
    [0, 'library-damaged'],
  ] as const) {
    const bytes = Buffer.from(head);
    bytes[4] = version;
    await writeFile(path, bytes);
    expect(await codeOf(open(path, true))).toBe(code);
    expect(await readFile(path)).toEqual(bytes);
  }
  await writeFile(path, Buffer.alloc(head.length, 9));
  expect(await codeOf(open(path, true))).toBe('library-damaged');
});

test('a manifest is created only where that is allowed, also over a header whose write was cut off', async () => {
  const path = await newPath();
  expect(await codeOf(open(path))).toBe('library-damaged');
  expect(await readdir(dirname(path))).toEqual([]);
  await (await open(path, true)).close();
  expect(await readFile(path)).toEqual(head);
  for (const length of [0, 1, head.length - 1]) {
    await writeFile(path, head.subarray(0, length));
    expect(await codeOf(open(path))).toBe('library-damaged');
    await (await open(path, true)).close();
    expect(await readFile(path)).toEqual(head);
  }
  expect(await readdir(dirname(path))).toEqual(['manifest.sealed']);
  expect((await open(path)).entries.size).toBe(0);
});

test('opening a manifest truncates it after the last complete record, and later records follow that one', async () => {
  const path = await newPath();
  const first = await open(path, true);
  await first.append({ change: 'add', entry: entry(1) });
  const whole = await readFile(path);
  await first.append({ change: 'add', entry: entry(2, 'x'.repeat(5000)) });
  await first.close();
  const torn = (await readFile(path)).subarray(0, -7);
  await writeFile(path, torn);
  const second = await open(path);
  expect(await readFile(path)).toEqual(whole);
  await second.append({ change: 'add', entry: entry(3) });
  await second.close();
  const third = await open(path);
  expect([...third.entries.values()]).toEqual([entry(1), entry(3)]);
  const [kept = ''] = (await readdir(dirname(path))).filter((name) => name.includes('.tail-'));
  expect(kept).toMatch(new RegExp(`^manifest\\.sealed\\.tail-${whole.length}-[0-9a-f]{8}$`));
  expect(await readFile(join(dirname(path), kept))).toEqual(torn.subarray(whole.length));
});

test('a manifest writes concurrent changes as one record and remembers removed items', async () => {
  const path = await newPath();
  const list = await open(path, true);
  await Promise.all([
    list.append({ change: 'add', entry: entry(1) }),
    list.append({ change: 'add', entry: entry(2) }),
    list.append({ change: 'remove', id: entry(1).id }),
  ]);
  expect([...list.entries.values()]).toEqual([entry(2)]);
  await list.close();
  const chain = createRecordChain(key, libraryId);
  const bytes = await readFile(path);
  const record = chain.read(bytes, head.length);
  expect(record).toMatchObject({ kind: 'record', end: bytes.length });
  const again = await open(path);
  expect([...again.entries.values()]).toEqual([entry(2)]);
  expect([...again.removedIds]).toEqual([entry(1).id]);
});

test('a damaged manifest of version 1 is neither converted nor copied', async () => {
  const path = await newPath();
  const bytes = manifestOfVersion1(key, libraryId, [[{ change: 'add', entry: entry(1) }]]);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readdir(dirname(path))).toEqual(['manifest.sealed']);
  expect(await readFile(path)).toEqual(bytes);
});

test('a manifest with more records than are read at once is read completely', async () => {
  const texts = Array.from({ length: 450 }, (_, index) =>
    JSON.stringify([{ change: 'add', entry: entry(index) }]),
  );
  const list = await open(await writeManifestWith(...texts));
  expect([...list.entries.keys()]).toEqual(texts.map((_, index) => entry(index).id));
});
