/**
 * @file Groups and charts of an encrypted statement of a million rows in the statement engine of the program, compared in
 * alternating runs with DuckDB on the same unencrypted file. Cold: neither figures nor the codes of their keys are cached.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Chart, ChartQuery } from '../../../src/shared/model/statements/statement-chart.ts';
import type {
  GroupKey,
  GroupQuery,
  RowGroup,
} from '../../../src/shared/model/statements/statement-groups.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { startBesideDuckDb } from '../duckdb-statement.ts';
import { measured, median } from '../measurement.ts';
import { alternate, measureDurations } from '../statement-engine.ts';
import { columnsOfRows } from '../statement-rows.ts';

const turns = 9;
const handle = 1;
const { amount, date } = columnsOfRows;
const counterparty: GroupKey = { kind: 'cell', column: columnsOfRows.counterparty };
const month: GroupKey = { kind: 'date', column: date, unit: 'month' };
const note: GroupKey = { kind: 'cell', column: columnsOfRows.note };
const monthOfDuckDb = "strftime(Date, '%Y-%m')";
/** Keys of other groups, which fill the caches. */
const otherKeys: readonly GroupKey[] = [
  { kind: 'cell', column: columnsOfRows.currency },
  { kind: 'cell', column: columnsOfRows.type },
  { kind: 'sign' },
];

const inOrder = (lines: readonly (readonly string[])[]) =>
  lines.toSorted((one, two) => (one.join('\n') < two.join('\n') ? -1 : 1));

/** A query by keys with the amounts of the rows. */
function groupQuery(keys: readonly GroupKey[]): GroupQuery {
  return { amount, keys: [...keys], share: 'outgoing', sort: { by: 'outgoing', descending: false } };
}

function figuresOfGroup({ keys, currency, rows, incoming, outgoing, net }: RowGroup) {
  return [...keys, currency, String(rows), incoming, outgoing, net];
}

/** The figures of a chart: for each bar, its key, currency and amounts. */
function figuresOfChart(chart: Chart): string[][] {
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

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  await using bench = await startBesideDuckDb(context, count);
  const { engine, duckDb } = bench;
  const group = async (keys: readonly GroupKey[], offset = 0) =>
    engine.call('groups', { handle, query: groupQuery(keys), offset, limit: 200 });
  const chart = (query: ChartQuery) => engine.call('chart', { handle, query });
  const groups = (keys: readonly GroupKey[], atMost: number | null = null) => ({
    atMost,
    ask: () => group(keys),
    async figures() {
      const found: RowGroup[] = [];
      for (;;) {
        const page = await group(keys, found.length);
        found.push(...page.groups);
        if (found.length >= page.total) return found.map(figuresOfGroup);
      }
    },
    figuresOfDuckDb: (lines: string[][]) => lines,
  });
  const bars = (query: ChartQuery) => ({
    atMost: null,
    ask: () => chart(query),
    figures: async () => figuresOfChart(await chart(query)),
    figuresOfDuckDb: (lines: string[][]) =>
      lines.map(([key = '', currency = '', , incoming = '', outgoing = '']) => [
        key,
        currency,
        incoming,
        outgoing,
      ]),
  });
  const byCounterparty = 'groups by counterparty and currency';
  const questions = [
    { name: byCounterparty, sql: ['Counterparty'], ...groups([counterparty], 50) },
    { name: 'groups by month and currency', sql: [monthOfDuckDb], ...groups([month], 30) },
    { name: 'groups by note, month and currency', sql: ['Note', monthOfDuckDb], ...groups([note, month]) },
    {
      name: 'chart of in and out by month',
      sql: [monthOfDuckDb],
      ...bars({ kind: 'flows', amount, date, unit: 'month' }),
    },
    {
      name: 'chart of the largest counterparties',
      sql: ['Counterparty'],
      ...bars({ kind: 'parties', amount, party: columnsOfRows.counterparty }),
    },
  ];
  await bench.open(bench.id);
  await duckDb.open();
  // The window requests the sums when it opens a statement.
  await engine.call('sums', { handle, column: amount, choice: { kind: 'all' } });
  for (const { name, sql, atMost, ask, figures, figuresOfDuckDb } of questions) {
    context.say(name);
    const expected = inOrder(figuresOfDuckDb(await duckDb.groups(sql)));
    const differs = !isDeepStrictEqual(inOrder(await figures()), expected);
    yield measured(`${name} that are not those of DuckDB`, 'sets', differs ? 1 : 0, { atMost: 0 });
    const forget = async () => {
      for (const key of otherKeys) await group([key]);
    };
    const { own, peer } = await alternate({ own: ask, peer: () => duckDb.groups(sql) }, turns, forget);
    yield measured(`${name}, cold`, 'ms', own, { peer, atMost });
    if (name === byCounterparty)
      yield measured(`${name}, cold, beside DuckDB`, 'ms', own, { peer, of: 'ratio', atMost: 0.8 });
  }

  context.say('Balance over time');
  const balance = await measureDurations(() => chart({ kind: 'balance', date }), turns);
  yield measured('balance over time', 'ms', median(balance));
};
