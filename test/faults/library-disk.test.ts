/** @file The disk becomes full while a record of the library's manifest is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, openManifest } from '../../src/main/library/manifest.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/small-disk.ts';
import { codeOf } from '../integration/library/library-fixture.ts';

const key = Buffer.alloc(32, 1);
const libraryId = '00000000-0000-4000-8000-00000000000a';

function createEntry(number: number, label: string): Entry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about: label };
}

test('a manifest record that a full disk accepts only partly is refused and removed', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(1);
  const path = join(disk.path, 'manifest.sealed');
  const open = async () => {
    const list = await openManifest(path, key, libraryId, true);
    onTestFinished(() => list.close());
    return list;
  };
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
