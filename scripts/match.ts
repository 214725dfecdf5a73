/**
 * @file Prints how Paydesk matches statements with a ledger, as one line of JSON for each match and each proposal. Rows count
 * from 0, without the header. Uses the same modules as the program. Nothing is sent, stored or changed.
 *
 * Usage: npm run match -- --ledger LEDGER STATEMENT…
 */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/main/concurrency/clock.ts';
import { createStatementEngine } from '../src/main/statement-engine/process/client.ts';
import {
  defaultMatchSettings,
  type MatchedRow,
  matchRuleSchema,
} from '../src/shared/model/statements/ledger.ts';
import type { ReadOptions } from '../src/shared/model/statements/open-statement.ts';
import { startProcess } from '../test/fakes/platform/platform.ts';

const handle = 1;
const rowsPerCall = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ledger: { type: 'string' } },
});
if (values.ledger === undefined || positionals.length === 0) {
  console.error('Usage: npm run match -- --ledger LEDGER STATEMENT…');
  process.exit(2);
}
const engine = createStatementEngine({
  processes: { start: startProcess },
  clock: systemClock,
  entry: new URL('../src/main/entries/statement-engine.ts', import.meta.url),
});

async function readLedger(path: string): Promise<{ bytes: Uint8Array; options: ReadOptions }> {
  const bytes = new Uint8Array(await readFile(path));
  if (!path.toLowerCase().endsWith('.xlsx')) return { bytes, options: {} };
  const converted = await engine.call('convertWorkbook', { source: { kind: 'bytes', bytes }, sheet: null });
  if ('sheets' in converted) throw new Error(`${path} has several sheets: ${converted.sheets.join(', ')}`);
  // A received view has the buffer of its whole message.
  return { bytes: new Uint8Array(converted.csv), options: converted.options };
}

/** Opens the statements, and returns the file and the first row of each. */
async function openStatements(paths: readonly string[]): Promise<{ file: string; firstRow: number }[]> {
  const sources = await Promise.all(paths.map(async (path) => new Uint8Array(await readFile(path))));
  const [first] = sources;
  if (first === undefined || sources.length === 1) {
    const source = { kind: 'bytes' as const, bytes: first ?? new Uint8Array() };
    await engine.call('open', { handle, source, options: {} });
    return paths.map((file) => ({ file, firstRow: 0 }));
  }
  const days = { since: '0001-01-01', till: '9999-12-31' };
  const origins = paths.map((wallet) => ({ walletId: 0, wallet, period: '', ...days, currency: '' }));
  const bytes = sources.reduce((sum, { length }) => sum + length, 0);
  const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
  await engine.call('unite', { handle, names, origins, bytes });
  for (const [index, source] of sources.entries())
    await engine.call('uniteNext', {
      handle,
      index,
      source: { kind: 'bytes', bytes: source },
      remembered: null,
    });
  const { parts } = await engine.call('uniteEnd', { handle });
  return parts.map(({ index, firstRow }) => ({ file: paths[index] ?? '', firstRow }));
}

const rowsOf = (rows: readonly MatchedRow[]) => rows.map(({ row }) => row);

try {
  const files = await openStatements(positionals);
  const ledger = await readLedger(values.ledger);
  await engine.call('matchLedger', {
    handle,
    key: values.ledger,
    source: { kind: 'bytes', bytes: ledger.bytes },
    options: ledger.options,
    reference: null,
    currency: null,
    settings: defaultMatchSettings,
    links: { links: [], separated: [] },
  });
  /** The rows of the statements, each counted in its own file when there are several. */
  const place = (rows: readonly MatchedRow[]) => {
    if (files.length === 1) return { statement: rowsOf(rows) };
    const places = rowsOf(rows).map((row) => {
      const own = files.findLast(({ firstRow }) => firstRow <= row);
      return { file: own?.file ?? '', row: row - (own?.firstRow ?? 0) };
    });
    return { files: places.map(({ file }) => file), statement: places.map(({ row }) => row) };
  };
  const print = (
    decision: 'matched' | 'proposed',
    rule: string,
    against: readonly string[],
    rows: { readonly statement: readonly MatchedRow[]; readonly ledger: readonly MatchedRow[] },
  ) => {
    const line = { decision, rule, ...place(rows.statement), ledger: rowsOf(rows.ledger), against };
    console.log(JSON.stringify(line));
  };
  for (let offset = 0; ; offset += rowsPerCall) {
    const page = { handle, kinds: matchRuleSchema.options, offset, limit: rowsPerCall, isWhole: false };
    const { matches } = await engine.call('ledgerMatches', page);
    for (const match of matches) print('matched', match.kind, [], match);
    if (matches.length < rowsPerCall) break;
  }
  for (let offset = 0; ; offset += rowsPerCall) {
    const page = { handle, group: null, offset, limit: rowsPerCall, isWhole: false };
    const { proposals } = await engine.call('ledgerProposals', page);
    for (const proposal of proposals) print('proposed', proposal.kind, proposal.against, proposal);
    if (proposals.length < rowsPerCall) break;
  }
} finally {
  engine.close();
}
