/** @file Memory of the review process before, while and after a statement of a million rows is open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { idleMs } from '../../../src/main/review/worker-pool.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { benchLibrary, reviewProcess } from '../review-process.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const turns = 4;
const marginMs = 1_500;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${count} rows`);
  const large = await library.seal('statement', {}, statementRows(count));
  const small = await library.seal('statement', {}, statementRows(Math.min(count, 100)));
  const { review, currentMemory, peakMemory } = reviewProcess();
  const handle = 1;
  const open = async (id: string) =>
    review.call('open', {
      handle,
      source: { kind: 'sealed', grant: await library.createGrant(id) },
      options: {},
    });
  const close = () => review.call('close', { handle });
  try {
    await open(small.id);
    const before = await currentMemory();
    if (before === null) return;
    const closed: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await open(large.id);
      const sort = { column: columnsOfRows.amount, descending: true };
      await review.call('view', { handle, view: { sort, filters: [], find: '' } });
      await close();
      await sleep(idleMs + marginMs);
      closed.push((await currentMemory()) ?? 0);
    }
    yield measured('before a statement is open', 'MB', before);
    yield measured('most while one was open', 'MB', (await peakMemory()) ?? 0);
    yield measured('above before, some seconds after it was closed', 'MB', (closed[0] ?? 0) - before, {
      bound: { of: 'value', atMost: 60 },
    });
    yield measured(`above before, after ${turns} times`, 'MB', (closed.at(-1) ?? 0) - before, {
      bound: { of: 'value', atMost: 60 },
    });
  } finally {
    review.close();
    await library.close();
  }
};
