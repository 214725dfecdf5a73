/** @file 100, 400 and 1,600 ticks of rows: the cost of one, and of opening the library afterwards. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnnotationLog } from '../../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../../src/main/features/statements/annotations/row-set.ts';
import { createFakeVault } from '../../fakes/platform/vault.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measureGrowth } from '../growth.ts';
import { milliseconds } from '../program.ts';
import { benchLibrary, measureDurations } from '../statement-engine.ts';

const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };
const fileRows = 1_000_000;
const annotation = { kind: 'tick', isTicked: true } as const;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 100, 40);
  yield* measureGrowth(context, { base, turns: 3, units: 'ticks' }, async ({ factor, count, turn, add }) => {
    const folder = join(context.folder, `${factor} ${turn}`);
    await mkdir(folder);
    const vault = createFakeVault();
    const library = benchLibrary(folder, vault);
    const log = createAnnotationLog(library);
    const tick = (row: number) =>
      log.append(file, {
        act: `act ${row}`,
        at: row,
        who: 'anna',
        change: { type: 'annotate', annotation, rows: encodeRows(Uint32Array.of(row)), fileRows },
      });
    const tickingMs = await milliseconds(async () => {
      for (let row = 0; row < count; row += 1) await tick(row);
    });
    await library.close();
    add('a row is ticked', tickingMs);
    const openingsMs = await measureDurations(async () => {
      const reopened = benchLibrary(folder, vault);
      await reopened.start();
      await reopened.close();
    });
    for (const openingMs of openingsMs) add('the library is opened, for each tick before', openingMs);
  });
};
