/** @file Offline checks of a statement: ten points, each with the rows in question. */
import type { CheckPoint, CheckResult } from '../../shared/model/review.ts';
import { type BalanceFinding, checkBalance } from './balance.ts';
import { type ExcludedRows, findExcludedRows, isBlank } from './left-out.ts';
import { determineMeanings, type Meanings } from './roles.ts';
import { buildDictionary } from './sums.ts';
import { foldedCell, type Table } from './table.ts';

/** Facts about a statement from outside its file. */
export interface StatementFacts {
  readonly walletId: number;
  readonly companyId: string;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** Announced by the event, or `null`. */
  readonly transactions: number | null;
  /** Size in bytes and SHA-256 at the time of storing. */
  readonly size: number | null;
  readonly sha256: string | null;
}

/** Size and SHA-256 of the file as read now. */
export interface FileFacts {
  readonly size: number;
  readonly sha256: string;
}

/** Maximum number of rows listed; the total is always reported. */
const maxListed = 1_000;

/** Maximum number of columns that a point names. */
const maxColumns = 10;

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

/** A statement with its meanings and excluded rows. */
interface Checked {
  readonly table: Table;
  readonly meanings: Meanings;
  readonly leftOut: ExcludedRows;
}

function rowsPoint({ table, leftOut }: Checked, facts: StatementFacts): CheckPoint {
  const odd = table.ragged.length;
  const read = { read: table.rows, odd, preamble: table.layout.preamble };
  const excluded = new Set<number>(table.ragged);
  for (const rows of leftOut.values()) for (const row of rows) excluded.add(row);
  const listed = [...excluded].sort((one, two) => one - two);
  if (facts.transactions === null) return point('rows', 'cannot', read, listed);
  const reported = { ...read, announced: facts.transactions };
  const blank = listed.filter((row) => isBlank(table, row)).length;
  const most = table.rows - blank;
  if (most === facts.transactions && listed.length === 0) return point('rows', 'passed', reported);
  // Totals, blank lines and rows without a date may be no transactions: any number in between can be right.
  const isPossible = facts.transactions <= table.rows && facts.transactions >= table.rows - listed.length;
  return point('rows', isPossible ? 'look' : 'failed', reported, listed);
}

/** Checks that dates lie within the period. A row may still belong to it if another of its dates is in the period. */
function datesPoint({ table, meanings, leftOut }: Checked, { since, till }: StatementFacts): CheckPoint {
  const { date } = meanings.roles;
  const dates = date === null ? undefined : table.columns[date];
  if (date === null || dates?.kind !== 'date') return point('dates', 'cannot', { since, till });
  const first = dayNumber(since);
  const last = dayNumber(till);
  const others = table.columns.filter((column, index) => column.kind === 'date' && index !== date);
  const excluded = new Set([...(leftOut.get('total') ?? []), ...(leftOut.get('header') ?? [])]);
  const isInside = (value: number) => value >= first && value <= last;
  const isOutside = (row: number) => {
    const value = dates.values[row] ?? 0;
    return value !== 0 && !isInside(value) && !excluded.has(row);
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

/** Shape of a text: `a` for every letter and `9` for every run of digits. */
function shapeOf(text: string): string {
  return text.replace(/\p{L}/gu, 'a').replace(/\d+/g, '9');
}

function belongsPoint({ table, meanings }: Checked, facts: StatementFacts): CheckPoint {
  const { wallet, company } = meanings.roles;
  const found = [
    othersIn(table, wallet, String(facts.walletId)),
    othersIn(table, company, facts.companyId),
  ].filter((one) => one !== null);
  const reported = { wallet: facts.walletId, company: facts.companyId };
  if (found.length === 0) return point('belongs', 'cannot', reported);
  const number = found.reduce((sum, one) => sum + one.number, 0);
  const rows = [...new Set(found.flatMap((one) => one.rows))].sort((one, two) => one - two);
  const isCertain = found.every((one) => one.isCertain);
  return point('belongs', number === 0 ? 'passed' : isCertain ? 'failed' : 'look', reported, rows, number);
}

/** Rows with another wallet or company; `null` if the column holds names instead of identifiers of that shape. */
function othersIn(table: Table, column: number | null, expected: string) {
  if (column === null) return null;
  const words = buildDictionary(table, column);
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

/** Compares identifiers without regard to leading zeros and case. */
function isSame(word: string, expected: string): boolean {
  const plain = (text: string) => text.replace(/^0+(?=\d)/, '').toLowerCase();
  return plain(word) === plain(expected);
}

/** Checks that every cell of the money columns was read: unread cells are not summed. */
function amountsPoint({ table, meanings, leftOut }: Checked): CheckPoint {
  const numbers = table.columns.flatMap((column, index) =>
    column.kind === 'number' &&
    (meanings.columns[index]?.isSummed === true || index === meanings.roles.balance)
      ? [{ index, name: column.name, badRows: column.badRows }]
      : [],
  );
  if (numbers.length === 0) return point('amounts', 'cannot');
  const excluded = new Set([...(leftOut.get('header') ?? []), ...(leftOut.get('total') ?? [])]);
  const unread = numbers.flatMap(({ index, name, badRows }) => {
    const rows = excluded.size === 0 ? badRows : badRows.filter((row) => !excluded.has(row));
    return rows.length === 0 ? [] : [{ index, name, rows }];
  });
  const rows = [...new Set(unread.flatMap((column) => [...column.rows.subarray(0, maxListed)]))];
  const cells = unread.reduce((sum, column) => sum + column.rows.length, 0);
  const checked = point(
    'amounts',
    cells === 0 ? 'passed' : 'look',
    { cells },
    rows.toSorted((a, b) => a - b),
    cells,
  );
  const columns = unread.slice(0, maxColumns).map(({ index, name }) => ({ index, name: name.slice(0, 200) }));
  return { ...checked, columns };
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
  const reported = {
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
  if (ends === null) return reported;
  return {
    ...reported,
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
  const reported = { column: table.columns[reference]?.name ?? '', ...(example === '' ? {} : { example }) };
  // The first occurrence of a repeated reference is in question, too.
  return point('references', again === 0 ? 'passed' : 'look', reported, listed, again + repeated.size);
}

/** All points, in the order in which the window shows them. */
export function checkTable(table: Table, facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const meanings = determineMeanings(table);
  const checked: Checked = { table, meanings, leftOut: findExcludedRows(table, meanings) };
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

const rowPoints = ['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding'] as const;

/** All points of a PDF; points about rows cannot be checked. */
export function checkPages(facts: StatementFacts, file: FileFacts): CheckPoint[] {
  return [
    ...checkFile(facts, file),
    ...rowPoints.map((id) => point(id, 'cannot', { format: 'pdf' })),
    point('signature', 'cannot'),
  ];
}

/** Points about the file. The seals are intact, otherwise the file could not have been read. */
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
