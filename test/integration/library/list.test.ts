/** @file The list of the library by itself: what is on the disk after each step, and lists that a test has sealed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, type Manifest, openManifest } from '../../../src/main/library/manifest.ts';
import { createRecordChain, manifestHead } from '../../../src/main/library/manifest-records.ts';
import { manifestOfVersion1 } from '../../fakes/former-list.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { codeOf } from './support.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const head = manifestHead(libraryId);

function entry(number: number, about = ''): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about };
}

async function newPath(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return join(path, 'manifest.sealed');
}

async function open(path: string, mayBegin = false): Promise<Manifest> {
  const list = await openManifest(path, key, libraryId, mayBegin);
  onTestFinished(() => list.close().catch(() => undefined));
  return list;
}

/** Puts a list on the disk whose records hold these texts. */
async function listWith(...texts: readonly string[]): Promise<string> {
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
  ['a change that is not known', '[{"change":"rename","id":"00000000-0000-4000-8000-000000000001"}]'],
  ['an entry without its fields', '[{"change":"add","entry":{}}]'],
])('is damaged when a record that was sealed holds %s', async (_, text) => {
  const path = await listWith(JSON.stringify([{ change: 'add', entry: entry(1) }]), text);
  const before = await readFile(path);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readFile(path)).toEqual(before);
});

test('is newer when its version is, and damaged when it is of no version', async () => {
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

test('is begun only where it may be, also over a head that was cut off while it was written', async () => {
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

test('ends with its last whole record as soon as it is open, and shorter records follow it', async () => {
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

test('writes changes that wait together as one record, and remembers what was removed', async () => {
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
  expect([...again.removed]).toEqual([entry(1).id]);
});

test('of version 1 that is damaged is neither written again nor copied', async () => {
  const path = await newPath();
  const bytes = manifestOfVersion1(key, libraryId, [[{ change: 'add', entry: entry(1) }]]);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readdir(dirname(path))).toEqual(['manifest.sealed']);
  expect(await readFile(path)).toEqual(bytes);
});

test('of more records than are read in one turn is read whole', async () => {
  const texts = Array.from({ length: 450 }, (_, index) =>
    JSON.stringify([{ change: 'add', entry: entry(index) }]),
  );
  const list = await open(await listWith(...texts));
  expect([...list.entries.keys()]).toEqual(texts.map((_, index) => entry(index).id));
});
