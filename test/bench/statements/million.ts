/**
 * @file One encrypted statement of a million rows and twelve columns in the review process of the program, compared in
 * alternating runs with DuckDB on the same unencrypted file.
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

const plain = { sort: null, filters: [], find: '' };

/** Runs both alternately, so that other load affects both equally; returns the median of each. */
async function alternate(
  own: () => Promise<unknown>,
  other: () => Promise<unknown>,
  turns = 5,
): Promise<{ own: number; peer: number }> {
  const owns: number[] = [];
  const others: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    owns.push(...(await measureDurations(own, 1)));
    others.push(...(await measureDurations(other, 1)));
  }
  return { own: median(owns), peer: median(others) };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  const library = benchLibrary(context.folder);
  context.say(`Sealing ${count} rows`);
  const large = await library.seal('statement', {}, statementRows(count));
  const small = await library.seal('statement', {}, statementRows(Math.min(count, 10_000)));
  const path = join(context.folder, 'plain.csv');
  await writeFile(path, statementRows(count));
  const duckDb = await duckDbStatement(path);
  const { review, peakMemory } = reviewProcess();
  const handle = 1;
  const amount = columnsOfRows.amount;
  try {
    const open = async (under: number, id: string) =>
      review.call('open', {
        handle: under,
        source: { kind: 'sealed', grant: await library.createGrant(id) },
        options: {},
      });
    await open(handle, small.id);
    await open(handle, large.id);
    const memory = await peakMemory();
    if (memory !== null) {
      yield measured('most memory of the process', 'MB', memory, { bound: { of: 'value', atMost: 450 } });
    }
    context.say('Opening');
    await duckDb.open();
    const opened = await alternate(() => open(handle, large.id), duckDb.open);
    yield measured(`${count} rows, sealed, queryable`, 'ms', opened.own, {
      bound: { of: 'value', atMost: 600 },
    });
    yield measured(`${count} rows, beside DuckDB with the file in the clear`, 'ms', opened.own, {
      peer: opened.peer,
      bound: { of: 'ratio', atMost: 1.2 },
    });

    context.say('Sums, sorting, filters and search');
    const text = `Credit note ${count - 50}`;
    const view = (of: object) => review.call('view', { handle, view: { ...plain, ...of } });
    const { hits } = await view({ find: text });
    if (hits !== (await duckDb.find(text))) throw new Error('DuckDB finds other rows');
    const find = await alternate(
      () => view({ find: text }),
      () => duckDb.find(text),
    );
    yield measured('find in all columns', 'ms', find.own, { bound: { of: 'value', atMost: 75 } });
    yield measured('find in all columns, beside DuckDB', 'ms', find.own, {
      peer: find.peer,
      bound: { of: 'ratio', atMost: 0.4 },
    });
    const often = await alternate(
      () => view({ find: 'Invoice' }),
      () => duckDb.find('Invoice'),
    );
    yield measured('find what nearly all rows hold', 'ms', often.own, { peer: often.peer });

    let turn = 0;
    const descending = () => turn++ % 4 < 2;
    const sort = await alternate(
      () => view({ sort: { column: amount, descending: descending() } }),
      () => duckDb.sort('Amount', descending()),
      6,
    );
    yield measured('sort by amount', 'ms', sort.own, { bound: { of: 'value', atMost: 60 } });
    yield measured('sort by amount, beside DuckDB', 'ms', sort.own, {
      peer: sort.peer,
      bound: { of: 'ratio', atMost: 0.8 },
    });

    const sums = async (kind: 'all' | 'view') =>
      (await review.call('sums', { handle, column: amount, choice: { kind } })).sums;
    const different = isDeepStrictEqual(inOrder(await sums('all')), await duckDb.sums()) ? 0 : 1;
    yield measured('sums that are not those of DuckDB', 'sums', different, {
      bound: { of: 'value', atMost: 0 },
    });
    const summed = await alternate(
      () => sums('view'),
      () => duckDb.sums(),
      9,
    );
    yield measured('sums by currency, warm', 'ms', summed.own, {
      peer: summed.peer,
      bound: { of: 'value', atMost: 5 },
    });
    const first: number[] = [];
    for (const [low, high] of [
      [-500_000, 500_000],
      [-100_000, 900_000],
      [0, null],
    ] as const) {
      await view({ filters: [{ kind: 'between', column: amount, from: low, to: high }] });
      first.push(...(await measureDurations(() => sums('view'), 1)));
    }
    yield measured('sums of a narrowed view, the first time', 'ms', median(first));
    await view({});

    let turns = 0;
    const windows = await measureDurations(() => {
      const offset = (turns++ * 7_919) % Math.max(1, count - 100);
      return review.call('window', { handle, offset, limit: 100 });
    }, 100);
    const p95 = windows.toSorted((one, two) => one - two)[94] ?? 0;
    yield measured('a window of 100 rows, 95 of 100', 'ms', p95, { bound: { of: 'value', atMost: 5 } });
    const few = await measureDurations(() => open(2, small.id));
    yield measured('10,000 rows, sealed, queryable', 'ms', median(few), {
      bound: { of: 'value', atMost: 40 },
    });
    const end = await peakMemory();
    if (end !== null) yield measured('most memory after opening it six times', 'MB', end);
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
