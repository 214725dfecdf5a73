/**
 * @file Groups of an encrypted statement of a million rows in the review process of the program, compared in alternating
 * runs with DuckDB on the same unencrypted file. Cold: neither the groups nor the codes of their keys are cached.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { GroupKey, RowGroup } from '../../../src/shared/model/review-groups.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { forgetGroups, groupQuery } from '../cold-groups.ts';
import { duckDbStatement } from '../duckdb.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { columnsOfRows, statementRows } from '../statement-rows.ts';

const turns = 9;
const counterparty: GroupKey = { kind: 'cell', column: columnsOfRows.counterparty };
const month: GroupKey = { kind: 'date', column: columnsOfRows.date, unit: 'month' };
const note: GroupKey = { kind: 'cell', column: columnsOfRows.note };
const toFigures = ({ keys, currency, rows, incoming, outgoing, net, least, largest }: RowGroup) => [
  ...keys,
  currency,
  String(rows),
  incoming,
  outgoing,
  net,
  least,
  largest,
];

const inOrder = (groups: readonly (readonly string[])[]) =>
  groups.toSorted((one, two) => (one.join('\n') < two.join('\n') ? -1 : 1));

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
  const amount = columnsOfRows.amount;
  const group = async (keys: readonly GroupKey[], offset = 0) =>
    review.call('groups', { handle, query: groupQuery(keys), offset, limit: 200 });
  const groupAll = async (keys: readonly GroupKey[]) => {
    const groups: RowGroup[] = [];
    for (;;) {
      const page = await group(keys, groups.length);
      groups.push(...page.groups);
      if (groups.length >= page.total) return inOrder(groups.map(toFigures));
    }
  };
  try {
    const source = { kind: 'sealed', grant: await library.createGrant(sealed.id) } as const;
    await review.call('open', { handle, source, options: {} });
    await duckDb.open();
    // The window requests the sums when it opens a statement.
    await review.call('sums', { handle, column: amount, choice: { kind: 'all' } });

    for (const { name, keys, sql, bound, ratio } of [
      { name: 'by counterparty', keys: [counterparty], sql: ['Counterparty'], bound: 50, ratio: 0.8 },
      { name: 'by month', keys: [month], sql: ["strftime(Date, '%Y-%m')"], bound: 30, ratio: null },
      {
        name: 'by note and month',
        keys: [note, month],
        sql: ['Note', "strftime(Date, '%Y-%m')"],
        bound: null,
        ratio: null,
      },
    ] as const) {
      context.say(`Groups ${name}`);
      const differs = !isDeepStrictEqual(await groupAll(keys), inOrder(await duckDb.groups(sql)));
      yield measured(`groups ${name} and currency that are not those of DuckDB`, 'sets', differs ? 1 : 0, {
        bound: { of: 'value', atMost: 0 },
      });
      const cold: number[] = [];
      const others: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        await forgetGroups(review, handle);
        cold.push(...(await measureDurations(() => group(keys), 1)));
        others.push(...(await measureDurations(() => duckDb.groups(sql), 1)));
      }
      yield measured(`groups ${name} and currency, cold`, 'ms', median(cold), {
        peer: median(others),
        ...(bound === null ? {} : { bound: { of: 'value' as const, atMost: bound } }),
      });
      if (ratio !== null)
        yield measured(`groups ${name} and currency, cold, beside DuckDB`, 'ms', median(cold), {
          peer: median(others),
          bound: { of: 'ratio', atMost: ratio },
        });
    }

    context.say('Groups of other views');
    const views: number[] = [];
    for (const from of [-900_000, -500_000, 0]) {
      const filters = [{ kind: 'between', column: amount, from, to: null } as const];
      await review.call('view', { handle, view: { sort: null, filters, find: '' } });
      views.push(...(await measureDurations(() => group([counterparty]), 1)));
    }
    yield measured('groups by counterparty of a narrowed view, warm keys', 'ms', median(views));
    yield measured(
      'the same groups again',
      'ms',
      median(await measureDurations(() => group([counterparty]))),
    );
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
