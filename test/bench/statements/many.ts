/** @file Search in 500 encrypted statements of 2,000 rows, in the review process of the program. */
import type { StatementReadings } from '../../../src/main/features/statements/readings.ts';
import { searchShards } from '../../../src/main/features/statements/search-shards.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { statementRows } from '../statement-rows.ts';

const rows = 2_000;

/** Treats all statements as readable. The program looks up readable statements in its database. */
const readings: StatementReadings = {
  read: (_, ask) => ask({}),
  readOpen: (_, ask) => ask({}),
  readMany: (statements, ask) => ask(new Set(statements.map(({ id }) => id)), {}),
};

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 500, 8);
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${count} statements`);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await library.seal('statement', {}, statementRows(rows, index * rows))).id);
  }
  const text = `PX2610${String(count * rows - 7).padStart(8, '0')}`;

  const cold: number[] = [];
  const warm: number[] = [];
  const often: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { review } = reviewProcess();
    const searchAll = async (text: string) => {
      let hits = 0;
      let failed = 0;
      await searchShards(review, readings, {
        statements: ids.map((item, id) => ({ item, id, size: 0 })),
        text,
        getReadOptions: () => null,
        getSource: async (item) => ({ kind: 'sealed', grant: await library.createGrant(item) }),
        maxHits: () => Math.max(0, Math.min(100, 500 - hits)),
        isActive: () => true,
        onFound(found) {
          for (const { hits: places, failed: hasFailed } of found) {
            hits += places.length;
            failed += hasFailed ? 1 : 0;
          }
        },
      });
      if (failed > 0) throw new Error(`${failed} statements could not be searched`);
      return hits;
    };
    try {
      // The process is running, as after opening any statement, but none of these statements is cached.
      await review.call('close', { handle: 1 });
      cold.push(...(await measureDurations(() => searchAll(text), 1)));
      if ((await searchAll(text)) !== 1) throw new Error('The one row is not found');
      warm.push(...(await measureDurations(() => searchAll(text))));
      often.push(...(await measureDurations(() => searchAll('credit note'), 1)));
    } finally {
      review.close();
    }
  }
  await library.close();
  yield measured(`${count} statements, cold`, 'ms', median(cold), { bound: { of: 'value', atMost: 250 } });
  yield measured(`${count} statements, warm`, 'ms', median(warm), { bound: { of: 'value', atMost: 60 } });
  yield measured(`${count} statements, found in all of them`, 'ms', median(often));
};
