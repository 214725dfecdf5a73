/**
 * @file Twelve encrypted statements opened as one table in the review process of the program, compared in alternating runs
 * with one statement of the same rows. DuckDB verifies the sums.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { duckDbStatement, inOrder } from '../duckdb.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
const turns = 5;
const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
const amount = columnsOfRows.amount;

const originOf = (period: string) => ({
  walletId: 1,
  wallet: 'Operating 1',
  period,
  since: `${period}-01`,
  till: `${period}-28`,
  currency: 'EUR',
});

export const part: BenchPart = async function* (context) {
  const rowsPerStatement = scaled(context, 100_000, 100);
  const count = rowsPerStatement * months.length;
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${months.length} statements of ${rowsPerStatement} rows`);
  const one = await library.seal('statement', {}, statementRows(count));
  const statements: { readonly id: string; readonly size: number }[] = [];
  for (const index of months.keys())
    statements.push(
      await library.seal('statement', {}, statementRows(rowsPerStatement, index * rowsPerStatement)),
    );
  const path = join(context.folder, 'plain.csv');
  await writeFile(path, statementRows(count));
  const duckDb = await duckDbStatement(path);
  const { review, peakMemory } = reviewProcess();
  const [table, single] = [1, 2];
  const openTable = async () => {
    const bytes = statements.reduce((sum, { size }) => sum + size, 0);
    await review.call('unite', { handle: table, names, origins: months.map(originOf), bytes });
    for (const [index, { id }] of statements.entries()) {
      const source = { kind: 'sealed', grant: await library.createGrant(id) } as const;
      await review.call('uniteNext', { handle: table, index, source });
    }
    return review.call('uniteEnd', { handle: table });
  };
  const openOne = async () => {
    const source = { kind: 'sealed', grant: await library.createGrant(one.id) } as const;
    return review.call('open', { handle: single, source, options: {} });
  };
  try {
    context.say('Opening');
    const { opened } = await openTable();
    const memory = await peakMemory();
    if (memory !== null) yield measured('most memory of the process with the table open', 'MB', memory);
    await review.call('close', { handle: table });
    const tables: number[] = [];
    const singles: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      singles.push(...(await measureDurations(openOne, 1)));
      await review.call('close', { handle: single });
      tables.push(...(await measureDurations(openTable, 1)));
      if (turn < turns - 1) await review.call('close', { handle: table });
    }
    yield measured(
      `${months.length} statements of ${rowsPerStatement} rows as one table`,
      'ms',
      median(tables),
    );
    yield measured('one table, beside one statement of the same rows', 'ms', median(tables), {
      peer: median(singles),
      bound: { of: 'ratio', atMost: 1.3 },
    });
    await duckDb.open();
    const { sums } = await review.call('sums', { handle: table, column: amount, choice: { kind: 'all' } });
    const differs = opened.rows !== count || !isDeepStrictEqual(inOrder(sums), await duckDb.sums());
    yield measured('sums of the table that are not those of DuckDB', 'sums', differs ? 1 : 0, {
      bound: { of: 'value', atMost: 0 },
    });
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
