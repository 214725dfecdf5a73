/** @file The disk is full in the middle of a record of the library's list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, openManifest } from '../../src/main/library/manifest.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/small-disk.ts';
import { codeOf } from '../integration/library/support.ts';

const key = Buffer.alloc(32, 1);
const libraryId = '00000000-0000-4000-8000-00000000000a';

function entry(number: number, about: string): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about };
}

test('a record that only its beginning has room for is refused, and nothing of it stays', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(1);
  const path = join(disk.path, 'manifest.sealed');
  const open = async () => {
    const list = await openManifest(path, key, libraryId, true);
    onTestFinished(() => list.close());
    return list;
  };
  const list = await open();
  await list.append({ change: 'add', entry: entry(1, 'kept') });
  const before = readFileSync(path);
  disk.fill();
  // The block that the list ends in has room for the beginning.
  const refused = list.append({ change: 'add', entry: entry(2, 'x'.repeat(20_000)) });
  expect(await codeOf(refused)).toBe('disk-full');
  expect(readFileSync(path)).toEqual(before);
  expect([...list.entries.keys()]).toEqual([entry(1, '').id]);
  disk.free();
  await list.append({ change: 'add', entry: entry(3, 'later') });
  expect([...(await open()).entries.values()]).toEqual([entry(1, 'kept'), entry(3, 'later')]);
});
