/** @file What rows of one group have in common: the same cell, a period or a sign. */
import type { GroupKey } from '../../../shared/model/statements/statement-groups.ts';
import { numberCells, type RowCodes } from '../read/cell-codes.ts';
import { foldedCell, type Table } from '../read/table.ts';
import { bucketOf, formatBucket, numberDates } from './date-buckets.ts';

/** Maximum number of distinct values of a key. */
const maxCodes = 2_000_000;
/** Maximum length of the text of a key, in characters. */
const maxTextLength = 400;

/** Numbers the values of a key; `null` when there are too many. `values` are the amounts of the rows. */
export function numberKey(table: Table, key: GroupKey, values: Float64Array): RowCodes | null {
  switch (key.kind) {
    case 'cell':
      return numberCells(table, key.column, maxCodes);
    case 'date':
      return numberDates(datesOf(table, key.column), key.unit);
    case 'sign':
      return { codes: numberSigns(values), count: 3 };
  }
}

/** Returns 0 for incoming, 1 for outgoing, 2 for zero. */
function signOf(value: number): number {
  if (value > 0) return 0;
  return value < 0 ? 1 : 2;
}

function numberSigns(values: Float64Array): Uint32Array {
  const codes = new Uint32Array(values.length);
  // A plain loop: `Uint32Array.from` takes 25 times as long.
  for (let row = 0; row < codes.length; row += 1) codes[row] = signOf(values[row] ?? 0);
  return codes;
}

/** The dates of a column; a column of other values has none. */
function datesOf({ columns, rows }: Table, column: number): Int32Array {
  const found = columns[column];
  return found?.kind === 'date' ? found.values : new Int32Array(rows);
}

const signs = ['in', 'out', 'zero'] as const;

/** Returns the text of a key for the group of a row. */
export function keyText(table: Table, key: GroupKey, values: Float64Array, row: number): string {
  switch (key.kind) {
    case 'cell':
      return (table.cells(row)[key.column] ?? '').trim().slice(0, maxTextLength);
    case 'date':
      return formatBucket(bucketOf(datesOf(table, key.column)[row] ?? 0, key.unit), key.unit);
    case 'sign':
      return signs[signOf(values[row] ?? 0)] ?? 'zero';
  }
}

/** Creates a function that returns what the groups of rows are sorted by; a missing cell or date is `null`. */
export function createSortValue(
  table: Table,
  key: GroupKey,
  values: Float64Array,
): (row: number) => string | number | null {
  switch (key.kind) {
    case 'cell': {
      const { folded } = table.tokens;
      const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
      const range = { start: 0, end: 0 };
      return (row) => {
        foldedCell(table, row, key.column, range);
        const text = bytes.toString('latin1', range.start, range.end).trim();
        return text === '' ? null : text;
      };
    }
    case 'date': {
      const dates = datesOf(table, key.column);
      return (row) => {
        const date = dates[row] ?? 0;
        return date === 0 ? null : bucketOf(date, key.unit);
      };
    }
    case 'sign':
      return (row) => signOf(values[row] ?? 0);
  }
}

/** Maximum number of pairs of codes that are looked up in a list. */
const maxListedPairs = 4_000_000;

/** Numbers the pairs of two codes that occur together; `null` when there are too many. */
export function combineCodes(one: RowCodes, other: RowCodes): RowCodes | null {
  if (one.count <= 1) return other;
  if (other.count <= 1) return one;
  const codes = new Uint32Array(one.codes.length);
  const pairs = one.count * other.count;
  if (pairs > maxListedPairs) return combineManyCodes(one, other, codes);
  const codeByPair = new Int32Array(pairs).fill(-1);
  let count = 0;
  for (let row = 0; row < codes.length; row += 1) {
    const pair = (one.codes[row] ?? 0) * other.count + (other.codes[row] ?? 0);
    let code = codeByPair[pair] ?? -1;
    if (code < 0) {
      code = count;
      codeByPair[pair] = code;
      count += 1;
    }
    codes[row] = code;
  }
  return { codes, count };
}

function combineManyCodes(one: RowCodes, other: RowCodes, codes: Uint32Array): RowCodes | null {
  const codeByPair = new Map<number, number>();
  for (let row = 0; row < codes.length; row += 1) {
    const pair = (one.codes[row] ?? 0) * other.count + (other.codes[row] ?? 0);
    let code = codeByPair.get(pair);
    if (code === undefined) {
      code = codeByPair.size;
      if (code >= maxCodes) return null;
      codeByPair.set(pair, code);
    }
    codes[row] = code;
  }
  return { codes, count: codeByPair.size };
}
