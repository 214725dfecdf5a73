/**
 * @file A statement of a million rows matched with a ledger of a million rows, by Paydesk with all rules and, in alternating
 * runs, by DuckDB with the rules of references and of amounts on the same unencrypted files.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MatchingSession, openLedger } from '../../../src/main/statement-engine/match/matching-session.ts';
import { StatementSession } from '../../../src/main/statement-engine/process/session.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { csvTable, startDuckDb } from '../duckdb.ts';
import { createLedgerFiles, ledgerCall, matchChoice } from '../ledger-files.ts';
import { measured, median } from '../measurement.ts';
import { openFile } from '../open-file.ts';
import { alternate, measureDurations, startEngine } from '../statement-engine.ts';

const types = "types = {'Amount': 'DECIMAL(18,2)', 'Date': 'DATE', 'Reference': 'VARCHAR'}";
const matchInDuckDb = `
  with same as (select s.rowid as s, l.rowid as l from statement s join ledger l
      on s.Reference = l.Reference and s.Currency = l.Currency and s.Amount = -l.Amount),
    near as (select s.rowid as s, l.rowid as l from statement s join ledger l
      on s.Currency = l.Currency and s.Amount = -l.Amount and abs(s.Date - l.Date) <= 3
      where s.rowid not in (select s from same) and l.rowid not in (select l from same)),
    alone as (select s, l, count(*) over (partition by s) as ofS, count(*) over (partition by l) as ofL from near)
  select (select count(*) from same)::integer, (select count(*) from alone where ofS = 1 and ofL = 1)::integer`;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 10_000);
  const files = createLedgerFiles(count);
  await using bench = startEngine(context.folder);
  const { engine } = bench;
  context.say(`Sealing a statement and a ledger of ${count} rows`);
  const statementId = await bench.seal([files.statement]);
  const ledgerId = await bench.seal([files.ledger], 'ledger');
  using duckDb = await startDuckDb();
  const loadBoth = async () => {
    for (const name of ['statement', 'ledger'] as const)
      await duckDb.load(name, csvTable(join(context.folder, `${name}.csv`), types));
  };
  const matchTables = async () =>
    z.tuple([z.tuple([z.number(), z.number()])]).parse(await duckDb.rowsOf(matchInDuckDb))[0];
  const matchFiles = async () => {
    await loadBoth();
    return matchTables();
  };
  for (const name of ['statement', 'ledger'] as const)
    await writeFile(join(context.folder, `${name}.csv`), files[name]);
  const matchSealed = async () => {
    await bench.open(statementId);
    return engine.call('matchLedger', ledgerCall(ledgerId, await bench.sourceOf(ledgerId)));
  };
  context.say('Matching, opening included');
  const { matches } = await matchSealed();
  yield measured('most memory of the process', 'MB', (await bench.memory()).peak);
  const [references, amounts] = await matchFiles();
  const differs = matches.reference !== references || matches.amount !== amounts;
  yield measured('matches that are not those of DuckDB', 'counts', differs ? 1 : 0, { atMost: 0 });
  const included = await alternate({ own: matchSealed, peer: matchFiles }, 3);
  const rows = `${count} with ${count} rows`;
  yield measured(`${rows}, opening both sealed files included`, 'ms', included.own, { peer: included.peer });

  context.say('Matching open files');
  await engine.call('close', { handle: 1 });
  const { bytes, table } = openFile(files.statement);
  const { roles, money } = new StatementSession({ bytes, table, buffer: null });
  const { reference, counterparty: name } = roles;
  const statement = { table, roles, money, reference, name, currency: null };
  const ledger = openFile(files.ledger).table;
  const match = async () => new MatchingSession(statement, openLedger(ledger), matchChoice);
  const excluded = await alternate({ own: match, peer: matchTables });
  yield measured(`${rows}, both open`, 'ms', excluded.own, { peer: excluded.peer, atMost: 1_500 });
  const session = await match();
  const again = await measureDurations(async () => session.rematch(matchChoice), 3);
  yield measured('matching again after a decision', 'ms', median(again), { atMost: 1_500 });
};
