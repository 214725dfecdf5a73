/** @file Search in 500 encrypted statements of 2,000 rows, in the statement engine of the program. */
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations } from '../statement-engine.ts';
import { referenceOf } from '../statement-rows.ts';
import { rowsPerStatement, sealStatements, startStatementSearch } from '../statement-search.ts';

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 500, 8);
  const library = benchLibrary(context.folder);
  const ids = await sealStatements(context, library, count);
  const text = referenceOf(count * rowsPerStatement - 7);
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 3; turn += 1) {
    // The threads are running, as after opening the search, but none of these statements is cached.
    using search = await startStatementSearch(library, ids);
    const { searchAll } = search;
    cold.push(...(await measureDurations(() => searchAll(text), 1)));
    if ((await searchAll(text)) !== 1) throw new Error('The one row is not found');
    warm.push(...(await measureDurations(() => searchAll(text), 5)));
  }
  await library.close();
  yield measured(`${count} statements, cold`, 'ms', median(cold), { atMost: 250 });
  yield measured(`${count} statements, warm`, 'ms', median(warm), { atMost: 60 });
};
