/** @file Finds duplicate references between two statements. */
import { dictionaryOf } from './sums.ts';
import { foldedCell, type Table } from './table.ts';

/** Index of the references of a statement. */
export interface ReferenceIndex {
  readonly table: Table;
  readonly column: number;
  /** The last row of each folded reference. */
  readonly rows: ReadonlyMap<string, number>;
  /** The row of the same reference before each row, or -1. */
  readonly before: Int32Array;
}

/** Shared references of two statements. */
export interface SharedReferences {
  /** The first rows in question, of this statement and of the other one. */
  readonly rows: readonly number[];
  readonly theirs: readonly number[];
  /** Number of pairs in question. */
  readonly inQuestion: number;
}

interface Columns {
  readonly date: number | null;
  readonly amount: number | null;
  readonly currency: number | null;
}

const maxListed = 1_000;

function eachReference(table: Table, column: number, take: (text: string, row: number) => void): void {
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    if (range.end > range.start) take(bytes.toString('latin1', range.start, range.end), row);
  }
}

/** Indexes the references of a statement. */
export function indexReferences(table: Table, column: number): ReferenceIndex {
  const rows = new Map<string, number>();
  const before = new Int32Array(table.rows).fill(-1);
  eachReference(table, column, (text, row) => {
    before[row] = rows.get(text) ?? -1;
    rows.set(text, row);
  });
  return { table, column, rows, before };
}

/** Returns a reader for the facts of a row that both statements have. */
function factsReader(table: Table, columns: Columns) {
  const date = columns.date === null ? undefined : table.columns[columns.date];
  const amount = columns.amount === null ? undefined : table.columns[columns.amount];
  const currencies = columns.currency === null ? null : dictionaryOf(table, columns.currency);
  return {
    day: (row: number) => (date?.kind === 'date' ? (date.values[row] ?? 0) : 0),
    amount: (row: number) =>
      amount?.kind === 'number' ? (amount.values[row] ?? Number.NaN) / 10 ** amount.scale : Number.NaN,
    currency: (row: number) => currencies?.words[currencies.codes[row] ?? 0] ?? '',
  };
}

/**
 * Compares two statements of one wallet. Where their periods overlap the same booking belongs in both: same reference,
 * day, amount and currency, on a day of both periods. Every other shared reference is in question. `common` holds the
 * first and last day of the overlap as YYYYMMDD, or is `null`.
 */
export function duplicateReferencesBetween(
  own: ReferenceIndex,
  ownColumns: Columns,
  other: { readonly table: Table; readonly column: number; readonly columns: Columns },
  common: { readonly first: number; readonly last: number } | null,
): SharedReferences {
  const mine = factsReader(own.table, ownColumns);
  const their = factsReader(other.table, other.columns);
  const rows: number[] = [];
  const theirs: number[] = [];
  let inQuestion = 0;
  const isSame = (row: number, theirRow: number) => {
    const day = their.day(theirRow);
    if (common === null || day < common.first || day > common.last) return false;
    const amounts = [mine.amount(row), their.amount(theirRow)] as const;
    const sameAmount = amounts[0] === amounts[1] || amounts.every(Number.isNaN);
    return mine.day(row) === day && sameAmount && mine.currency(row) === their.currency(theirRow);
  };
  eachReference(other.table, other.column, (text, theirRow) => {
    const last = own.rows.get(text);
    if (last === undefined) return;
    for (let row = last; row >= 0; row = own.before[row] ?? -1) if (isSame(row, theirRow)) return;
    inQuestion += 1;
    if (rows.length >= maxListed) return;
    rows.push(last);
    theirs.push(theirRow);
  });
  return { rows, theirs, inQuestion };
}
