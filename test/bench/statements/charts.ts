/**
 * @file Charts of an encrypted statement of a million rows in the review process of the program, compared in alternating
 * runs with DuckDB, which computes the same figures from the unencrypted file. Cold: no figures are cached.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Chart, ChartQuery } from '../../../src/shared/model/review-chart.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { forgetGroups } from '../cold-groups.ts';
import { type DuckDbStatement, duckDbStatement } from '../duckdb.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const turns = 9;
const month = "strftime(Date, '%Y-%m')";
const { amount, date, counterparty } = columnsOfRows;
const inOrder = (lines: readonly (readonly string[])[]) =>
  lines.toSorted((one, two) => (one.join('\n') < two.join('\n') ? -1 : 1));

/** The figures of a chart: for each bar, its key, currency and amounts. */
function figuresOf(chart: Chart): string[][] {
  switch (chart.kind) {
    case 'balance':
      return [];
    case 'flows':
      return chart.currencies.flatMap(({ currency, periods }) =>
        periods.map(({ period, incoming, outgoing }) => [period, currency, incoming, outgoing]),
      );
    case 'parties':
      return chart.currencies.flatMap(({ currency, incoming, outgoing }) =>
        incoming.parties.map(({ name, amount: received }) => {
          const sent = outgoing.parties.find((party) => party.name === name);
          return [name, currency, received, sent?.amount ?? '0'];
        }),
      );
  }
}

async function figuresOfDuckDb(duckDb: DuckDbStatement, key: string): Promise<string[][]> {
  const groups = await duckDb.groups([key]);
  return groups.map(([name = '', currency = '', , incoming = '', outgoing = '']) => [
    name,
    currency,
    incoming,
    outgoing,
  ]);
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${count} rows`);
  const sealed = await library.seal('statement', {}, statementRows(count));
  const path = join(context.folder, 'plain.csv');
  await writeFile(path, statementRows(count));
  const duckDb = await duckDbStatement(path);
  const { review } = reviewProcess();
  const handle = 1;
  const chart = (query: ChartQuery) => review.call('chart', { handle, query });
  try {
    const source = { kind: 'sealed', grant: await library.createGrant(sealed.id) } as const;
    await review.call('open', { handle, source, options: {} });
    await duckDb.open();
    // The window requests the sums when it opens a statement.
    await review.call('sums', { handle, column: amount, choice: { kind: 'all' } });
    for (const { name, query, key } of [
      { name: 'in and out by month', query: { kind: 'flows', amount, date, unit: 'month' }, key: month },
      {
        name: 'largest counterparties',
        query: { kind: 'parties', amount, party: counterparty },
        key: 'Counterparty',
      },
    ] as const) {
      context.say(name);
      const figures = figuresOf(await chart(query));
      const differs = !isDeepStrictEqual(inOrder(figures), inOrder(await figuresOfDuckDb(duckDb, key)));
      yield measured(`${name}: figures that are not those of DuckDB`, 'sets', differs ? 1 : 0, {
        bound: { of: 'value', atMost: 0 },
      });
      const cold: number[] = [];
      const others: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        await forgetGroups(review, handle);
        cold.push(...(await measureDurations(() => chart(query), 1)));
        others.push(...(await measureDurations(() => duckDb.groups([key]), 1)));
      }
      yield measured(`${name}, cold, beside DuckDB`, 'ms', median(cold), { peer: median(others) });
    }
    context.say('Balance over time');
    yield measured(
      'balance over time',
      'ms',
      median(await measureDurations(() => chart({ kind: 'balance', date }), turns)),
    );
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
