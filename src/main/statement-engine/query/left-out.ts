/** @file Finds rows that are not transactions and are therefore not summed, with the reason that the clerk sees. */
import type { LeftOutReason } from '../../../shared/model/statements/open-statement.ts';
import { normalizeText } from '../columns/normalize-text.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import { namesStates, stateOfKind, stateOfWord } from '../columns/payment-states.ts';
import type { Meanings } from '../columns/roles.ts';
import { cellEnd, foldText, rowEnd } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import { seekIn } from './find.ts';
import { labelOf } from './row-labels.ts';
import { buildDictionary } from './sums.ts';

function chosenState({ options }: Table, word: string): 'final' | 'unfinished' | null {
  const choice = options.words?.[normalizeText(word)];
  return choice === 'counted' ? 'final' : choice === 'left-out' ? 'unfinished' : null;
}

/** The rows whose payment was not carried out, and those whose state is not known. */
interface StateRows {
  readonly unfinished: ReadonlySet<number>;
  readonly unknown: ReadonlySet<number>;
}

/** Finds these rows in a table; the clerk's choices come first. */
function findStateRows(table: Table, { columns, roles }: Meanings): StateRows {
  const rows = { unfinished: new Set<number>(), unknown: new Set<number>() };
  for (const [index, { meaning }] of columns.entries()) {
    const isNamed = namesStates(table.columns[index]?.name ?? '');
    const isDirection = index === roles.direction && table.options.words !== undefined;
    if (meaning !== 'kind' && !isNamed && !isDirection) continue;
    const dictionary = buildDictionary(table, index);
    const stateOf = isNamed ? stateOfWord : stateOfKind;
    const states = dictionary?.words.map((word) => chosenState(table, word) ?? stateOf(word)) ?? [];
    if (dictionary === null || states.every((state) => state === 'final')) continue;
    for (const [row, code] of dictionary.codes.entries()) {
      const state = states[code] ?? 'final';
      if (state !== 'final') rows[state].add(row);
    }
  }
  return rows;
}

/** Excluded rows by reason, ascending; each row appears once. */
export type ExcludedRows = ReadonlyMap<LeftOutReason, Uint32Array>;

/** Maximum number of rows whose text is read to find a better reason than a missing date. */
const maxReadRows = 20_000;
/** Rows at the beginning and end of a file that may hold balances, dated or not. */
const edgeRows = 3;
/** Rows in which labels are looked for; a label that stands there is looked for in the whole file. */
const labelSampleRows = 400;
const maxSoughtLabels = 50;

/** True for a row that repeats at least half of the column names. */
function isHeader(cells: readonly string[], names: readonly string[]): boolean {
  const filledCells = cells.flatMap((cell, index) =>
    cell.trim() === '' ? [] : [{ cell: cell.trim(), index }],
  );
  const matchingCells = filledCells.filter(
    ({ cell, index }) => cell.toLowerCase() === names[index]?.toLowerCase(),
  );
  return filledCells.length > 1 && matchingCells.length >= filledCells.length / 2;
}

function isMostlyEmpty(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.trim() !== '').length <= cells.length / 2;
}

/** True for a row with additional cells, or without a cell that the sums or the date of the row need. */
function isIncomplete({ layout, columns }: Table, cells: readonly string[]): boolean {
  const needsMore = columns.slice(cells.length, layout.columns).some(({ kind }) => kind !== 'text');
  return needsMore || cells.slice(layout.columns).some((cell) => cell.trim() !== '');
}

/** Returns the values of all columns that can date a row. */
function dateValuesOf(table: Table, { roles, columns }: Meanings): Int32Array[] {
  return columns.flatMap(({ meaning }, index) => {
    const column = table.columns[index];
    const isDate = meaning === null || index === roles.date || meaning.includes('date');
    return column?.kind === 'date' && isDate ? [column.values] : [];
  });
}

function amountColumnsOf(table: Table, { roles }: Meanings): NumberColumn[] {
  return [roles.amount, roles.debit, roles.credit].flatMap((index) => {
    const column = index === null ? undefined : table.columns[index];
    return column?.kind === 'number' ? [column] : [];
  });
}

