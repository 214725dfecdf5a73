/** @file 40, 160 and 640 statements of 2,000 rows: the cost of searching one, cold and again. */
import { type BenchPart, scaled } from '../bench.ts';
import { growthFactors, measureGrowth } from '../growth.ts';
import { milliseconds } from '../program.ts';
import { benchLibrary, measureDurations } from '../statement-engine.ts';
import { sealStatements, startStatementSearch } from '../statement-search.ts';

/** Statements that are searched again for each measurement. */
const minSearched = 1_280;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 40, 4);
  const library = benchLibrary(context.folder);
  const ids = await sealStatements(context, library, base * Math.max(...growthFactors));
  yield* measureGrowth(context, { base, turns: 3, units: 'statements' }, async ({ count, add }) => {
    using search = await startStatementSearch(library, ids.slice(0, count));
    const coldMs = await milliseconds(() => search.searchAll('nothing of the kind'));
    add('a statement is searched for the first time', coldMs);
    const times = Math.max(1, Math.round(minSearched / count));
    const warmMs = await measureDurations(() => search.searchAll('nothing else of the kind'), times);
    const totalMs = warmMs.reduce((sum, durationMs) => sum + durationMs, 0);
    add('a statement is searched again', totalMs, count * times);
  });
  await library.close();
};
