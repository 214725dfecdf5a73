/** @file What can be proved about a statement without a network: ten points, each with the rows in question. */
import type { CheckPoint, CheckResult } from '../../shared/model/review.ts';
import type { NumberColumn } from './numbers.ts';
import { rolesOf } from './roles.ts';
import { dictionaryOf } from './sums.ts';
import { foldedCell, type Table } from './table.ts';

/** What is known of a statement from outside its file. */
export interface StatementFacts {
  readonly walletId: number;
  readonly companyId: string;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** Announced by the event, or `null`. */
  readonly transactions: number | null;
  /** Bytes and SHA-256 when it was stored. */
  readonly size: number | null;
  readonly sha256: string | null;
}

/** What reading the file again found. */
export interface FileFacts {
  readonly size: number;
  readonly sha256: string;
}

/** Rows in question that are listed; the number of all is always told. */
const mostListed = 1_000;

function point(
  id: CheckPoint['id'],
  result: CheckResult,
  facts: CheckPoint['facts'] = {},
  rows: readonly number[] = [],
  inQuestion = rows.length,
): CheckPoint {
  return { id, result, facts, rows: rows.slice(0, mostListed), inQuestion };
}

/** A calendar date as YYYYMMDD. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

function rowsPoint(table: Table, facts: StatementFacts): CheckPoint {
  const odd = [...table.ragged];
  const read = { read: table.rows, odd: odd.length, preamble: table.layout.preamble };
  if (facts.transactions === null) return point('rows', 'cannot', read, odd);
  const told = { ...read, announced: facts.transactions };
  if (table.rows === facts.transactions)
    return point('rows', odd.length === 0 ? 'passed' : 'look', told, odd);
  // Totals and blank lines are no transactions; they are listed, so that the clerk sees what was not counted.
  return point('rows', table.rows - odd.length === facts.transactions ? 'look' : 'failed', told, odd);
}

function datesPoint(table: Table, column: number | null, { since, till }: StatementFacts): CheckPoint {
  const dates = column === null ? undefined : table.columns[column];
  if (dates?.kind !== 'date') return point('dates', 'cannot', { since, till });
  const first = dayNumber(since);
  const last = dayNumber(till);
  const outside: number[] = [];
  let number = 0;
  for (let row = 0; row < table.rows; row += 1) {
    const value = dates.values[row] ?? 0;
    if (value === 0 || (value >= first && value <= last)) continue;
    number += 1;
    if (outside.length < mostListed) outside.push(row);
  }
  const column_ = dates.name;
  return point(
    'dates',
    number === 0 ? 'passed' : 'failed',
    { since, till, column: column_ },
    outside,
    number,
  );
}

function belongsPoint(table: Table, facts: StatementFacts): CheckPoint {
  const roles = rolesOf(table);
  const wrong: number[] = [];
  let number = 0;
  let checked = false;
  for (const [column, expected] of [
    [roles.wallet, String(facts.walletId)],
    [roles.company, facts.companyId],
  ] as const) {
    if (column === null) continue;
    checked = true;
    const words = dictionaryOf(table, column);
    for (let row = 0; row < table.rows; row += 1) {
      const word = words === null ? table.cells(row)[column] : words.words[words.codes[row] ?? 0];
      if ((word ?? '').trim() === expected || (word ?? '').trim() === '') continue;
      number += 1;
      if (wrong.length < mostListed) wrong.push(row);
    }
  }
  const told = { wallet: facts.walletId, company: facts.companyId };
  if (!checked) return point('belongs', 'cannot', told);
  return point('belongs', number === 0 ? 'passed' : 'failed', told, wrong, number);
}

/** Every cell of the columns of numbers was read: a cell that was not is in no sum. */
function amountsPoint(table: Table): CheckPoint {
  const numbers = table.columns.flatMap((column) => (column.kind === 'number' ? [column] : []));
  if (numbers.length === 0) return point('amounts', 'cannot');
  const unread = numbers.filter(({ bad }) => bad > 0);
  const rows = [...new Set(unread.flatMap(({ badRows }) => [...badRows.subarray(0, mostListed)]))];
  const cells = unread.reduce((sum, { bad }) => sum + bad, 0);
  const told = {
    cells,
    columns: unread
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 200),
  };
  return point(
    'amounts',
    cells === 0 ? 'passed' : 'look',
    told,
    rows.toSorted((a, b) => a - b),
    cells,
  );
}

interface Running {
  balance: number;
  opening: number;
  sum: number;
  /** An amount or balance after it was not read. */
  broken: boolean;
}

