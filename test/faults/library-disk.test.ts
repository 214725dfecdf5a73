/** @file The disk becomes full while a record of the library's manifest is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, openManifest } from '../../src/main/storage/library/manifest.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/platform/small-disk.ts';
import { codeOf } from '../integration/storage/library/library-fixture.ts';

const key = Buffer.alloc(32, 1);
const libraryId = '00000000-0000-4000-8000-00000000000a';

function createEntry(number: number, label: string): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about: label };
}

function manifestOn(folder: string) {
  const path = join(folder, 'manifest.sealed');
  const open = async () => {
    const list = await openManifest(path, key, libraryId, { mayCreate: true, fileIds: new Set() });
    onTestFinished(() => list.close());
    return list;
  };
  return { path, open };
}

test('a manifest record that a full disk accepts only partly is refused and removed', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(1);
  const { path, open } = manifestOn(disk.path);
  const list = await open();
  await list.append({ change: 'add', entry: createEntry(1, 'kept') });
  const manifestBefore = readFileSync(path);
  disk.fill();
  // The last block of the manifest has space for the beginning of the record.
  const appendAttempt = list.append({ change: 'add', entry: createEntry(2, 'x'.repeat(20_000)) });
  expect(await codeOf(appendAttempt)).toBe('disk-full');
  expect(readFileSync(path)).toEqual(manifestBefore);
  expect([...list.entries.keys()]).toEqual([createEntry(1, '').id]);
  disk.free();
  await list.append({ change: 'add', entry: createEntry(3, 'later') });
  expect([...(await open()).entries.values()]).toEqual([createEntry(1, 'kept'), createEntry(3, 'later')]);
});

test('a manifest that is too long for a full disk to hold it twice is opened as it is', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(2);
  const { path, open } = manifestOn(disk.path);
  const list = await open();
  for (let change = 0; change <= 1_010; change += 1)
    await list.append({ change: 'add', entry: createEntry(change % 100, 'x'.repeat(500)) });
  await list.close();
  const manifestBefore = readFileSync(path);
  disk.fill();
  expect((await open()).entries.size).toBe(100);
  expect(readFileSync(path)).toEqual(manifestBefore);
  expect(readdirSync(disk.path).filter((name) => name.endsWith('.new'))).toEqual([]);
  disk.free();
  expect((await open()).entries.size).toBe(100);
  expect(readFileSync(path).length).toBeLessThan(manifestBefore.length / 5);
});
