/** @file Offline checks of a statement: ten points, each with the rows in question. */
import type {
  CheckPoint,
  CheckResult,
  LeftOutReason,
} from '../../../shared/model/statements/open-statement.ts';
import { computeMovements } from '../columns/movements.ts';
import { determineMeanings, type Meanings } from '../columns/roles.ts';
import type { StatementFacts } from '../process/methods/check-methods.ts';
import { type ExcludedRows, findExcludedRows, isBlank } from '../query/left-out.ts';
import { buildDictionary } from '../query/sums.ts';
import { foldedCell, type Table } from '../read/table.ts';
import { type BalanceFinding, checkBalance } from './balance.ts';

/** Size and SHA-256 of the file as read now. */
interface FileFacts {
  readonly size: number;
  readonly sha256: string;
}

/** Maximum number of listed rows; the number of rows in question is not limited. */
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

/** Converts a calendar date to YYYYMMDD. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** A statement with its meanings and excluded rows. */
interface CheckedStatement {
  readonly table: Table;
  readonly meanings: Meanings;
  readonly leftOut: ExcludedRows;
}

function checkRows({ table, leftOut }: CheckedStatement, facts: StatementFacts): CheckPoint {
  const counts = { read: table.rows, odd: table.ragged.length, preamble: table.layout.preamble };
  const excluded = new Set<number>(table.ragged);
  for (const rows of leftOut.values()) for (const row of rows) excluded.add(row);
  const listed = [...excluded].sort((one, two) => one - two);
  if (facts.transactions === null) return point('rows', 'cannot', counts, listed);
  const reported = { ...counts, announced: facts.transactions };
  const blankRows = listed.filter((row) => isBlank(table, row)).length;
  if (table.rows - blankRows === facts.transactions && listed.length === 0)
    return point('rows', 'passed', reported);
  // Totals, blank lines and rows without a date may be no transactions: any number in between can be right.
  const isPossible = facts.transactions <= table.rows && facts.transactions >= table.rows - listed.length;
  return point('rows', isPossible ? 'look' : 'failed', reported, listed);
}

/** Checks that dates lie within the period. A row with another date in the period may belong to the period. */
function checkDates(
  { table, meanings, leftOut }: CheckedStatement,
  { since, till }: StatementFacts,
): CheckPoint {
  const { date } = meanings.roles;
  const dates = date === null ? undefined : table.columns[date];
  if (date === null || dates?.kind !== 'date') return point('dates', 'cannot', { since, till });
  const first = dayNumber(since);
  const last = dayNumber(till);
  const otherDates = table.columns.filter((column, index) => column.kind === 'date' && index !== date);
  const excluded = new Set([...(leftOut.get('total') ?? []), ...(leftOut.get('header') ?? [])]);
  const isInside = (value: number) => value >= first && value <= last;
  const isOutside = (row: number) => {
    const value = dates.values[row] ?? 0;
    return value !== 0 && !isInside(value) && !excluded.has(row);
  };
  const mayBelong = (row: number) =>
    otherDates.some((column) => column.kind === 'date' && isInside(column.values[row] ?? 0));
  const outside: number[] = [];
  let outsideCount = 0;
  let certainCount = 0;
  for (let row = 0; row < table.rows; row += 1) {
    if (!isOutside(row)) continue;
    outsideCount += 1;
    if (!mayBelong(row)) certainCount += 1;
    if (outside.length < maxListed) outside.push(row);
  }
  // Days of payment and of interest may lie outside the period of the booking.
  const isBooking = meanings.columns[date]?.meaning === 'date';
  const result = outsideCount === 0 ? 'passed' : isBooking && certainCount > 0 ? 'failed' : 'look';
  return point('dates', result, { since, till, column: dates.name }, outside, outsideCount);
}

/** Returns the shape of an identifier: `a` for every letter and `9` for every run of digits. */
function identifierShapeOf(text: string): string {
  return text.replace(/\p{L}/gu, 'a').replace(/\d+/g, '9');
}

