/** @file Finds a text in the folded copy of a table, in all rows regardless of the view. */
import { cellEnd, foldText } from './fold.ts';
import { foldedCell, type Table } from './table.ts';
import type { Seek } from './tokenize.ts';
import { rowsWithUnreadableCell } from './unreadable-cells.ts';

/** The row of data that contains an offset of the folded copy, or -1 for the lines before the data. */
function rowAt({ tokens, head }: Table, place: number, from: number): number {
  const { foldedStarts, rows } = tokens;
  let low = from;
  let high = from + 1;
  // The next hit is usually near the previous one.
  for (let step = 1; high < rows && (foldedStarts[high] ?? 0) <= place; step *= 2) {
    low = high;
    high += step;
  }
  high = Math.min(high, rows);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((foldedStarts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low - head;
}

/** Returns the fastest available search for a folded text of at least one byte. */
function seekIn({ tokens: { folded, seek } }: Table, needle: Uint8Array): Seek {
  const quick = seek?.(needle) ?? null;
  if (quick !== null) return quick;
  const hay = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  return (from) => hay.indexOf(needle, from);
}

/** A cell in which a text was found. */
export interface Hit {
  readonly row: number;
  readonly column: number;
}

/**
 * Yields every cell that contains a text once, in the order of the file, at most `most`. No other search may run in the
 * table until the generator ends.
 */
export function* hitsOf(table: Table, text: string, most = Number.MAX_SAFE_INTEGER): Generator<Hit> {
  const needle = foldText(text);
  if (needle.length === 0) return;
  const { folded, foldedStarts } = table.tokens;
  const seek = seekIn(table, needle);
  const fileRow = (row: number) => foldedStarts[row + table.head] ?? 0;
  let at = fileRow(0);
  let row = -1;
  let column = 0;
  let counted = 0;
  for (let count = 0; count < most; count += 1) {
    at = seek(at);
    if (at < 0) return;
    const hitRow = rowAt(table, at, Math.max(0, row + table.head));
    if (hitRow !== row) {
      row = hitRow;
      column = 0;
      counted = fileRow(row);
    }
    for (; counted < at; counted += 1) if (folded[counted] === cellEnd) column += 1;
    yield { row, column };
    // Continues with the next cell.
    at = nextCell(folded, at);
  }
}

function nextCell(folded: Uint8Array, from: number): number {
  let at = from;
  while (at < folded.length && (folded[at] ?? 0) !== cellEnd && (folded[at] ?? 0) !== 0x1e) at += 1;
  return at;
}

/** Marks each row that contains a text in any column with 1, and counts the cells. */
export function rowsWith(table: Table, text: string): { readonly marks: Uint8Array; readonly cells: number } {
  const marks = new Uint8Array(table.rows);
  let cells = 0;
  const needle = foldText(text);
  if (needle.length === 0) return { marks, cells };
  const { folded, foldedStarts } = table.tokens;
  const seek = seekIn(table, needle);
  let row = 0;
  for (let at = seek(foldedStarts[table.head] ?? 0); at >= 0; at = seek(at)) {
    row = rowAt(table, at, row + table.head);
    marks[row] = 1;
    cells += 1;
    at = nextCell(folded, at);
  }
  return { marks, cells };
}

/** A filter of a column. Numbers are minor units of the column, dates YYYYMMDD. */
export type Filter =
  | { readonly kind: 'contains' | 'starts' | 'is'; readonly column: number; readonly text: string }
  | {
      readonly kind: 'between';
      readonly column: number;
      readonly from: number | null;
      readonly to: number | null;
    }
  /** By absolute value. */
  | { readonly kind: 'over'; readonly column: number; readonly least: number }
  | { readonly kind: 'among'; readonly column: number; readonly texts: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly number[] }
  /** A cell of the column could not be read; `null` for any column. */
  | { readonly kind: 'unread'; readonly column: number | null };

function startsAt(folded: Uint8Array, needle: Uint8Array, at: number, end: number): boolean {
  if (at + needle.length > end) return false;
  for (let index = 0; index < needle.length; index += 1)
    if (folded[at + index] !== needle[index]) return false;
  return true;
}

function textTest(table: Table, filter: Extract<Filter, { text: string }>): (row: number) => boolean {
  const needle = foldText(filter.text.trim());
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  if (filter.kind === 'contains') {
    const marks = new Uint8Array(table.rows);
    for (const { row, column } of hitsOf(table, filter.text.trim()))
      if (column === filter.column) marks[row] = 1;
    return (row) => marks[row] === 1;
  }
  return (row) => {
    foldedCell(table, row, filter.column, range);
    const fits = startsAt(folded, needle, range.start, range.end);
    return fits && (filter.kind === 'starts' || range.end - range.start === needle.length);
  };
}

function numbersOf(table: Table, column: number): Float64Array | Int32Array | null {
  const found = table.columns[column];
  return found?.kind === 'number' || found?.kind === 'date' ? found.values : null;
}

/** Returns a test of rows for a filter. `signed` returns the amounts of a column whose signs are in another one, or `null`. */
export function testOf(
  table: Table,
  filter: Filter,
  signed: (column: number) => Float64Array | null = () => null,
): (row: number) => boolean {
  switch (filter.kind) {
    case 'contains':
    case 'starts':
    case 'is':
      return textTest(table, filter);
    case 'between': {
      const written = numbersOf(table, filter.column);
      const { from, to } = filter;
      // A single number matches as written; a range matches the signed amounts.
      const values = from === to ? written : (signed(filter.column) ?? written);
      const missing = table.columns[filter.column]?.kind === 'date' ? 0 : Number.NaN;
      return (row) => {
        const value = values?.[row] ?? Number.NaN;
        if (value === missing || Number.isNaN(value)) return false;
        return (from === null || value >= from) && (to === null || value <= to);
      };
    }
    case 'over': {
      const values = numbersOf(table, filter.column);
      return (row) => Math.abs(values?.[row] ?? Number.NaN) >= filter.least;
    }
    case 'among': {
      const wanted = new Set(
        filter.texts.map((text) => Buffer.from(foldText(text.trim())).toString('latin1')),
      );
      const { folded } = table.tokens;
      const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
      const range = { start: 0, end: 0 };
      return (row) => {
        foldedCell(table, row, filter.column, range);
        return wanted.has(bytes.toString('latin1', range.start, range.end).trim());
      };
    }
    case 'rows': {
      const wanted = new Set(filter.rows);
      return (row) => wanted.has(row);
    }
    case 'unread': {
      const { column } = filter;
      const marks = new Uint8Array(table.rows);
      for (const found of column === null ? table.columns : [table.columns[column]])
        for (const row of rowsWithUnreadableCell(found)) marks[row] = 1;
      return (row) => marks[row] === 1;
    }
  }
}
