/** @file What can be proved about a statement without a network: ten points, each with the rows in question. */
import type { CheckPoint, CheckResult } from '../../shared/model/review.ts';
import { columnName } from '../../shared/words/column-names.ts';
import { type BalanceFinding, checkBalance } from './balance.ts';
import { isBlank, type LeftOut, leftOutOf } from './left-out.ts';
import { type Meanings, meaningsIn } from './roles.ts';
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
const maxListed = 1_000;

function point(
  id: CheckPoint['id'],
  result: CheckResult,
  facts: CheckPoint['facts'] = {},
  rows: readonly number[] = [],
  inQuestion = rows.length,
): CheckPoint {
  return { id, result, facts, rows: rows.slice(0, maxListed), inQuestion };
}

/** A calendar date as YYYYMMDD. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** A statement, and what was found out about it. */
interface Checked {
  readonly table: Table;
  readonly meanings: Meanings;
  readonly leftOut: LeftOut;
}

function rowsPoint({ table, leftOut }: Checked, facts: StatementFacts): CheckPoint {
  const odd = table.ragged.length;
  const read = { read: table.rows, odd, preamble: table.layout.preamble };
  const aside = new Set<number>(table.ragged);
  for (const rows of leftOut.values()) for (const row of rows) aside.add(row);
  const listed = [...aside].sort((one, two) => one - two);
  if (facts.transactions === null) return point('rows', 'cannot', read, listed);
  const told = { ...read, announced: facts.transactions };
  const blank = listed.filter((row) => isBlank(table, row)).length;
  const most = table.rows - blank;
  if (most === facts.transactions && listed.length === 0) return point('rows', 'passed', told);
  // Totals, blank lines and rows without a date may be no transactions: any number in between can be right.
  const isPossible = facts.transactions <= table.rows && facts.transactions >= table.rows - listed.length;
  return point('rows', isPossible ? 'look' : 'failed', told, listed);
}

/** Whether a row without a date of its own, or with another date in the period, may still belong to it. */
function datesPoint({ table, meanings, leftOut }: Checked, { since, till }: StatementFacts): CheckPoint {
  const { date } = meanings.roles;
  const dates = date === null ? undefined : table.columns[date];
  if (date === null || dates?.kind !== 'date') return point('dates', 'cannot', { since, till });
  const first = dayNumber(since);
  const last = dayNumber(till);
  const others = table.columns.filter((column, index) => column.kind === 'date' && index !== date);
  const aside = new Set([...(leftOut.get('total') ?? []), ...(leftOut.get('header') ?? [])]);
  const isInside = (value: number) => value >= first && value <= last;
  const isOutside = (row: number) => {
    const value = dates.values[row] ?? 0;
    return value !== 0 && !isInside(value) && !aside.has(row);
  };
  const mayBelong = (row: number) =>
    others.some((column) => column.kind === 'date' && isInside(column.values[row] ?? 0));
  const outside: number[] = [];
  let number = 0;
  let certain = 0;
  for (let row = 0; row < table.rows; row += 1) {
    if (!isOutside(row)) continue;
    number += 1;
    if (!mayBelong(row)) certain += 1;
    if (outside.length < maxListed) outside.push(row);
  }
  // Days of payment and of interest may lie outside the period of the booking.
  const isBooking = meanings.columns[date]?.meaning === 'date';
  const result = number === 0 ? 'passed' : isBooking && certain > 0 ? 'failed' : 'look';
  return point('dates', result, { since, till, column: dates.name }, outside, number);
}

/** A text with a letter for every letter and a digit for every digit. */
function shapeOf(text: string): string {
  return text.replace(/\p{L}/gu, 'a').replace(/\d+/g, '9');
}

function belongsPoint({ table, meanings }: Checked, facts: StatementFacts): CheckPoint {
  const { wallet, company } = meanings.roles;
  const found = [
    othersIn(table, wallet, String(facts.walletId)),
    othersIn(table, company, facts.companyId),
  ].filter((one) => one !== null);
  const told = { wallet: facts.walletId, company: facts.companyId };
  if (found.length === 0) return point('belongs', 'cannot', told);
  const number = found.reduce((sum, one) => sum + one.number, 0);
  const rows = [...new Set(found.flatMap((one) => one.rows))].sort((one, two) => one - two);
  const isCertain = found.every((one) => one.isCertain);
  return point('belongs', number === 0 ? 'passed' : isCertain ? 'failed' : 'look', told, rows, number);
}

