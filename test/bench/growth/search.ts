/** @file 40, 160 and 640 statements of 2,000 rows: the cost of searching one, cold and again. */
import { type BenchPart, scaled } from '../bench.ts';
import { GrowthRecord, growthFactors } from '../growth.ts';
import { milliseconds } from '../program.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { statementRows } from '../statement-rows.ts';
import { createStatementSearch } from '../statement-search.ts';

const rows = 2_000;
const turns = 3;
/** Statements that are searched again for each measurement. */
const minSearched = 1_280;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 40, 4);
  const largest = base * Math.max(...growthFactors);
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${largest} statements`);
  const ids: string[] = [];
  for (let index = 0; index < largest; index += 1)
    ids.push((await library.seal('statement', {}, statementRows(rows, index * rows))).id);
  const record = new GrowthRecord();
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const factor of growthFactors) {
        const count = base * factor;
        const { review } = reviewProcess();
        try {
          const { prepare, searchAll } = createStatementSearch(review, library, ids.slice(0, count));
          await prepare();
          const coldMs = await milliseconds(() => searchAll('nothing of the kind'));
          record.add('a statement is searched for the first time', factor, coldMs, count);
          const times = Math.max(1, Math.round(minSearched / count));
          const warmMs = await measureDurations(() => searchAll('nothing else of the kind'), times);
          const totalMs = warmMs.reduce((sum, durationMs) => sum + durationMs, 0);
          record.add('a statement is searched again', factor, totalMs, count * times);
        } finally {
          review.close();
        }
      }
    }
  } finally {
    await library.close();
  }
  yield* record.measurements();
};
