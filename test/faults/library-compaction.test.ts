/** @file Power losses while the manifest of a library is compacted. */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { openLibraryFiles } from '../../src/main/library/library-files.ts';
import type { Image, Loss } from './power-loss/disk.ts';
import { describePowerLoss, imagesOf, type PowerLoss, writeImage } from './power-loss/images.ts';
import { masterKey } from './power-loss/library-key.ts';
import { recordLibrary } from './power-loss/record-library.ts';

const someNames: Loss = { names: 'some', content: 'kept' };
const losses: readonly Loss[] = [
  { names: 'lost', content: 'lost' },
  { names: 'kept', content: 'lost' },
  { names: 'some', content: 'some' },
  { names: 'kept', content: 'zeros' },
  { names: 'lost', content: 'kept' },
  someNames,
];

function hashOf(image: Image): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of image) hash.update(`${path} ${bytes?.length}\n`).update(bytes ?? '');
  return hash.digest('hex');
}

test('a power loss at any moment of a compaction loses no item and brings no removed item back', {
  timeout: 120_000,
}, async ({ skip }) => {
  const { operations, folder } = await recordLibrary(
    new URL('./power-loss/compact-library.ts', import.meta.url),
    skip,
  );
  const removal = operations.findLastIndex(({ kind }) => kind === 'remove');
  const compaction = operations.findLastIndex(
    (operation) => operation.kind === 'rename' && operation.to === 'disk/library/manifest.sealed',
  );
  expect(compaction).toBeGreaterThan(removal);

  const moments: PowerLoss[] = [];
  for (let operationCount = removal; operationCount <= operations.length; operationCount += 1) {
    // When the new manifest is in place, each of the names that were not flushed must be of no importance.
    const lossesHere =
      operationCount > compaction ? [...losses, ...Array.from({ length: 40 }, () => someNames)] : losses;
    moments.push(
      ...lossesHere.map((loss, index) => ({ operationCount, loss, seed: 100 * operationCount + index })),
    );
  }
  const findings: unknown[] = [];
  const checkedHashes = new Set<string>();
  for (const { powerLoss, image } of imagesOf(operations, moments)) {
    // Many moments leave the same disk.
    const hash = hashOf(image);
    if (checkedHashes.has(hash)) continue;
    checkedHashes.add(hash);
    await mkdir(folder);
    await writeImage(folder, image);
    const library = await openLibraryFiles(join(folder, 'disk', 'library'), masterKey, {
      clock: systemClock,
      random: systemRandom,
    });
    const { missingEntries, foreignNames } = await library.compareWithManifest();
    const items = [...library.manifest.entries.values()].map(({ about }) => about);
    await library.close();
    await rm(folder, { recursive: true });
    if (JSON.stringify([items, missingEntries, foreignNames]) !== '[[{"change":1010}],[],[]]')
      findings.push({
        moment: describePowerLoss(powerLoss, operations),
        items,
        missingEntries,
        foreignNames,
      });
  }
  expect(findings).toEqual([]);
});
