/**
 * @file Two statements of a million rows and nine columns, compared by Paydesk and, in alternating runs, by `EXCEPT ALL`
 * of DuckDB in both directions on the same unencrypted files. Few rows differ; once in the same order, once reversed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { determineRoles } from '../../../src/main/statement-engine/columns/roles.ts';
import { compareTables, differenceCodes } from '../../../src/main/statement-engine/compare/compare.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { csvTable, startDuckDb } from '../duckdb.ts';
import { measured } from '../measurement.ts';
import { openFile } from '../open-file.ts';
import { alternate, startEngine } from '../statement-engine.ts';
import { amountOf, cellsOf, header } from '../statement-rows.ts';

/** One row of so many is changed, added or removed. */
const every = { changed: 1_000, added: 4_000, removed: 5_000 };
/** Columns of the rows of benchmarks that are left out. */
const omitted: ReadonlySet<number> = new Set([4, 10, 11]);

const lineOf = (cells: readonly string[]) => cells.filter((_, column) => !omitted.has(column)).join(',');

function line(row: number, change = 0): string {
  return lineOf(cellsOf(row, amountOf(row) + change, 10_000_025 + row * 300));
}

/** The statement as it was fetched first, fetched again, and fetched again in reverse order. */
function createFiles(count: number) {
  const earlier = Array.from({ length: count }, (_, row) => line(row));
  const later = earlier.flatMap((text, row) => {
    if (row % every.removed === 7) return [];
    const kept = row % every.changed === 3 ? line(row, 100) : text;
    return row % every.added === 11 ? [kept, line(count + row)] : [kept];
  });
  const toBytes = (rows: readonly string[]) =>
    Buffer.from(`${[lineOf(header.split(',')), ...rows].join('\r\n')}\r\n`);
  return { earlier: toBytes(earlier), later: toBytes(later), reversed: toBytes(later.toReversed()) };
}

function openStatement(file: Buffer) {
  const { table } = openFile(file);
  return { table, roles: determineRoles(table) };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 10_000);
  const files = createFiles(count);
  await using bench = startEngine(context.folder);
  const { engine } = bench;
  context.say(`Sealing two statements of ${count} rows`);
  const ids = { earlier: await bench.seal([files.earlier]), later: await bench.seal([files.later]) };
  const tableOf = async (name: 'earlier' | 'later') => {
    const path = join(context.folder, `${name}.csv`);
    await writeFile(path, files[name]);
    return csvTable(path, 'all_varchar = true');
  };
  const tables = [await tableOf('earlier'), await tableOf('later')] as const;
  using duckDb = await startDuckDb();
  /** Both directions of `EXCEPT ALL`. */
  const except = async (one: string, other: string) => {
    const counts: number[] = [];
    for (const [from, without] of [
      [one, other],
      [other, one],
    ]) {
      const rows = await duckDb.rowsOf(
        `select count(*)::integer from (select * from ${from} except all select * from ${without})`,
      );
      counts.push(z.tuple([z.tuple([z.number()])]).parse(rows)[0][0]);
    }
    return counts;
  };
  const source = async (id: string) => ({ source: await bench.sourceOf(id), reference: null });
  const compareSealed = async () =>
    engine.call('compare', {
      handle: 1,
      earlier: await source(ids.earlier),
      later: await source(ids.later),
      days: null,
    });
  context.say('Comparing, opening included');
  const { counts } = await compareSealed();
  yield measured('most memory of the process', 'MB', (await bench.memory()).peak, { atMost: 700 });
  const [removed, added] = await except(...tables);
  const differs = counts.changed + counts.removed !== removed || counts.changed + counts.added !== added;
  yield measured('counts that are not those of DuckDB', 'counts', differs ? 1 : 0, { atMost: 0 });
  const included = await alternate({ own: compareSealed, peer: () => except(...tables) });
  const rows = `${count} with ${count} rows`;
  yield measured(`${rows}, opening both sealed files included`, 'ms', included.own, {
    peer: included.peer,
    of: 'ratio',
    atMost: 1,
  });

  context.say('Comparing open statements');
  await engine.call('close', { handle: 1 });
  const earlier = openStatement(files.earlier);
  const later = openStatement(files.later);
  const reversed = openStatement(files.reversed);
  await duckDb.load('earlier', tables[0]);
  await duckDb.load('later', tables[1]);
  const { own, moved, peer } = await alternate({
    own: async () => compareTables(earlier, later, null),
    moved: async () => compareTables(earlier, reversed, null),
    peer: () => except('earlier', 'later'),
  });
  const { kinds } = compareTables(earlier, reversed, null);
  if (kinds.filter((kind) => kind === differenceCodes.changed).length !== counts.changed)
    throw new Error('The order of the rows changes the result');
  yield measured(`${rows}, both open`, 'ms', own, { peer, atMost: 600 });
  yield measured(`${rows} in reverse order, both open`, 'ms', moved, { peer, of: 'ratio', atMost: 1 });
};
