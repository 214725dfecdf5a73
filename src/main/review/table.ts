/** @file An open statement: its text, row offsets and columns. */
import type { ReadOptions } from '../../shared/model/review.ts';
import { type Column, type ColumnCollectors, collectorsFor, columnsOf } from './columns.ts';
import type { DateCollector } from './dates.ts';
import { type DetectedEncoding, detectEncoding, toUtf8 } from './encoding.ts';
import { cellEnd, rowEnd } from './fold.ts';
import { detectLayout, type Layout, separators } from './layout.ts';
import type { NumberCollector } from './numbers.ts';
import { withoutTextFormula } from './quoted-cell.ts';
import { type KernelBuffer, readTokens } from './read-tokens.ts';
import { cellsOf, type Tokens } from './tokenize.ts';

/** The clerk's choices for a file; missing ones are detected. */
export type OpenOptions = Readonly<ReadOptions>;

export type { Column } from './columns.ts';

/** Maximum number of columns of a table. */
export const maxColumns = 16_384;
/** One statement. Rows are data rows, counted from 0. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly encoding: DetectedEncoding;
  readonly text: Uint8Array;
  readonly tokens: Tokens;
  /** Number of rows before the first data row. */
  readonly head: number;
  /** Rows with more or fewer cells than the others. */
  readonly ragged: Uint32Array;
  /** The clerk's choices. */
  readonly options: OpenOptions;
  /** Cells of a row as text; at most `most` bytes of each. */
  cells(row: number, most?: number): string[];
}

/** The parameters for reading a text. */
export interface Reading {
  readonly layout: Layout;
  /** Number of rows before the first data row. */
  readonly head: number;
  readonly collectors: ColumnCollectors;
  readonly tokenize: {
    readonly separator: number;
    readonly expected: number;
    readonly head: number;
    readonly collectors: readonly (NumberCollector | DateCollector | null)[];
  };
}

/** Number of rows before the first data row. */
function headOf({ preamble, headerRows }: Layout): number {
  return preamble + headerRows;
}

function withinRows(layout: Layout, rows: number): Layout {
  return headOf(layout) <= rows
    ? layout
    : { ...layout, preamble: Math.min(layout.preamble, rows), headerRows: 0 };
}

/** Detects how to read a text; needs at least its first 512 KB. */
export function readingOf(text: Uint8Array, options: OpenOptions): Reading {
  const layout = detectLayout(text, options);
  const head = headOf(layout);
  const collectors = collectorsFor(text, layout, head, options);
  const all = collectors.numbers.map((collector, column) => collector ?? collectors.dates[column] ?? null);
  const how = { separator: separators[layout.separator], expected: layout.columns, head, collectors: all };
  return { layout, head, collectors, tokenize: how };
}

/** Opens a file from its bytes. The bytes are not changed, and must not change afterwards. */
export function openTable(
  bytes: Uint8Array,
  options: OpenOptions = {},
  buffer: KernelBuffer | null = null,
): Table {
  const detected = detectEncoding(bytes);
  const mark = options.encoding === undefined || options.encoding === detected.encoding ? detected.mark : 0;
  const encoding: DetectedEncoding =
    options.encoding === undefined ? detected : { encoding: options.encoding, mark, certain: true };
  // A text that was detected as valid UTF-8 needs no second check.
  const isValidUtf8 = detected.encoding === 'utf-8' && encoding.encoding === 'utf-8' && detected.certain;
  const text = isValidUtf8 ? bytes.subarray(mark) : toUtf8(bytes, encoding.encoding, mark);
  const reading = readingOf(text, options);
  const placed = isValidUtf8 && buffer !== null ? { ...buffer, skip: mark } : null;
  return tableOf({ text, reading, encoding, tokens: readTokens(text, reading.tokenize, placed) }, options);
}

/** Creates the table of a tokenized text. */
export function tableOf(
  found: {
    readonly text: Uint8Array;
    readonly reading: Reading;
    readonly encoding: DetectedEncoding;
    readonly tokens: Tokens;
  },
  options: OpenOptions,
): Table {
  const { text, tokens, encoding } = found;
  const { collectors } = found.reading;
  // The clerk may have chosen a row beyond the end of this file.
  const layout = withinRows(found.reading.layout, tokens.rows);
  const head = headOf(layout);
  const byte = separators[layout.separator];
  const rows = Math.max(0, tokens.rows - head);
  const rowCells = (row: number, most?: number) =>
    cellsOf(text, byte, tokens.starts[row] ?? 0, tokens.starts[row + 1] ?? 0, tokens.openQuotes, most).map(
      withoutTextFormula,
    );
  const width = Math.min(tokens.columns, maxColumns);
  const header = Array.from({ length: layout.headerRows }, (_, row) => rowCells(layout.preamble + row, 200));
  const names = Array.from({ length: width }, (_, column) =>
    header
      .map((cells) => cells[column]?.trim() ?? '')
      .filter((name) => name !== '')
      .join(' '),
  );
  return {
    rows,
    columns: columnsOf(names, collectors, rows, options),
    layout,
    encoding,
    text,
    tokens,
    head,
    ragged: tokens.ragged.filter((row) => row >= head).map((row) => row - head),
    options,
    cells: (row, most) => rowCells(row + head, most),
  };
}

/** Sets `range` to the folded cell of a row and column; empty if the row is too short. */
export function foldedCell(
  { tokens, head }: Table,
  row: number,
  column: number,
  range: { start: number; end: number },
): void {
  const { folded, foldedStarts } = tokens;
  let at = foldedStarts[row + head] ?? 0;
  const limit = (foldedStarts[row + head + 1] ?? 1) - 1;
  for (let index = 0; index < column; index += 1) {
    while (at < limit && folded[at] !== cellEnd) at += 1;
    if (at >= limit) {
      range.start = limit;
      range.end = limit;
      return;
    }
    at += 1;
  }
  range.start = at;
  while (at < limit && folded[at] !== cellEnd && folded[at] !== rowEnd) at += 1;
  range.end = at;
}

/** Number of data rows without any text. */
export function blankRows({ tokens, head, rows }: Table): number {
  const { folded, foldedStarts } = tokens;
  let blank = 0;
  for (let row = head; row < head + rows; row += 1) {
    let at = foldedStarts[row] ?? 0;
    const end = foldedStarts[row + 1] ?? 0;
    while (at < end && (folded[at] === cellEnd || folded[at] === rowEnd || folded[at] === 0x20)) at += 1;
    if (at >= end) blank += 1;
  }
  return blank;
}
