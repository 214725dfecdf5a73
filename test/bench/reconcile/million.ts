/**
 * @file A statement of a million rows matched with a ledger of a million rows, by Paydesk with all rules and, in alternating
 * runs, by DuckDB with the rules of references and of amounts on the same unencrypted files.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { MatchingSession, openLedger } from '../../../src/main/review/matching/matching-session.ts';
import { openBytes } from '../../../src/main/review/read-sealed.ts';
import { createKernelBuffer } from '../../../src/main/review/read-tokens.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { textOf } from '../../../src/main/review/shared-memory.ts';
import { type ClerkLinks, defaultMatchSettings } from '../../../src/shared/model/ledger.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { createLedgerFiles } from '../ledger-files.ts';
import { measured, median } from '../measurement.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';

const noLinks: ClerkLinks = { links: [], separated: [] };
const choice = { settings: defaultMatchSettings, links: noLinks };

/** Opens a file as the review process does, in memory of its own. */
function openFile(file: Buffer) {
  const buffer = createKernelBuffer(file.length);
  const bytes = buffer === null ? file : textOf(buffer.memory, file.length);
  if (buffer !== null) bytes.set(file);
  return openBytes(bytes, {}, buffer);
}

async function createDuckDb(paths: { readonly statement: string; readonly ledger: string }) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const load = (name: string, path: string) =>
    connection.run(
      `create or replace table ${name} as select * from read_csv('${path.replaceAll("'", "''")}', header = true, delim = ',', types = {'Amount': 'DECIMAL(18,2)', 'Date': 'DATE', 'Reference': 'VARCHAR'})`,
    );
  const match = async () => {
    const answer = await connection.runAndReadAll(`
      with same as (select s.rowid as s, l.rowid as l from statement s join ledger l
          on s.Reference = l.Reference and s.Currency = l.Currency and s.Amount = -l.Amount),
        near as (select s.rowid as s, l.rowid as l from statement s join ledger l
          on s.Currency = l.Currency and s.Amount = -l.Amount and abs(s.Date - l.Date) <= 3
          where s.rowid not in (select s from same) and l.rowid not in (select l from same)),
        alone as (select s, l, count(*) over (partition by s) as ofS, count(*) over (partition by l) as ofL from near)
      select (select count(*) from same)::integer, (select count(*) from alone where ofS = 1 and ofL = 1)::integer`);
    return z.tuple([z.tuple([z.number(), z.number()])]).parse(answer.getRows())[0];
  };
  const loadBoth = async () => {
    await load('statement', paths.statement);
    await load('ledger', paths.ledger);
  };
  return {
    load: loadBoth,
    match,
    async matchFiles() {
      await loadBoth();
      return match();
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 10_000);
  const files = createLedgerFiles(count);
  const library = benchLibrary(context.folder);
  context.say(`Sealing a statement and a ledger of ${count} rows`);
  const ids = {
    statement: (await library.seal('statement', {}, [files.statement])).id,
    ledger: (await library.seal('ledger', {}, [files.ledger])).id,
  };
  const paths = {
    statement: join(context.folder, 'statement.csv'),
    ledger: join(context.folder, 'ledger.csv'),
  };
  await writeFile(paths.statement, files.statement);
  await writeFile(paths.ledger, files.ledger);
  const duckDb = await createDuckDb(paths);
  const { review, peakMemory } = reviewProcess();
  const source = async (id: string) => ({ kind: 'sealed' as const, grant: await library.createGrant(id) });
  const matchSealed = async () => {
    await review.call('open', { handle: 1, source: await source(ids.statement), options: {} });
    return review.call('matchLedger', {
      handle: 1,
      key: ids.ledger,
      source: await source(ids.ledger),
      reference: null,
      currency: null,
      ...choice,
    });
  };
  try {
    context.say('Matching, opening included');
    const { matches } = await matchSealed();
    const memory = await peakMemory();
    if (memory !== null) yield measured('most memory of the process', 'MB', memory);
    const [references, amounts] = await duckDb.matchFiles();
    const differs = matches.reference === references && matches.amount === amounts ? 0 : 1;
    yield measured('matches that are not those of DuckDB', 'counts', differs, {
      bound: { of: 'value', atMost: 0 },
    });
    const included: number[] = [];
    const duckIncluded: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      included.push(...(await measureDurations(matchSealed, 1)));
      duckIncluded.push(...(await measureDurations(duckDb.matchFiles, 1)));
    }
    yield measured(
      `${count} with ${count} rows, opening both sealed files included`,
      'ms',
      median(included),
      {
        peer: median(duckIncluded),
      },
    );

    context.say('Matching open files');
    await review.call('close', { handle: 1 });
    const { bytes, table } = openFile(files.statement);
    const { roles, money } = new ReviewSession({ bytes, table, buffer: null });
    const statement = {
      table,
      roles,
      money,
      reference: roles.reference,
      name: roles.counterparty,
      currency: null,
    };
    const ledger = openFile(files.ledger).table;
    const excluded: number[] = [];
    const duckExcluded: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const match = async () => new MatchingSession(statement, openLedger(ledger), choice);
      excluded.push(...(await measureDurations(match, 1)));
      duckExcluded.push(...(await measureDurations(duckDb.match, 1)));
    }
    yield measured(`${count} with ${count} rows, both open`, 'ms', median(excluded), {
      peer: median(duckExcluded),
      bound: { of: 'value', atMost: 1_500 },
    });
    const session = new MatchingSession(statement, openLedger(ledger), choice);
    const again = await measureDurations(async () => session.rematch(choice), 3);
    yield measured('matching again after a decision', 'ms', median(again), {
      bound: { of: 'value', atMost: 1_500 },
    });
  } finally {
    review.close();
    duckDb.close();
    await library.close();
  }
};
