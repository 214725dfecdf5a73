/** @file The rows of one statement that are compared, and their partners in the other statement. */
import type { Roles } from '../columns/roles.ts';
import { cellEnd, rowEnd } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import type { HashedRows } from './compare-hash.ts';

/** A statement to compare. */
export interface ComparedTable {
  readonly table: Table;
  readonly roles: Roles;
}

/** First and last day as YYYYMMDD. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

const included = 1;
/** Stands, among row numbers without a sign, for a row that the other file does not have. */
export const noRow = 0xff_ff_ff_ff;
/** Instead of a partner. */
export const noPartner = -1;

/** Rows of one table: which are compared, and their partners. */
export interface Side {
  readonly table: Table;
  /** 1 for a compared row. */
  readonly marks: Uint8Array;
  /** The row in the other table, or -1. */
  readonly partners: Int32Array;
  readonly outside: number;
  readonly blank: number;
}

function isBlankRow({ tokens: { folded, foldedStarts }, head }: Table, row: number): boolean {
  const end = foldedStarts[row + head + 1] ?? 0;
  for (let at = foldedStarts[row + head] ?? 0; at < end; at += 1) {
    const byte = folded[at];
    if (byte !== cellEnd && byte !== rowEnd && byte !== 0x20) return false;
  }
  return true;
}

/** Returns the days of the booking dates as YYYYMMDD; `null` without a column of dates. */
export function findDays({ table, roles }: ComparedTable): Int32Array | null {
  const column = roles.date === null ? undefined : table.columns[roles.date];
  return column?.kind === 'date' ? column.values : null;
}

/** Marks the rows with text. With `days`, a row with a readable date outside is not compared. */
export function selectRows({ table }: ComparedTable, dates: Int32Array | null, days: Days | null): Side {
  const marks = new Uint8Array(table.rows).fill(included);
  let outside = 0;
  let blank = 0;
  for (let row = 0; row < table.rows; row += 1) {
    const day = dates === null ? 0 : (dates[row] ?? 0);
    const isOutside = days !== null && day !== 0 && (day < days.first || day > days.last);
    if (isOutside) outside += 1;
    else if (!isBlankRow(table, row)) continue;
    else blank += 1;
    marks[row] = 0;
  }
  return { table, marks, partners: new Int32Array(table.rows).fill(noPartner), outside, blank };
}

/** Hashes the compared rows without a partner; rows for which `hashOf` returns `null` are left out. */
export function hashUnpaired(
  { table, marks, partners }: Side,
  hashOf: (row: number) => number | null,
): HashedRows {
  const rows = new Uint32Array(table.rows);
  const hashes = new Int32Array(table.rows);
  let count = 0;
  for (let row = 0; row < table.rows; row += 1) {
    if (marks[row] !== included || partners[row] !== noPartner) continue;
    const hash = hashOf(row);
    if (hash === null) continue;
    rows[count] = row;
    hashes[count] = hash;
    count += 1;
  }
  return { rows: rows.subarray(0, count), hashes: hashes.subarray(0, count) };
}

const sampledRows = 50_000;

/** Calls `onRow` for the first and the last rows of a table. */
export function eachSampledRow(rows: number, onRow: (row: number) => void): void {
  for (let row = 0; row < Math.min(rows, sampledRows); row += 1) onRow(row);
  for (let row = Math.max(sampledRows, rows - sampledRows); row < rows; row += 1) onRow(row);
}
