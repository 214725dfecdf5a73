/** @file Power losses while a library is created, and while its manifest is compacted. */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/test-app.ts';
import type { Image, Loss } from './power-loss/disk.ts';
import { describePowerLoss, imagesOf, type PowerLoss, writeImage } from './power-loss/images.ts';
import { openRecordedLibrary } from './power-loss/recorded-library.ts';
import { type Operation, recorderProblem, recordRun } from './power-loss/recording.ts';

const someNames: Loss = { names: 'some', content: 'kept' };
const losses: readonly Loss[] = (['lost', 'some', 'kept'] as const).flatMap((names) =>
  (['lost', 'zeros', 'some', 'kept'] as const).map((content) => ({ names, content })),
);

const problem = await recorderProblem();
let scratch: Awaited<ReturnType<typeof temporaryFolder>>;
let operations: readonly Operation[] = [];

beforeAll(async () => {
  scratch = await temporaryFolder();
  const root = join(scratch.path, 'root');
  await mkdir(root);
  const program = new URL('./power-loss/compact-library.ts', import.meta.url);
  if (problem === null)
    operations = await recordRun(program, { root, scratch: scratch.path, environment: {} });
});

afterAll(() => scratch.remove());

function hashOf(image: Image): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of image) hash.update(`${path} ${bytes?.length}\n`).update(bytes ?? '');
  return hash.digest('hex');
}

/** Opens the library after each power loss. Returns the number of different disks, and what was found on them, as JSON. */
async function openAfter(powerLosses: readonly PowerLoss[]) {
  const findings = new Map<string, string>();
  const checkedHashes = new Set<string>();
  const folder = join(scratch.path, 'image');
  for (const { powerLoss, image } of imagesOf(operations, powerLosses)) {
    // Many moments leave the same disk.
    const hash = hashOf(image);
    if (checkedHashes.has(hash)) continue;
    checkedHashes.add(hash);
    await mkdir(folder);
    await writeImage(folder, image);
    const found = await openRecordedLibrary(folder)
      .then(async (library) => {
        const { missingEntries, foreignNames } = await library.compareWithManifest();
        const items = [...library.manifest.entries.values()].map(({ about }) => about);
        await library.close();
        return JSON.stringify([items, missingEntries, foreignNames]);
      })
      .catch(String);
    await rm(folder, { recursive: true });
    if (!findings.has(found)) findings.set(found, describePowerLoss(powerLoss, operations));
  }
  return { disks: checkedHashes.size, findings };
}

const lossesAt = (operationCount: number, lossesHere: readonly Loss[]): PowerLoss[] =>
  lossesHere.map((loss, index) => ({ operationCount, loss, seed: 100 * operationCount + index }));

test('a library whose creation a power loss ended is created by the next start', async ({ skip }) => {
  if (problem !== null) skip(problem);
  // The library is created before its first item is written.
  const created = operations.findIndex(
    (operation) => operation.kind === 'open' && operation.path.startsWith('disk/library/files/'),
  );
  expect(created).toBeGreaterThan(5);
  const moments = operations.slice(0, created).flatMap((_, count) => lossesAt(count, losses));
  const { disks, findings } = await openAfter(moments);
  expect([...findings]).toEqual([['[[],[],[]]', expect.any(String)]]);
  expect(disks).toBeGreaterThan(5);
});

test('a power loss during a compaction neither loses nor restores an item', async ({ skip }) => {
  if (problem !== null) skip(problem);
  const removal = operations.findLastIndex(({ kind }) => kind === 'remove');
  const compaction = operations.findLastIndex(
    (operation) => operation.kind === 'rename' && operation.to === 'disk/library/manifest.sealed',
  );
  expect(compaction).toBeGreaterThan(removal);
  const moments: PowerLoss[] = [];
  for (let count = removal; count <= operations.length; count += 1) {
    // When the new manifest is in place, each of the names that were not flushed must be of no importance.
    const manySomeNames = count > compaction ? Array.from({ length: 40 }, () => someNames) : [];
    moments.push(...lossesAt(count, [...losses, ...manySomeNames]));
  }
  const { findings } = await openAfter(moments);
  expect([...findings]).toEqual([['[[{"change":1010}],[],[]]', expect.any(String)]]);
});
