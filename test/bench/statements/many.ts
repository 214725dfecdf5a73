/** @file Search in 500 encrypted statements of 2,000 rows, in the statement engine of the program. */
import { noFilters, type SearchFilters } from '../../../src/shared/model/statements/statement-search.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations } from '../statement-engine.ts';
import { referenceOf } from '../statement-rows.ts';
import { rowsPerStatement, sealStatements, startStatementSearch } from '../statement-search.ts';

/** An amount that no row has, so that all amounts are compared. */
const amountFilter: SearchFilters = {
  ...noFilters,
  amount: { from: '999.9999', to: '999.9999', eitherSign: true },
};

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 500, 8);
  const library = benchLibrary(context.folder);
  const ids = await sealStatements(context, library, count);
  const text = referenceOf(count * rowsPerStatement - 7);
  const names = ['cold', 'warm', 'often', 'filtered', 'refiltered'] as const;
  const times = new Map<(typeof names)[number], number[]>(names.map((name) => [name, []]));
  const measure = async (name: (typeof names)[number], work: () => Promise<unknown>, runs = 1) =>
    times.get(name)?.push(...(await measureDurations(work, runs)));
  for (let turn = 0; turn < 3; turn += 1) {
    // The threads are running, as after opening the search, but none of these statements is cached.
    using search = await startStatementSearch(library, ids);
    const { searchAll } = search;
    await measure('cold', () => searchAll(text));
    if ((await searchAll(text)) !== 1) throw new Error('The one row is not found');
    await measure('warm', () => searchAll(text), 5);
    await measure('often', () => searchAll('credit note'));
    await measure('filtered', () => searchAll('', amountFilter));
    await measure('refiltered', () => searchAll('', amountFilter));
  }
  await library.close();
  const medianOf = (name: (typeof names)[number]) => median(times.get(name) ?? []);
  for (const [what, name, limits] of [
    ['cold', 'cold', { atMost: 250 }],
    ['warm', 'warm', { atMost: 60 }],
    ['found in all of them', 'often', {}],
    ['filtered by amount for the first time', 'filtered', {}],
    ['filtered by amount again', 'refiltered', {}],
  ] as const)
    yield measured(`${count} statements, ${what}`, 'ms', medianOf(name), limits);
};
