/**
 * @file One encrypted statement of a million rows and twelve columns in the statement engine of the program, compared in
 * alternating runs with DuckDB on the same unencrypted file.
 */
import { isDeepStrictEqual } from 'node:util';
import { type BenchPart, scaled } from '../bench.ts';
import { inOrder } from '../duckdb.ts';
import { startBesideDuckDb } from '../duckdb-statement.ts';
import { measured, median } from '../measurement.ts';
import { alternate, measureDurations } from '../statement-engine.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const plain = { sort: null, filters: [], find: '' };
const handle = 1;
const { amount } = columnsOfRows;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  await using bench = await startBesideDuckDb(context, count);
  const { id, engine, duckDb, memory, open } = bench;
  const small = await bench.seal(statementRows(Math.min(count, 10_000)));
  await open(small);
  await open(id);
  yield measured('most memory of the process', 'MB', (await memory()).peak, { atMost: 450 });
  context.say('Opening');
  await duckDb.open();
  const opened = await alternate({ own: () => open(id), peer: duckDb.open });
  yield measured(`${count} rows, sealed, queryable`, 'ms', opened.own, { atMost: 600 });
  yield measured(`${count} rows, beside DuckDB with the file in the clear`, 'ms', opened.own, {
    peer: opened.peer,
    of: 'ratio',
    atMost: 1.2,
  });

  context.say('Sums, sorting, filters and search');
  const view = (of: object) => engine.call('view', { handle, view: { ...plain, ...of } });
  const compareFind = (find: string) =>
    alternate({ own: () => view({ find }), peer: () => duckDb.find(find) });
  const text = `Credit note ${count - 50}`;
  const { hits } = await view({ find: text });
  if (hits !== (await duckDb.find(text))) throw new Error('DuckDB finds other rows');
  const find = await compareFind(text);
  yield measured('find in all columns', 'ms', find.own, { atMost: 75 });
  yield measured('find in all columns, beside DuckDB', 'ms', find.own, {
    peer: find.peer,
    of: 'ratio',
    atMost: 0.4,
  });
  const often = await compareFind('Invoice');
  yield measured('find what nearly all rows hold', 'ms', often.own, { peer: often.peer });

  let turn = 0;
  const descending = () => turn++ % 4 < 2;
  const sort = await alternate(
    {
      own: () => view({ sort: { column: amount, descending: descending() } }),
      peer: () => duckDb.sort('Amount', descending()),
    },
    6,
  );
  yield measured('sort by amount', 'ms', sort.own, { atMost: 60 });
  yield measured('sort by amount, beside DuckDB', 'ms', sort.own, {
    peer: sort.peer,
    of: 'ratio',
    atMost: 0.8,
  });

  const sums = async (kind: 'all' | 'view') =>
    (await engine.call('sums', { handle, column: amount, choice: { kind } })).sums;
  const different = isDeepStrictEqual(inOrder(await sums('all')), await duckDb.sums()) ? 0 : 1;
  yield measured('sums that are not those of DuckDB', 'sums', different, { atMost: 0 });
  const summed = await alternate({ own: () => sums('view'), peer: () => duckDb.sums() }, 9);
  yield measured('sums by currency, warm', 'ms', summed.own, { peer: summed.peer, atMost: 5 });
  const few = await measureDurations(() => open(small, 2));
  yield measured('10,000 rows, sealed, queryable', 'ms', median(few), { atMost: 40 });
  yield measured('most memory after opening it six times', 'MB', (await memory()).peak);
};
