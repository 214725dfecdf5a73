/**
 * @file Two statements of a million rows and nine columns, compared by Paydesk and, in alternating runs, by `EXCEPT ALL`
 * of DuckDB in both directions on the same unencrypted files. Few rows differ; once in the same order, once reversed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { compareTables, differenceCodes } from '../../../src/main/review/compare.ts';
import { openBytes } from '../../../src/main/review/read-sealed.ts';
import { createKernelBuffer } from '../../../src/main/review/read-tokens.ts';
import { determineRoles } from '../../../src/main/review/roles.ts';
import { textOf } from '../../../src/main/review/shared-memory.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';

const header = 'Date,Reference,Type,Counterparty,Description,Currency,Amount,Balance,Value date';
const names = [
  'Lampwright Instruments',
  'Kärcher Hydraulik GmbH',
  '"Ashgrove ""Fine"" Bindings"',
  'Škoda Lisovna',
];
const currencies = ['EUR', 'USD', 'GBP', 'CHF'];
/** One row of so many is changed, added or removed. */
const every = { changed: 1_000, added: 4_000, removed: 5_000 };

function line(row: number, change = 0): string {
  const amount = ((row * 7_919) % 2_000_000) - 1_000_000 + change;
  const note = row % 50 === 0 ? `"Credit note ${row}\nas agreed"` : `Invoice ${(row * 31) % 100_000}`;
  return [
    `2026-01-${String(1 + (row % 28)).padStart(2, '0')}`,
    `PX2610${String(row).padStart(8, '0')}`,
    row % 3 === 0 ? 'RECEIPT' : 'PAYMENT',
    names[(row * 13) % names.length] ?? '',
    note,
    currencies[row % currencies.length] ?? '',
    (amount / 100).toFixed(2),
    (100_000 + row * 3 + 0.25).toFixed(2),
    '2026-01-15',
  ].join(',');
}

/** The statement as it was fetched first, fetched again, and fetched again in reverse order. */
function createFiles(count: number): { earlier: Buffer; later: Buffer; reversed: Buffer } {
  const earlier = Array.from({ length: count }, (_, row) => line(row));
  const later = earlier.flatMap((text, row) => {
    if (row % every.removed === 7) return [];
    const kept = row % every.changed === 3 ? line(row, 100) : text;
    return row % every.added === 11 ? [kept, line(count + row)] : [kept];
  });
  const toBytes = (rows: readonly string[]) => Buffer.from(`${[header, ...rows].join('\r\n')}\r\n`);
  return { earlier: toBytes(earlier), later: toBytes(later), reversed: toBytes(later.toReversed()) };
}

/** Opens a file as the review process does, in memory of its own. */
function openFile(file: Buffer) {
  const buffer = createKernelBuffer(file.length);
  const bytes = buffer === null ? file : textOf(buffer.memory, file.length);
  if (buffer !== null) bytes.set(file);
  const { table } = openBytes(bytes, {}, buffer);
  return { table, roles: determineRoles(table) };
}

/** Both directions of `EXCEPT ALL`, over files or over tables that are loaded already. */
async function createDuckDb(paths: { readonly earlier: string; readonly later: string }) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const read = (path: string) =>
    `read_csv('${path.replaceAll("'", "''")}', header = true, delim = ',', quote = '"', escape = '"', all_varchar = true)`;
  const count = async (one: string, other: string) => {
    const answer = await connection.runAndReadAll(
      `select count(*)::integer from (select * from ${one} except all select * from ${other})`,
    );
    return z.tuple([z.tuple([z.number()])]).parse(answer.getRows())[0][0];
  };
  return {
    async load() {
      await connection.run(`create or replace table earlier as select * from ${read(paths.earlier)}`);
      await connection.run(`create or replace table later as select * from ${read(paths.later)}`);
    },
    compareTables: async () => [await count('earlier', 'later'), await count('later', 'earlier')],
    compareFiles: async () => [
      await count(read(paths.earlier), read(paths.later)),
      await count(read(paths.later), read(paths.earlier)),
    ],
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 10_000);
  const files = createFiles(count);
  const library = benchLibrary(context.folder);
  context.say(`Sealing two statements of ${count} rows`);
  const seal = async (file: Buffer) =>
    (
      await library.seal(
        'statement',
        {},
        (async function* () {
          yield file;
        })(),
      )
    ).id;
  const ids = { earlier: await seal(files.earlier), later: await seal(files.later) };
  const paths = { earlier: join(context.folder, 'earlier.csv'), later: join(context.folder, 'later.csv') };
  await writeFile(paths.earlier, files.earlier);
  await writeFile(paths.later, files.later);
  const duckDb = await createDuckDb(paths);
  const { review, peakMemory } = reviewProcess();
  const source = async (id: string) => ({
    source: { kind: 'sealed' as const, grant: await library.createGrant(id) },
    reference: null,
  });
  const compareSealed = async () =>
    review.call('compare', {
      handle: 1,
      earlier: await source(ids.earlier),
      later: await source(ids.later),
      days: null,
    });
  try {
    context.say('Comparing, opening included');
    const { counts } = await compareSealed();
    const memory = await peakMemory();
    if (memory !== null)
      yield measured('most memory of the process', 'MB', memory, { bound: { of: 'value', atMost: 700 } });
    const [removed, added] = await duckDb.compareFiles();
    const differs =
      counts.changed + counts.removed === removed && counts.changed + counts.added === added ? 0 : 1;
    yield measured('counts that are not those of DuckDB', 'counts', differs, {
      bound: { of: 'value', atMost: 0 },
    });
    const included: number[] = [];
    const duckIncluded: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      included.push(...(await measureDurations(compareSealed, 1)));
      duckIncluded.push(...(await measureDurations(duckDb.compareFiles, 1)));
    }
    yield measured(
      `${count} with ${count} rows, opening both sealed files included`,
      'ms',
      median(included),
      {
        peer: median(duckIncluded),
        bound: { of: 'ratio', atMost: 1 },
      },
    );

    context.say('Comparing open statements');
    await review.call('close', { handle: 1 });
    const earlier = openFile(files.earlier);
    const later = openFile(files.later);
    const reversed = openFile(files.reversed);
    await duckDb.load();
    const excluded: number[] = [];
    const moved: number[] = [];
    const duckExcluded: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      excluded.push(...(await measureDurations(async () => compareTables(earlier, later, null), 1)));
      moved.push(...(await measureDurations(async () => compareTables(earlier, reversed, null), 1)));
      duckExcluded.push(...(await measureDurations(duckDb.compareTables, 1)));
    }
    const { kinds } = compareTables(earlier, reversed, null);
    if (kinds.filter((kind) => kind === differenceCodes.changed).length !== counts.changed)
      throw new Error('The order of the rows changes the result');
    yield measured(`${count} with ${count} rows, both open`, 'ms', median(excluded), {
      peer: median(duckExcluded),
      bound: { of: 'value', atMost: 600 },
    });
    yield measured(`${count} with ${count} rows in reverse order, both open`, 'ms', median(moved), {
      peer: median(duckExcluded),
      bound: { of: 'ratio', atMost: 1 },
    });
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
