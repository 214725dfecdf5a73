/**
 * @file Twelve encrypted statements opened as one table in the statement engine of the program, compared in alternating runs
 * with one statement of the same rows. DuckDB verifies the sums.
 */
import { isDeepStrictEqual } from 'node:util';
import { type BenchPart, scaled } from '../bench.ts';
import { inOrder } from '../duckdb.ts';
import { startBesideDuckDb } from '../duckdb-statement.ts';
import { measured } from '../measurement.ts';
import { alternate } from '../statement-engine.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
const [table, single] = [1, 2];
const origins = months.map((period) => ({
  walletId: 1,
  wallet: 'Operating 1',
  period,
  since: `${period}-01`,
  till: `${period}-28`,
  currency: 'EUR',
}));

export const part: BenchPart = async function* (context) {
  const rowsPerStatement = scaled(context, 100_000, 100);
  const count = rowsPerStatement * months.length;
  await using bench = await startBesideDuckDb(context, count);
  const { engine, duckDb, library } = bench;
  const statements: { readonly id: string; readonly size: number }[] = [];
  for (const index of months.keys())
    statements.push(
      await library.seal('statement', {}, statementRows(rowsPerStatement, index * rowsPerStatement)),
    );
  const openTable = async () => {
    const bytes = statements.reduce((sum, { size }) => sum + size, 0);
    await engine.call('unite', { handle: table, names, origins, bytes });
    for (const [index, { id }] of statements.entries())
      await engine.call('uniteNext', { handle: table, index, source: await bench.sourceOf(id) });
    return engine.call('uniteEnd', { handle: table });
  };
  const openOne = async () => {
    await bench.open(bench.id, single);
    await engine.call('close', { handle: single });
  };
  context.say('Opening');
  const { opened } = await openTable();
  yield measured('most memory of the process with the table open', 'MB', (await bench.memory()).peak);
  const { sums } = await engine.call('sums', {
    handle: table,
    column: columnsOfRows.amount,
    choice: { kind: 'all' },
  });
  const times = await alternate({ single: openOne, table: openTable }, 5, () =>
    engine.call('close', { handle: table }),
  );
  yield measured(`${months.length} statements of ${rowsPerStatement} rows as one table`, 'ms', times.table);
  yield measured('one table, beside one statement of the same rows', 'ms', times.table, {
    peer: times.single,
    of: 'ratio',
    atMost: 1.3,
  });
  await duckDb.open();
  const differs = opened.rows !== count || !isDeepStrictEqual(inOrder(sums), await duckDb.sums());
  yield measured('sums of the table that are not those of DuckDB', 'sums', differs ? 1 : 0, { atMost: 0 });
};