function checkOwner({ table, meanings }: CheckedStatement, facts: StatementFacts): CheckPoint {
  const { wallet, company, currency } = meanings.roles;
  const ofWallet = findOtherOwners(table, wallet, String(facts.walletId));
  const ofCurrency = facts.currency === null ? null : findOtherOwners(table, currency, facts.currency);
  const mismatches = [
    ofWallet,
    findOtherOwners(table, company, facts.companyId),
    // The column may be about the payments, not about the wallet.
    ofCurrency && { ...ofCurrency, isCertain: ofCurrency.count === 0 },
  ].filter((mismatch) => mismatch !== null);
  const reported = { wallet: facts.walletId, company: facts.companyId };
  const count = mismatches.reduce((sum, mismatch) => sum + mismatch.count, 0);
  // Another wallet of the company may have the same currency.
  if (count === 0 && ofWallet === null) return point('belongs', 'cannot', reported);
  const rows = [...new Set(mismatches.flatMap((mismatch) => mismatch.rows))].sort((one, two) => one - two);
  const isCertain = mismatches.every((mismatch) => mismatch.isCertain);
  return point('belongs', count === 0 ? 'passed' : isCertain ? 'failed' : 'look', reported, rows, count);
}

/** Finds rows with another wallet, company or currency than `expected`; `null` if the column holds names instead of identifiers. */
function findOtherOwners(table: Table, column: number | null, expected: string) {
  if (column === null) return null;
  const dictionary = buildDictionary(table, column);
  const hasShape = (word: string) => identifierShapeOf(word.trim()) === identifierShapeOf(expected);
  if (dictionary !== null && !dictionary.words.some(hasShape)) return null;
  const rows: number[] = [];
  let count = 0;
  let isCertain = true;
  for (let row = 0; row < table.rows; row += 1) {
    const cell =
      dictionary === null ? table.cells(row)[column] : dictionary.words[dictionary.codes[row] ?? 0];
    const word = (cell ?? '').trim();
    if (word === '' || isSame(word, expected)) continue;
    if (!hasShape(word)) isCertain = false;
    count += 1;
    if (rows.length < maxListed) rows.push(row);
  }
  return { rows, count, isCertain };
}

/** Compares identifiers without regard to leading zeros and case. */
function isSame(word: string, expected: string): boolean {
  const normalize = (text: string) => text.replace(/^0+(?=\d)/, '').toLowerCase();
  return normalize(word) === normalize(expected);
}

/** Checks that every cell of the money columns was read: unread cells are not summed. */
function checkAmounts({ table, meanings, leftOut }: CheckedStatement): CheckPoint {
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
  const undecided = findUndecidedRows(table, meanings, leftOut);
  const rows = [
    ...new Set([
      ...unread.flatMap((column) => [...column.rows.subarray(0, maxListed)]),
      ...undecided.slice(0, maxListed),
    ]),
  ];
  const unreadCells = unread.reduce((sum, column) => sum + column.rows.length, 0);
  const cells = unreadCells + undecided.length;
  const checked = point(
    'amounts',
    cells === 0 ? 'passed' : 'look',
    { cells, ...(undecided.length === 0 ? {} : { undecided: undecided.length }) },
    rows.toSorted((a, b) => a - b),
    cells,
  );
  const columns = unread.slice(0, maxColumns).map(({ index, name }) => ({ index, name: name.slice(0, 200) }));
  return { ...checked, columns };
}

/** Reasons for which a payment is left out although it may have moved money. */
const undecidedReasons = ['odd', 'undated', 'unclear', 'unknown-state'] as const;

/** Finds the rows with an amount that are in no sum, although they may be payments. */
function findUndecidedRows(table: Table, meanings: Meanings, leftOut: ExcludedRows): number[] {
  const { amount, debit, credit } = meanings.roles;
  const rowsOf = (names: readonly LeftOutReason[]) => names.flatMap((name) => [...(leftOut.get(name) ?? [])]);
  const undecided = rowsOf(undecidedReasons);
  const settled = new Set(rowsOf(['header', 'total', 'unfinished']));
  const rows = [amount, debit, credit].flatMap((index) => {
    const column = index === null ? undefined : table.columns[index];
    if (index === null || column?.kind !== 'number') return [];
    const { undirected } = computeMovements(table, meanings, index) ?? { undirected: [] };
    return [...undecided.filter((row) => Math.abs(column.values[row] ?? 0) > 0), ...undirected];
  });
  return [...new Set(rows)].filter((row) => !settled.has(row));
}