function balancePoint(table: Table): CheckPoint {
  const roles = rolesOf(table);
  const amounts = roles.amount === null ? undefined : table.columns[roles.amount];
  const balances = roles.balance === null ? undefined : table.columns[roles.balance];
  if (amounts?.kind !== 'number' || balances?.kind !== 'number') return point('balance', 'cannot');
  const currencies = roles.currency === null ? null : dictionaryOf(table, roles.currency);
  const upwards = runningBreaks(table, amounts, balances, currencies, false);
  const downwards = upwards.number === 0 ? null : runningBreaks(table, amounts, balances, currencies, true);
  const best = downwards !== null && downwards.number < upwards.number ? downwards : upwards;
  const scale = Math.max(amounts.scale, balances.scale);
  const [only] = best.ends.size === 1 ? best.ends : [];
  const told =
    only === undefined
      ? { scale }
      : {
          scale,
          currency: only[0],
          opening: String(only[1].opening),
          net: String(only[1].sum),
          closing: String(only[1].balance),
        };
  if (best.checked === 0) return point('balance', 'cannot', told);
  if (best.number > 0) return point('balance', 'failed', told, best.rows, best.number);
  // Around an amount that was not read nothing can be proved.
  return best.unread.length > 0
    ? point('balance', 'look', { ...told, unread: best.unread.length }, best.unread)
    : point('balance', 'passed', told);
}

function interrupt(running: Running | undefined): void {
  if (running !== undefined) running.broken = true;
}

/** Rows whose balance is not the one before plus the amount. `newestFirst` reads the file from its end. */
function runningBreaks(
  table: Table,
  amounts: NumberColumn,
  balances: NumberColumn,
  currencies: ReturnType<typeof dictionaryOf>,
  newestFirst: boolean,
) {
  const scale = Math.max(amounts.scale, balances.scale);
  const amountFactor = 10 ** (scale - amounts.scale);
  const balanceFactor = 10 ** (scale - balances.scale);
  // What a number only comes near to proves nothing either.
  const inexact = [...amounts.large.keys(), ...balances.large.keys()];
  const bad = new Set([...amounts.badRows, ...balances.badRows, ...inexact]);
  const unread: number[] = [];
  const ends = new Map<string, Running>();
  const rows: number[] = [];
  let number = 0;
  let checked = 0;
  for (let index = 0; index < table.rows; index += 1) {
    const row = newestFirst ? table.rows - 1 - index : index;
    const amount = (amounts.values[row] ?? Number.NaN) * amountFactor;
    const balance = (balances.values[row] ?? Number.NaN) * balanceFactor;
    const currency = currencies?.words[currencies.codes[row] ?? 0] ?? '';
    const before = ends.get(currency);
    if (bad.has(row)) {
      unread.push(row);
      interrupt(before);
      continue;
    }
    if (Number.isNaN(amount) || Number.isNaN(balance)) continue;
    checked += 1;
    if (before === undefined) {
      ends.set(currency, { balance, opening: balance - amount, sum: amount, broken: false });
      continue;
    }
    before.sum += amount;
    if (!before.broken && before.balance + amount !== balance) {
      number += 1;
      if (rows.length < mostListed) rows.push(row);
    }
    before.balance = balance;
    before.broken = false;
  }
  return { ends, rows, number, checked, unread };
}

function referencesPoint(table: Table): CheckPoint {
  const { reference } = rolesOf(table);
  if (reference === null) return point('references', 'cannot');
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const first = new Map<string, number>();
  const rows = new Set<number>();
  const repeated = new Set<string>();
  const range = { start: 0, end: 0 };
  let again = 0;
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, reference, range);
    if (range.end === range.start) continue;
    const text = bytes.toString('latin1', range.start, range.end);
    const before = first.get(text);
    if (before === undefined) {
      first.set(text, row);
      continue;
    }
    again += 1;
    repeated.add(text);
    if (rows.size < mostListed) rows.add(before).add(row);
  }
  const listed = [...rows].toSorted((one, two) => one - two);
  const example = listed[0] === undefined ? '' : (table.cells(listed[0], 100)[reference] ?? '');
  const told = { column: table.columns[reference]?.name ?? '', ...(example === '' ? {} : { example }) };
  // Each repeated reference is in question where it stands first, too.
  return point('references', again === 0 ? 'passed' : 'look', told, listed, again + repeated.size);
}

/** All points, in the order in which they are shown. */
export function checkTable(table: Table, facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const { date } = rolesOf(table);
  const { certain, encoding } = table.encoding;
  return [
    ...checkFile(facts, file),
    rowsPoint(table, facts),
    datesPoint(table, date, facts),
    belongsPoint(table, facts),
    amountsPoint(table),
    balancePoint(table),
    referencesPoint(table),
    point('encoding', certain && table.tokens.openQuotes.length === 0 ? 'passed' : 'look', {
      encoding,
      openQuotes: table.tokens.openQuotes.length,
    }),
    point('signature', 'cannot'),
  ];
}

const onlyOfRows = ['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding'] as const;

/** All points of a file of pages: what only rows tell cannot be checked. */
export function checkPages(facts: StatementFacts, file: FileFacts): CheckPoint[] {
  return [
    ...checkFile(facts, file),
    ...onlyOfRows.map((id) => point(id, 'cannot', { format: 'pdf' })),
    point('signature', 'cannot'),
  ];
}

/** The points that hold for any file. Whoever could read it has seen every seal intact. */
function checkFile(facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const known = facts.size !== null && facts.sha256 !== null;
  return [
    point('length', !known ? 'cannot' : facts.size === file.size ? 'passed' : 'failed', { size: file.size }),
    point('unchanged', !known ? 'cannot' : facts.sha256 === file.sha256 ? 'passed' : 'failed', {
      sha256: file.sha256,
    }),
    point('seals', 'passed'),
  ];
}
