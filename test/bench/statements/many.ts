/** @file Search in 500 encrypted statements of 2,000 rows, in the review process of the program. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Grant } from '../../../src/main/library/sealed-reader.ts';
import { noFilters, type SearchFilters } from '../../../src/shared/model/statement-search.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { statementRows } from '../statement-rows.ts';
import { createStatementSearch } from '../statement-search.ts';

const rows = 2_000;

/** An amount that no row has, so that all amounts are compared. */
const amountFilter: SearchFilters = {
  ...noFilters,
  amount: { from: '999.9999', to: '999.9999', eitherSign: true },
};
/** Threads of the floor: as many as a machine with two processors can use. */
const floorThreads = 2;

/** Milliseconds that reading and decrypting the files takes, without anything else, in running threads. */
async function measureFloor(grants: readonly Grant[]): Promise<number> {
  const threads = Array.from(
    { length: floorThreads },
    () => new Worker(new URL('../read-files.ts', import.meta.url)),
  );
  const nextMessage = (thread: Worker) => once(thread, 'message');
  try {
    await Promise.all(threads.map(nextMessage));
    const [duration = 0] = await measureDurations(async () => {
      const results = threads.map(nextMessage);
      for (const [index, thread] of threads.entries())
        thread.postMessage(grants.filter((_, place) => place % floorThreads === index));
      await Promise.all(results);
    }, 1);
    return duration;
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

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
  const filtered: number[] = [];
  const refiltered: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { review } = reviewProcess();
    const { prepare, searchAll } = createStatementSearch(review, library, ids);
    try {
      // The threads are running, as after opening the search, but none of these statements is cached.
      await prepare();
      cold.push(...(await measureDurations(() => searchAll(text), 1)));
      if ((await searchAll(text)) !== 1) throw new Error('The one row is not found');
      warm.push(...(await measureDurations(() => searchAll(text))));
      often.push(...(await measureDurations(() => searchAll('credit note'), 1)));
      filtered.push(...(await measureDurations(() => searchAll('', amountFilter), 1)));
      refiltered.push(...(await measureDurations(() => searchAll('', amountFilter), 1)));
      floor.push(await measureFloor(await Promise.all(ids.map((id) => library.createGrant(id)))));
    } finally {
      review.close();
    }
  }
  await library.close();
  yield measured(`${count} statements, cold`, 'ms', median(cold), {
    peer: median(floor),
    bound: { of: 'value', atMost: 250 },
  });
  yield measured(`${count} statements, warm`, 'ms', median(warm), { bound: { of: 'value', atMost: 60 } });
  yield measured(`${count} statements, found in all of them`, 'ms', median(often));
  yield measured(`${count} statements, filtered by amount for the first time`, 'ms', median(filtered));
  yield measured(`${count} statements, filtered by amount again`, 'ms', median(refiltered));
};
