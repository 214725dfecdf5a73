/** @file The manifest without the library: the bytes on disk after each step, and manifests that a test sealed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, type Manifest, openManifest } from '../../../../src/main/storage/library/manifest.ts';
import {
  createManifestHeader,
  createRecordChain,
} from '../../../../src/main/storage/library/manifest-records.ts';
import { manifestOfVersion1 } from '../../../fakes/files/manifest-version-1.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { codeOf } from './library-fixture.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const header = createManifestHeader(libraryId);

function createEntry(number: number, about = ''): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about };
}

async function newPath(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return join(path, 'manifest.sealed');
}

async function open(path: string, mayCreate = false): Promise<Manifest> {
  const manifest = await openManifest(path, key, libraryId, { mayCreate, fileIds: new Set() });
  onTestFinished(() => manifest.close().catch(() => undefined));
  return manifest;
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
  await writeFile(path, Buffer.concat([header, ...records]));
  return path;
}

test.each([
  ['no JSON', 'not JSON'],
  ['no changes', '{"change":"add"}'],
  ['an unknown change', '[{"change":"rename","id":"00000000-0000-4000-8000-000000000001"}]'],
  ['an entry without its fields', '[{"change":"add","entry":{}}]'],
])('a manifest is damaged when a sealed record contains %s', async (_, text) => {
  const path = await writeManifestWith(JSON.stringify([{ change: 'add', entry: createEntry(1) }]), text);
  const before = await readFile(path);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readFile(path)).toEqual(before);
});

test('a manifest is created only when the caller allows it, also over a header whose write was cut off', async () => {
  const path = await newPath();
  expect(await codeOf(open(path))).toBe('library-damaged');
  expect(await readdir(dirname(path))).toEqual([]);
  await (await open(path, true)).close();
  expect(await readFile(path)).toEqual(header);
  for (const length of [0, 1, header.length - 1]) {
    await writeFile(path, header.subarray(0, length));
    expect(await codeOf(open(path))).toBe('library-damaged');
    await (await open(path, true)).close();
    expect(await readFile(path)).toEqual(header);
  }
  expect(await readdir(dirname(path))).toEqual(['manifest.sealed']);
  expect((await open(path)).entries.size).toBe(0);
});

test('a manifest writes concurrent changes as one record and remembers removed items', async () => {
  const path = await newPath();
  const manifest = await open(path, true);
  await Promise.all([
    manifest.append({ change: 'add', entry: createEntry(1) }),
    manifest.append({ change: 'add', entry: createEntry(2) }),
    manifest.append({ change: 'remove', id: createEntry(1).id }),
  ]);
  expect([...manifest.entries.values()]).toEqual([createEntry(2)]);
  await manifest.close();
  const chain = createRecordChain(key, libraryId);
  const bytes = await readFile(path);
  const record = chain.read(bytes, header.length);
  expect(record).toMatchObject({ kind: 'record', end: bytes.length });
  const reopened = await open(path);
  expect([...reopened.entries.values()]).toEqual([createEntry(2)]);
  expect([...reopened.removedIds]).toEqual([createEntry(1).id]);
});

test('a damaged manifest of version 1 is neither converted nor copied', async () => {
  const path = await newPath();
  const bytes = manifestOfVersion1(key, libraryId, [[{ change: 'add', entry: createEntry(1) }]]);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
  expect(await codeOf(open(path, true))).toBe('library-damaged');
  expect(await readdir(dirname(path))).toEqual(['manifest.sealed']);
  expect(await readFile(path)).toEqual(bytes);
});
