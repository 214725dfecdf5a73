/** @file Finds duplicate references between two statements. */
import { buildDictionary } from '../query/sums.ts';
import { foldedCell, type Table } from '../read/table.ts';

/** Index of the references of a statement. */
export type ReferenceIndex = ReturnType<typeof indexReferences>;

/** References that two statements share and that may be duplicates. */
interface SharedReferences {
  /** The first rows in question of the compared statement. */
  readonly rows: readonly number[];
  /** The rows of the other statement that have the references of {@link rows}. */
  readonly theirs: readonly number[];
  /** Number of pairs in question. */
  readonly inQuestion: number;
}

/** Columns that are compared in addition to the reference; `null` if the statement lacks the column. */
interface FactColumns {
  readonly date: number | null;
  readonly amount: number | null;
  readonly currency: number | null;
}

const maxListed = 1_000;

/** Calls `onReference` with the folded reference of every row that has one. */
export function eachReference(
  table: Table,
  column: number,
  onReference: (text: string, row: number) => void,
): void {
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    if (range.end > range.start) onReference(bytes.toString('latin1', range.start, range.end), row);
  }
}

/** Indexes the references of a statement. */
export function indexReferences(table: Table, column: number) {
  const rows = new Map<string, number>();
  const previousRows = new Int32Array(table.rows).fill(-1);
  eachReference(table, column, (text, row) => {
    previousRows[row] = rows.get(text) ?? -1;
    rows.set(text, row);
  });
  return {
    table,
    column,
    /** For each folded reference: its last row. */
    rows,
    /** For each row: the previous row with the same reference, or -1. */
    before: previousRows,
  };
}

/** Creates readers for the day, amount and currency of a row. */
function createFactsReader(table: Table, columns: FactColumns) {
  const date = columns.date === null ? undefined : table.columns[columns.date];
  const amount = columns.amount === null ? undefined : table.columns[columns.amount];
  const currencies = columns.currency === null ? null : buildDictionary(table, columns.currency);
  return {
    day: (row: number) => (date?.kind === 'date' ? (date.values[row] ?? 0) : 0),
    amount: (row: number) =>
      amount?.kind === 'number' ? (amount.values[row] ?? Number.NaN) / 10 ** amount.scale : Number.NaN,
    currency: (row: number) => currencies?.words[currencies.codes[row] ?? 0] ?? '',
  };
}

/**
 * Compares two statements of one wallet. Where their periods overlap both contain the same bookings: a booking has the
 * same reference, day, amount and currency in both. Every other shared reference is in question. `overlap` holds the
 * first and last day of both periods as YYYYMMDD; `null` without an overlap.
 */
export function duplicateReferencesBetween(
  own: ReferenceIndex,
  ownColumns: FactColumns,
  other: { readonly table: Table; readonly column: number; readonly columns: FactColumns },
  overlap: { readonly first: number; readonly last: number } | null,
): SharedReferences {
  const ownFacts = createFactsReader(own.table, ownColumns);
  const otherFacts = createFactsReader(other.table, other.columns);
  const rows: number[] = [];
  const otherRows: number[] = [];
  let inQuestion = 0;
  const isSame = (row: number, otherRow: number) => {
    const day = otherFacts.day(otherRow);
    if (overlap === null || day < overlap.first || day > overlap.last) return false;
    const amounts = [ownFacts.amount(row), otherFacts.amount(otherRow)] as const;
    const sameAmount = amounts[0] === amounts[1] || amounts.every(Number.isNaN);
    return (
      ownFacts.day(row) === day && sameAmount && ownFacts.currency(row) === otherFacts.currency(otherRow)
    );
  };
  eachReference(other.table, other.column, (text, otherRow) => {
    const lastRow = own.rows.get(text);
    if (lastRow === undefined) return;
    for (let row = lastRow; row >= 0; row = own.before[row] ?? -1) if (isSame(row, otherRow)) return;
    inQuestion += 1;
    if (rows.length >= maxListed) return;
    rows.push(lastRow);
    otherRows.push(otherRow);
  });
  return { rows, theirs: otherRows, inQuestion };
}
