/** @file Memory of the statement engine before, while and after a statement of a million rows is open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { idleMs } from '../../../src/main/statement-engine/process/worker-pool.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { startEngine } from '../statement-engine.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const turns = 4;
const marginMs = 1_500;
const handle = 1;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  await using bench = startEngine(context.folder);
  const { engine, memory, open } = bench;
  context.say(`Sealing ${count} rows`);
  const large = await bench.seal(statementRows(count));
  await open(await bench.seal(statementRows(Math.min(count, 100))));
  const before = (await memory()).now;
  const closed: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await open(large);
    const sort = { column: columnsOfRows.amount, descending: true };
    await engine.call('view', { handle, view: { sort, filters: [], find: '' } });
    await engine.call('close', { handle });
    await sleep(idleMs + marginMs);
    closed.push((await memory()).now);
  }
  yield measured('before a statement is open', 'MB', before);
  yield measured('most while one was open', 'MB', (await memory()).peak);
  const [first = 0] = closed;
  yield measured('above before, some seconds after it was closed', 'MB', first - before, { atMost: 60 });
  const last = closed.at(-1) ?? 0;
  yield measured(`above before, after ${turns} times`, 'MB', last - before, { atMost: 60 });
};
