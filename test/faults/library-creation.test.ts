/** @file Power losses while a library is created. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { openLibraryFiles } from '../../src/main/library/library-files.ts';
import type { Loss } from './power-loss/disk.ts';
import { describePowerLoss, imagesOf, type PowerLoss, writeImage } from './power-loss/images.ts';
import { masterKey } from './power-loss/library-key.ts';
import { recordLibrary } from './power-loss/record-library.ts';

const losses: readonly Loss[] = (['lost', 'some', 'kept'] as const).flatMap((names) =>
  (['lost', 'zeros', 'some', 'kept'] as const).map((content) => ({ names, content })),
);

test('a library whose creation ended with a power loss at any moment is created by the next start', async ({
  skip,
}) => {
  const { operations, folder } = await recordLibrary(
    new URL('./power-loss/create-library.ts', import.meta.url),
    skip,
  );
  const moments: PowerLoss[] = operations.flatMap((_, operationCount) =>
    losses.map((loss, index) => ({ operationCount, loss, seed: 100 * operationCount + index })),
  );
  const findings: unknown[] = [];
  for (const { powerLoss, image } of imagesOf(operations, moments)) {
    await mkdir(folder);
    await writeImage(folder, image);
    try {
      const deps = { clock: systemClock, random: systemRandom };
      const library = await openLibraryFiles(join(folder, 'disk', 'library'), masterKey, deps);
      await library.close();
    } catch (thrown) {
      findings.push([describePowerLoss(powerLoss, operations), String(thrown)]);
    }
    await rm(folder, { recursive: true });
  }
  expect(findings).toEqual([]);
  expect(moments.length).toBeGreaterThan(100);
});