/** Finds the excluded rows. Blank rows are not reported. */
export function findExcludedRows(table: Table, meanings: Meanings): ExcludedRows {
  const suspects = findSuspects(table, meanings);
  const names = table.columns.map(({ name }) => name);
  const rowsByReason = new Map<LeftOutReason, number[]>(reasons.map((reason) => [reason, []]));
  let readRows = 0;
  for (const row of [...suspects.all].sort((one, two) => one - two)) {
    if (isBlank(table, row)) continue;
    readRows += 1;
    const cells = readRows <= maxReadRows ? table.cells(row, 200) : null;
    const reason =
      cells !== null && isHeader(cells, names)
        ? 'header'
        : ((cells === null ? null : findTotalReason(table, suspects, row, cells)) ??
          findOtherReason(table, suspects, row, cells));
    if (reason !== null) rowsByReason.get(reason)?.push(row);
  }
  return new Map(
    [...rowsByReason].flatMap(([reason, rows]) =>
      rows.length === 0 ? [] : [[reason, Uint32Array.from(rows)] as const],
    ),
  );
}

/** Reasons in the order of the report. */
const reasons = ['header', 'total', 'odd', 'unfinished', 'unknown-state', 'unclear', 'undated'] as const;

/** Rows that may not be transactions, by what is suspicious. */
interface Suspects extends StateRows {
  readonly all: ReadonlySet<number>;
  readonly odd: ReadonlySet<number>;
  readonly undated: ReadonlySet<number>;
  readonly hasDates: boolean;
  /** Rows without a date whose amount is the sum of those before. */
  readonly sums: ReadonlySet<number>;
  /** Dated rows whose amount is such a sum, or does not move the balance. */
  readonly possibleSums: ReadonlySet<number>;
  /** Number of cells that most rows fill. */
  readonly usualCells: number;
}

function findSuspects(table: Table, meanings: Meanings): Suspects {
  const undatedRows = findUndatedRows(table, meanings, dateValuesOf(table, meanings));
  const undated = new Set(undatedRows);
  const amounts = amountColumnsOf(table, meanings);
  const lastRow = table.rows - 1;
  const edges = Array.from({ length: Math.min(table.rows, edgeRows) }, (_, index) => [
    index,
    lastRow - index,
  ]);
  const { labels, usualCells } = sampleLabels(table, edges.flat());
  const { unfinished, unknown } = findStateRows(table, meanings);
  const sumRows = amounts.flatMap(({ values }) => [...findSumRows(values, undated)]);
  const sums = new Set(sumRows.filter((row) => undated.has(row)));
  const possibleSums = new Set([
    ...findUnmovedRows(table, meanings),
    ...sumRows.filter((row) => !undated.has(row)),
  ]);
  const all = new Set<number>();
  for (const rows of [
    table.ragged,
    edges.flat(),
    undated,
    unfinished,
    unknown,
    possibleSums,
    ...amounts.map(({ badRows }) => badRows),
    ...[...labels].map((label) => findRowsWithText(table, label)),
  ])
    for (const row of rows) all.add(row);
  const odd = new Set(table.ragged);
  return {
    all,
    odd,
    undated,
    unfinished,
    unknown,
    sums,
    possibleSums,
    usualCells,
    hasDates: undatedRows !== null,
  };
}

/** Returns why a row is no transaction by its texts and its amount: a total or balance, or possibly one. */
function findTotalReason(
  table: Table,
  { undated, sums, possibleSums, usualCells, hasDates }: Suspects,
  row: number,
  cells: readonly string[],
): LeftOutReason | null {
  // In a file without dates, the label of a total is in the first cell.
  const isNamedTotal = !hasDates && row === table.rows - 1 && labelOf(cells[0] ?? '') === 'total';
  if (isNamedTotal || sums.has(row)) return 'total';
  const choice = findChoice(table, cells);
  if (choice !== null) return choice === 'left-out' ? 'total' : null;
  const labels = new Set(cells.map(labelOf));
  const isUndated = undated.has(row) || (!hasDates && isMostlyEmpty(cells));
  if (labels.has('balance') || (isUndated && (labels.has('total') || labels.has('possible')))) return 'total';
  if (labels.has('possible')) return 'unclear';
  if (!possibleSums.has(row)) return null;
  if (labels.has('total')) return 'total';
  return cells.filter((cell) => cell.trim() !== '').length < usualCells ? 'unclear' : null;
}

/** Returns another reason; `cells` is `null` if the text of the row was not read. */
function findOtherReason(
  table: Table,
  { odd, unfinished, unknown, undated }: Suspects,
  row: number,
  cells: readonly string[] | null,
): LeftOutReason | null {
  if (odd.has(row) && (cells === null || isIncomplete(table, cells))) return 'odd';
  if (unfinished.has(row)) return 'unfinished';
  if (unknown.has(row)) return 'unknown-state';
  return undated.has(row) ? 'undated' : null;
}

/** The clerk's choice whether the rows with a text count. */
function findChoice({ options }: Table, cells: readonly string[]): 'counted' | 'left-out' | null {
  if (options.words === undefined) return null;
  for (const cell of cells) {
    const choice = options.words[normalizeText(cell)];
    if (choice === 'counted' || choice === 'left-out') return choice;
  }
  return null;
}