/** Rows that name another wallet or company; `null` where the column has no identifiers of that kind, but names. */
function othersIn(table: Table, column: number | null, expected: string) {
  if (column === null) return null;
  const words = dictionaryOf(table, column);
  const hasShape = (word: string) => shapeOf(word.trim()) === shapeOf(expected);
  if (words !== null && !words.words.some(hasShape)) return null;
  const rows: number[] = [];
  let number = 0;
  let isCertain = true;
  for (let row = 0; row < table.rows; row += 1) {
    const cell = words === null ? table.cells(row)[column] : words.words[words.codes[row] ?? 0];
    const word = (cell ?? '').trim();
    if (word === '' || isSame(word, expected)) continue;
    if (!hasShape(word)) isCertain = false;
    number += 1;
    if (rows.length < maxListed) rows.push(row);
  }
  return { rows, number, isCertain };
}

/** Leading zeros and capitals make no other identifier. */
function isSame(word: string, expected: string): boolean {
  const plain = (text: string) => text.replace(/^0+(?=\d)/, '').toLowerCase();
  return plain(word) === plain(expected);
}

/** Every cell of the columns of money was read: a cell that was not is in no sum. */
function amountsPoint({ table, meanings, leftOut }: Checked): CheckPoint {
  const numbers = table.columns.flatMap((column, index) =>
    column.kind === 'number' &&
    (meanings.columns[index]?.isSummed === true || index === meanings.roles.balance)
      ? [{ name: columnName(column.name, index), badRows: column.badRows }]
      : [],
  );
  if (numbers.length === 0) return point('amounts', 'cannot');
  const aside = new Set([...(leftOut.get('header') ?? []), ...(leftOut.get('total') ?? [])]);
  const unread = numbers.flatMap(({ name, badRows }) => {
    const rows = aside.size === 0 ? badRows : badRows.filter((row) => !aside.has(row));
    return rows.length === 0 ? [] : [{ name, rows }];
  });
  const rows = [...new Set(unread.flatMap((column) => [...column.rows.subarray(0, maxListed)]))];
  const cells = unread.reduce((sum, column) => sum + column.rows.length, 0);
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

function balancePoint({ table, meanings, leftOut }: Checked): CheckPoint {
  const found = checkBalance(table, meanings, leftOut);
  return point('balance', found.result, balanceFacts(found), found.rows, found.inQuestion);
}

function balanceFacts({
  scale,
  ends,
  reading,
  unread,
  result,
  inQuestion,
}: BalanceFinding): CheckPoint['facts'] {
  const told = {
    scale,
    ...(unread > 0 && result === 'look' ? { unread } : {}),
    ...(inQuestion > 0 && unread !== inQuestion ? { breaks: inQuestion } : {}),
    ...(reading === null
      ? {}
      : {
          amounts: reading.amounts,
          order: reading.order,
          isBefore: reading.isBefore ? 1 : 0,
          ...(reading.groupedBy === null ? {} : { groupedBy: reading.groupedBy }),
        }),
  };
  if (ends === null) return told;
  return {
    ...told,
    currency: ends.group,
    opening: String(ends.opening),
    net: String(ends.sum),
    closing: String(ends.closing),
  };
}

function referencesPoint({ table, meanings }: Checked): CheckPoint {
  const { reference } = meanings.roles;
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
    if (rows.size < maxListed) rows.add(before).add(row);
  }
  const listed = [...rows].toSorted((one, two) => one - two);
  const example = listed[0] === undefined ? '' : (table.cells(listed[0], 100)[reference] ?? '');
  const told = { column: table.columns[reference]?.name ?? '', ...(example === '' ? {} : { example }) };
  // Each repeated reference is in question where it stands first, too.
  return point('references', again === 0 ? 'passed' : 'look', told, listed, again + repeated.size);
}

/** All points, in the order in which they are shown. */
export function checkTable(table: Table, facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const meanings = meaningsIn(table);
  const checked: Checked = { table, meanings, leftOut: leftOutOf(table, meanings) };
  const { certain, encoding } = table.encoding;
  return [
    ...checkFile(facts, file),
    rowsPoint(checked, facts),
    datesPoint(checked, facts),
    belongsPoint(checked, facts),
    amountsPoint(checked),
    balancePoint(checked),
    referencesPoint(checked),
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
