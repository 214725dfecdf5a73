/** @file A manifest with many outdated records is written again with the current items only. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, type Manifest, openManifest } from '../../../../src/main/storage/library/manifest.ts';
import {
  createManifestHeader,
  createRecordChain,
} from '../../../../src/main/storage/library/manifest-records.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const key = Buffer.alloc(32, 5);
const libraryId = '00000000-0000-4000-8000-00000000000a';
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function createEntry(number: number): Entry {
  const about = { number };
  return { id: idOf(number), kind: 'proof', size: 1, sha256: '00', header: '00', sealedAt: 0, about };
}

/** Writes a manifest in which `itemCount` items are listed and, after each of them, another one was added and removed. */
function writeHistory(path: string, itemCount: number): void {
  const chain = createRecordChain(key, libraryId);
  const parts = [createManifestHeader(libraryId)];
  const add = (change: unknown) => {
    const record = chain.seal(Buffer.from(JSON.stringify([change])));
    chain.advance(record);
    parts.push(record);
  };
  for (let number = 1; number <= itemCount; number += 1) {
    add({ change: 'add', entry: createEntry(number) });
    add({ change: 'add', entry: createEntry(number + 10_000) });
    add({ change: 'remove', id: idOf(number + 10_000) });
  }
  writeFileSync(path, Buffer.concat(parts));
}

async function createPlace(itemCount: number) {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const path = join(folder, 'manifest.sealed');
  writeHistory(path, itemCount);
  return {
    folder,
    path,
    async open(fileIds: readonly string[] = []): Promise<Manifest> {
      const options = { mayCreate: false, fileIds: new Set(fileIds) };
      const manifest = await openManifest(path, key, libraryId, options);
      onTestFinished(() => manifest.close().catch(() => undefined));
      return manifest;
    },
  };
}

const numbersIn = ({ entries }: Manifest) => [...entries.values()].map(({ about }) => about);
const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1 }));

/** Number of records of a manifest. */
function countRecords(path: string): number {
  const bytes = readFileSync(path);
  const chain = createRecordChain(key, libraryId);
  let at = createManifestHeader(libraryId).length;
  for (let count = 0; ; count += 1) {
    const record = chain.read(bytes, at);
    if (record.kind !== 'record') return count;
    at = record.end;
  }
}

test('keeps all items in their order in a few records, which later changes follow', async () => {
  const place = await createPlace(450);
  const opened = await place.open();
  expect(numbersIn(opened)).toEqual(numbersUpTo(450));
  expect(countRecords(place.path)).toBe(3);
  await opened.append({ change: 'remove', id: idOf(450) });
  await opened.close();
  expect(countRecords(place.path)).toBe(4);
  const again = await place.open();
  expect(numbersIn(again)).toEqual(numbersUpTo(449));
  expect(readdirSync(place.folder)).toEqual(['manifest.sealed']);
});

test('is not written again before it has a thousand records', async () => {
  const place = await createPlace(333);
  const before = readFileSync(place.path);
  expect(numbersIn(await place.open())).toEqual(numbersUpTo(333));
  expect(readFileSync(place.path)).toEqual(before);
});

test('forgets the removal of an item only when its file is gone', async () => {
  const place = await createPlace(400);
  const remaining = idOf(10_001);
  expect([...(await place.open([remaining, idOf(1)])).removedIds]).toEqual([remaining]);
  const again = await place.open([remaining]);
  expect([...again.removedIds]).toEqual([remaining]);
  expect(numbersIn(again)).toEqual(numbersUpTo(400));
});

test('keeps the bytes of a torn last record beside it', async () => {
  const place = await createPlace(400);
  const complete = readFileSync(place.path);
  writeFileSync(place.path, Buffer.concat([complete, Buffer.from('torn')]));
  expect(numbersIn(await place.open())).toEqual(numbersUpTo(400));
  const [, tail = ''] = readdirSync(place.folder).sort();
  expect(tail).toMatch(new RegExp(`^manifest\\.sealed\\.tail-${complete.length}-`));
  expect(readFileSync(join(place.folder, tail), 'utf8')).toBe('torn');
});

test('stays as it is when it cannot be written, and accepts changes', async () => {
  const place = await createPlace(400);
  // A folder of that name makes every write of the new manifest fail.
  mkdirSync(`${place.path}.new`);
  const complete = readFileSync(place.path);
  const opened = await place.open();
  expect(readFileSync(place.path)).toEqual(complete);
  await opened.append({ change: 'remove', id: idOf(400) });
  expect(numbersIn(await place.open())).toEqual(numbersUpTo(399));
});
