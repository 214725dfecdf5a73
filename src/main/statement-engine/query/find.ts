/** @file Finds a text in the folded copy of a table, in all rows regardless of the view. */
import { rowsWithUnreadableCell } from '../columns/unreadable-cells.ts';
import { cellEnd, foldText, rowEnd } from '../read/fold.ts';
import { foldedCell, type Table } from '../read/table.ts';
import type { Seek } from '../read/tokenize.ts';

/** Finds the data row that contains an offset of the folded copy. `from` is a row of the file at or before the offset. */
function findRow({ tokens, head }: Table, offset: number, from: number): number {
  const { foldedStarts, rows } = tokens;
  let low = from;
  let high = from + 1;
  // The next hit is usually near the previous one.
  for (let step = 1; high < rows && (foldedStarts[high] ?? 0) <= offset; step *= 2) {
    low = high;
    high += step;
  }
  high = Math.min(high, rows);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((foldedStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low - head;
}

/** Returns the fastest available search for a folded text of at least one byte. */
export function seekIn({ tokens: { folded, seek } }: Table, needle: Uint8Array): Seek {
  const kernelSeek = seek?.(needle) ?? null;
  if (kernelSeek !== null) return kernelSeek;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  return (from) => bytes.indexOf(needle, from);
}

/** A cell in which a text was found. */
export interface Hit {
  readonly row: number;
  readonly column: number;
}

/**
 * Yields each cell that contains a folded text of at least one byte, in the order of the file. `accept` may reject an
 * occurrence by its offset in the folded copy. No other search may run in the table until the generator ends.
 */
export function* findNeedle(
  table: Table,
  needle: Uint8Array,
  accept: (folded: Uint8Array, at: number) => boolean = () => true,
): Generator<Hit> {
  const { folded, foldedStarts } = table.tokens;
  const seek = seekIn(table, needle);
  const fileRow = (row: number) => foldedStarts[row + table.head] ?? 0;
  let row = -1;
  let column = 0;
  let countedTo = 0;
  for (let at = seek(fileRow(0)); at >= 0; at = seek(at)) {
    if (!accept(folded, at)) {
      at += 1;
      continue;
    }
    const hitRow = findRow(table, at, Math.max(0, row + table.head));
    if (hitRow !== row) {
      row = hitRow;
      column = 0;
      countedTo = fileRow(row);
    }
    for (; countedTo < at; countedTo += 1) if (folded[countedTo] === cellEnd) column += 1;
    yield { row, column };
    at = findCellEnd(folded, at);
  }
}

/**
 * Yields each cell that contains a text, in the order of the file, at most `maxHits` cells. No other search may run in
 * the table until the generator ends.
 */
export function* findHits(table: Table, text: string, maxHits = Number.MAX_SAFE_INTEGER): Generator<Hit> {
  const needle = foldText(text);
  if (needle.length === 0 || maxHits === 0) return;
  let count = 0;
  for (const hit of findNeedle(table, needle)) {
    yield hit;
    count += 1;
    if (count >= maxHits) return;
  }
}

function findCellEnd(folded: Uint8Array, from: number): number {
  let at = from;
  while (at < folded.length && (folded[at] ?? 0) !== cellEnd && (folded[at] ?? 0) !== rowEnd) at += 1;
  return at;
}

/** Marks each row that contains a text in any column with 1, and counts the cells that contain the text. */
export function markRowsWith(
  table: Table,
  text: string,
): { readonly marks: Uint8Array; readonly cells: number } {
  const marks = new Uint8Array(table.rows);
  let cells = 0;
  const needle = foldText(text);
  if (needle.length === 0) return { marks, cells };
  const { folded, foldedStarts } = table.tokens;
  const seek = seekIn(table, needle);
  let row = 0;
  for (let at = seek(foldedStarts[table.head] ?? 0); at >= 0; at = seek(at)) {
    row = findRow(table, at, row + table.head);
    marks[row] = 1;
    cells += 1;
    at = findCellEnd(folded, at);
  }
  return { marks, cells };
}

/** A filter of a column. Numbers are minor units of the column, dates YYYYMMDD. */
type Filter =
  | { readonly kind: 'contains' | 'starts' | 'is'; readonly column: number; readonly text: string }
  | {
      readonly kind: 'between';
      readonly column: number;
      readonly from: number | null;
      readonly to: number | null;
    }
  /** Numbers whose absolute value is at least `least`. */
  | { readonly kind: 'over'; readonly column: number; readonly least: number }
  | { readonly kind: 'among'; readonly column: number; readonly texts: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly number[] }
  /** Rows with an unreadable cell in the column; `null` for any column. */
  | { readonly kind: 'unread'; readonly column: number | null }
  /** Rows that are in two statements of a table: once, or only their repetitions. */
  | { readonly kind: 'repeated'; readonly show: 'once' | 'only' };

function startsAt(folded: Uint8Array, needle: Uint8Array, at: number, end: number): boolean {
  if (at + needle.length > end) return false;
  for (let index = 0; index < needle.length; index += 1)
    if (folded[at + index] !== needle[index]) return false;
  return true;
}

const blank = 0x20;

function createTextTest(table: Table, filter: Extract<Filter, { text: string }>): (row: number) => boolean {
  const needle = foldText(filter.text.trim());
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  if (filter.kind === 'contains' && table.origins !== null && filter.column >= table.origins.first) {
    const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
    return (row) => {
      foldedCell(table, row, filter.column, range);
      return bytes.subarray(range.start, range.end).includes(Buffer.from(needle));
    };
  }
  if (filter.kind === 'contains') {
    const marks = new Uint8Array(table.rows);
    for (const { row, column } of findHits(table, filter.text.trim()))
      if (column === filter.column) marks[row] = 1;
    return (row) => marks[row] === 1;
  }
  return (row) => {
    foldedCell(table, row, filter.column, range);
    let { start, end } = range;
    // Blanks around a text are no part of it, as in the cell that the clerk sees.
    while (start < end && folded[start] === blank) start += 1;
    while (end > start && folded[end - 1] === blank) end -= 1;
    const fits = startsAt(folded, needle, start, end);
    return fits && (filter.kind === 'starts' || end - start === needle.length);
  };
}

function columnValuesOf(table: Table, column: number): Float64Array | Int32Array | null {
  const found = table.columns[column];
  return found?.kind === 'number' || found?.kind === 'date' ? found.values : null;
}

/** Creates a test of rows for a filter. `signedAmounts` returns the amounts of a column whose signs are in another column, or `null`. */
export function createRowTest(
  table: Table,
  filter: Filter,
  signedAmounts: (column: number) => Float64Array | null = () => null,
): (row: number) => boolean {
  switch (filter.kind) {
    case 'contains':
    case 'starts':
    case 'is':
      return createTextTest(table, filter);
    case 'between': {
      const writtenValues = columnValuesOf(table, filter.column);
      const { from, to } = filter;
      // A single number is compared with the amounts as written, a range with the signed amounts.
      const values = from === to ? writtenValues : (signedAmounts(filter.column) ?? writtenValues);
      const missing = table.columns[filter.column]?.kind === 'date' ? 0 : Number.NaN;
      return (row) => {
        const value = values?.[row] ?? Number.NaN;
        if (value === missing || Number.isNaN(value)) return false;
        return (from === null || value >= from) && (to === null || value <= to);
      };
    }
    case 'over': {
      const values = columnValuesOf(table, filter.column);
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
    case 'repeated': {
      const marks = table.origins?.repeatedRows ?? new Uint8Array(table.rows);
      const wanted = filter.show === 'only' ? 1 : 0;
      return (row) => marks[row] === wanted;
    }
  }
}
