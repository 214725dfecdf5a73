/** @file Power losses while a library is created, and while its items are added and removed. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fakes/test-app.ts';
import type { Image, Loss } from './power-loss/disk.ts';
import { describePowerLoss, imagesOf, writeImage } from './power-loss/images.ts';
import { openRecordedLibrary } from './power-loss/recorded-library.ts';
import { recorderProblem, recordRun } from './power-loss/recording.ts';

const losses: readonly Loss[] = [
  { names: 'lost', content: 'lost' },
  { names: 'lost', content: 'kept' },
  { names: 'kept', content: 'lost' },
  { names: 'kept', content: 'zeros' },
  { names: 'some', content: 'some' },
  { names: 'some', content: 'kept' },
];
/** Names of the listed items: before the library has any, and after each change. */
const acknowledgements = ['', 'a', 'a b', 'b', 'b c', 'c'];

/** SQLite writes the index of its log anew. */
function hashOf(image: Image): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of image)
    if (!path.endsWith('-shm')) hash.update(`${path} ${bytes?.length}\n`).update(bytes ?? '');
  return hash.digest('hex');
}

/** Opens the library as the next start does. Returns the names of its items. */
async function readNames(folder: string): Promise<string> {
  const library = await openRecordedLibrary(folder);
  try {
    expect(await library.compareWithList()).toEqual({ missingIds: [], foreignNames: [] });
    const entries = await library.items.list('proof');
    for (const { id, size } of entries) {
      const content = await library.open(id);
      expect((await content.read(0, size)).length).toBe(3_000);
      await content.close();
    }
    expect(await readdir(join(folder, 'disk', 'library', 'files'))).toHaveLength(entries.length);
    return entries.map(({ about }) => about).join(' ');
  } finally {
    await library.close();
  }
}

test('a power loss at any moment loses no listed item, restores no removed one, and leaves no other file', {
  timeout: 240_000,
}, async ({ skip }) => {
  const problem = await recorderProblem();
  if (problem !== null) skip(problem);
  const scratch = await temporaryFolder();
  onTestFinished(scratch.remove);
  const root = join(scratch.path, 'root');
  await mkdir(root);
  const program = new URL('./power-loss/change-library.ts', import.meta.url);
  const operations = await recordRun(program, { root, scratch: scratch.path, environment: {} });
  const created = operations.findIndex(
    (operation) => operation.kind === 'make-folder' && operation.path === 'disk/library/files',
  );
  expect(created).toBeGreaterThan(0);
  const moments = operations
    .slice(created)
    .flatMap((_, index) =>
      losses.map((loss, seed) => ({ operationCount: created + index, loss, seed: 100 * index + seed })),
    );
  const folder = join(scratch.path, 'image');
  const checkedHashes = new Set<string>();
  const found = new Set<string>();
  for (const { powerLoss, image } of imagesOf(operations, moments)) {
    // Many moments leave the same disk.
    const hash = hashOf(image);
    if (checkedHashes.has(hash)) continue;
    checkedHashes.add(hash);
    await mkdir(folder);
    await writeImage(folder, image);
    const acknowledged = acknowledgements.indexOf(
      image.get('acknowledged')?.toString().trim().split('\n').at(-1) ?? '',
    );
    // The next change may be complete, too.
    const expected = acknowledgements.slice(acknowledged, acknowledged + 2);
    const names = await readNames(folder).catch(String);
    expect(expected, describePowerLoss(powerLoss, operations)).toContain(names);
    found.add(names);
    await rm(folder, { recursive: true });
  }
  expect([...found]).toEqual(acknowledgements);
});