/** Finds the rows without a date; `null` for a table without dates. Where day and month are ambiguous, a cell with a digit is a date. */
function findUndatedRows(table: Table, { roles }: Meanings, dates: readonly Int32Array[]): number[] | null {
  if (dates.length > 0)
    return findRowsWithout(table, (row) => dates.some((values) => (values[row] ?? 0) !== 0));
  const index = roles.date ?? -1;
  if (table.columns[index]?.kind !== 'undecided') return null;
  const undated = findRowsWithout(table, (row) => /\d/.test(table.cells(row, 2_000)[index] ?? ''));
  return undated.length * 2 > table.rows ? null : undated;
}

/** The labels among the cells of the first and last rows, and the number of cells that most rows fill. */
function sampleLabels(table: Table, edges: readonly number[]) {
  const rows = [...new Set([...Array(Math.min(table.rows, labelSampleRows)).keys(), ...edges])];
  const labels = new Set<string>();
  const seen = new Set<string>();
  const filled = rows.map((row) => {
    const cells = table.cells(row, 100);
    for (const [index, cell] of cells.entries()) {
      if (table.columns[index]?.kind === 'number' || seen.has(cell)) continue;
      seen.add(cell);
      if (labelOf(cell) !== null && labels.size < maxSoughtLabels) labels.add(cell);
    }
    return cells.filter((cell) => cell.trim() !== '').length;
  });
  filled.sort((one, two) => one - two);
  return { labels, usualCells: filled[Math.floor(filled.length / 2)] ?? 0 };
}

/** Finds the rows with a text, also as a part of a cell. */
function findRowsWithText(table: Table, text: string): number[] {
  const { tokens, head, rows } = table;
  const { foldedStarts } = tokens;
  const found: number[] = [];
  const seek = seekIn(table, foldText(text.trim()));
  let row = head;
  for (let at = seek(0); at >= 0 && found.length < maxReadRows; at = seek(at + 1)) {
    while (row + 1 < head + rows && (foldedStarts[row + 1] ?? 0) <= at) row += 1;
    if (at >= (foldedStarts[head] ?? 0)) found.push(row - head);
  }
  return found;
}

/** Maximum share of rows whose amount does not move the balance, in a file whose balance is that of each row. */
const maxUnmovedShare = 0.1;

/** Finds the rows with an amount that leave the running balance as it was, while the rows before and after them move it by theirs. */
function findUnmovedRows(table: Table, meanings: Meanings): number[] {
  const balance = table.columns[meanings.roles.balance ?? -1];
  if (balance?.kind !== 'number') return [];
  const { values: balances, scale } = balance;
  const amounts = amountColumnsOf(table, meanings);
  const sizeAt = (row: number) =>
    Math.max(...amounts.map((column) => Math.abs(column.values[row] || 0) * 10 ** (scale - column.scale)));
  const moves = (row: number) => Math.abs((balances[row] ?? 0) - (balances[row - 1] ?? 0)) === sizeAt(row);
  const found: number[] = [];
  for (let row = 2; row < table.rows - 1; row += 1) {
    const isUnmoved = balances[row] === balances[row - 1] && sizeAt(row) > 0;
    if (isUnmoved && moves(row - 1) && moves(row + 1)) found.push(row);
  }
  return found.length <= table.rows * maxUnmovedShare ? found : [];
}

function findRowsWithout(table: Table, isIncluded: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row += 1) if (!isIncluded(row)) rows.push(row);
  return rows;
}

/** Finds the rows whose amount is the sum of the previous amounts, at least two, since the last such row or total without a date. */
function findSumRows(values: Float64Array, undated: ReadonlySet<number>): Set<number> {
  const sumRows = new Set<number>();
  let sum = 0;
  let count = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (count > 1 && value !== 0 && value === sum && sumRows.size < maxReadRows) {
      sumRows.add(row);
      sum = 0;
      count = 0;
    } else if (!undated.has(row)) {
      sum += value;
      count += 1;
    }
  }
  return sumRows;
}

/** True if a row has only separators and blanks. */
export function isBlank({ tokens, head }: Table, row: number): boolean {
  const { folded, foldedStarts } = tokens;
  const end = foldedStarts[row + head + 1] ?? 0;
  for (let at = foldedStarts[row + head] ?? 0; at < end; at += 1) {
    const byte = folded[at];
    if (byte !== cellEnd && byte !== rowEnd && byte !== 0x20) return false;
  }
  return true;
}