function checkRunningBalance({ table, meanings, leftOut }: CheckedStatement): CheckPoint {
  const balance = checkBalance(table, meanings, leftOut);
  return point('balance', balance.result, balanceFacts(balance), balance.rows, balance.inQuestion);
}

function balanceFacts({
  scale,
  ends,
  reading,
  unread,
  result,
  inQuestion,
  firstBreak,
}: BalanceFinding): CheckPoint['facts'] {
  const reported = {
    scale,
    ...(unread > 0 && result === 'look' ? { unread } : {}),
    ...(inQuestion > 0 && unread !== inQuestion ? { breaks: inQuestion } : {}),
    ...(result !== 'failed' || firstBreak === null
      ? {}
      : { expected: String(firstBreak.expected), stated: String(firstBreak.stated) }),
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

function checkReferences({ table, meanings }: CheckedStatement): CheckPoint {
  const { reference } = meanings.roles;
  if (reference === null) return point('references', 'cannot');
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const firstRows = new Map<string, number>();
  const rows = new Set<number>();
  const repeated = new Set<string>();
  const range = { start: 0, end: 0 };
  let repetitions = 0;
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, reference, range);
    if (range.end === range.start) continue;
    const text = bytes.toString('latin1', range.start, range.end);
    const firstRow = firstRows.get(text);
    if (firstRow === undefined) {
      firstRows.set(text, row);
      continue;
    }
    repetitions += 1;
    repeated.add(text);
    if (rows.size < maxListed) rows.add(firstRow).add(row);
  }
  const listed = [...rows].toSorted((one, two) => one - two);
  const example = listed[0] === undefined ? '' : (table.cells(listed[0], 100)[reference] ?? '');
  const reported = { column: table.columns[reference]?.name ?? '', ...(example === '' ? {} : { example }) };
  // The first occurrence of a repeated reference is in question, too.
  return point(
    'references',
    repetitions === 0 ? 'passed' : 'look',
    reported,
    listed,
    repetitions + repeated.size,
  );
}

/** Checks a statement. Returns all points in the order in which the window shows them. */
export function checkTable(table: Table, facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const meanings = determineMeanings(table);
  const statement: CheckedStatement = { table, meanings, leftOut: findExcludedRows(table, meanings) };
  const { certain, encoding } = table.encoding;
  return [
    ...checkFile(facts, file),
    checkRows(statement, facts),
    checkDates(statement, facts),
    checkOwner(statement, facts),
    checkAmounts(statement),
    checkRunningBalance(statement),
    checkReferences(statement),
    point('encoding', certain && table.tokens.openQuotes.length === 0 ? 'passed' : 'look', {
      encoding,
      openQuotes: table.tokens.openQuotes.length,
    }),
    point('signature', 'cannot'),
  ];
}

const rowPoints = ['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding'] as const;

/** Checks a PDF. Returns all points; points about rows cannot be checked. */
export function checkPages(facts: StatementFacts, file: FileFacts): CheckPoint[] {
  return [
    ...checkFile(facts, file),
    ...rowPoints.map((id) => point(id, 'cannot', { format: 'pdf' })),
    point('signature', 'cannot'),
  ];
}

/** Checks the file itself. Its seals are intact, otherwise the file could not have been read. */
function checkFile(facts: StatementFacts, file: FileFacts): CheckPoint[] {
  const hasStoredFacts = facts.size !== null && facts.sha256 !== null;
  return [
    point('length', !hasStoredFacts ? 'cannot' : facts.size === file.size ? 'passed' : 'failed', {
      size: file.size,
    }),
    point('unchanged', !hasStoredFacts ? 'cannot' : facts.sha256 === file.sha256 ? 'passed' : 'failed', {
      sha256: file.sha256,
    }),
    point('seals', 'passed'),
  ];
}
