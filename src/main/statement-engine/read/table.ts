/** @file An open statement: its text, row offsets and columns. */
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import { detach } from '../../workers/detach-buffer.ts';
import { type Column, type ColumnCollectors, createCollectors, decideColumns } from '../columns/columns.ts';
import type { DateCollector } from '../columns/dates.ts';
import type { NumberCollector } from '../columns/numbers.ts';
import { type DetectedEncoding, detectEncoding, toUtf8 } from './encoding.ts';
import { cellEnd, rowEnd } from './fold.ts';
import { detectLayout, type Layout, readRows, separators } from './layout.ts';
import { withoutTextFormula } from './quoted-cell.ts';
import { type KernelBuffer, readTokens } from './read-tokens.ts';
import { locateCells, type RowCells, splitRow, type Tokens } from './tokenize.ts';
import { findUnquotedAmounts, joinAmounts, type UnquotedAmount } from './unquoted-amounts.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const sampleRows = 400;
/** Fewer columns may be a text with a comma in it. */
const minColumns = 3;
const number = /^[^\p{L}\d]{0,3}\d[\d.,]*$/u;

const isLineEnd = (byte: number | undefined) => byte === lineFeed || byte === carriageReturn;

/** Removes the quotes around every line, and one of two quotes inside; `null` unless each line is one quoted cell. */
function withoutOuterQuotes(text: Uint8Array): Uint8Array | null {
  const inner = new Uint8Array(text.length);
  let to = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    const isFirst = at === 0 || isLineEnd(text[at - 1]);
    if (!isQuoted && isFirst && byte === quote) isQuoted = true;
    else if (isQuoted && byte === quote && text[at + 1] !== quote) isQuoted = false;
    else if (isQuoted || isLineEnd(byte)) {
      inner[to] = byte;
      to += 1;
      if (byte === quote) at += 1;
    } else return null;
  }
  return isQuoted ? null : inner.subarray(0, to);
}

/**
 * Returns the rows inside of lines that are quoted as a whole; other texts unchanged. Commas in a list of quoted amounts separate nothing.
 */
function unquoteLines(text: Uint8Array): Uint8Array {
  const inner = withoutOuterQuotes(text);
  if (inner === null) return text;
  const [, ...rows] = readRows(text, ',', sampleRows);
  if (rows.every(([cell = '']) => number.test(cell))) return text;
  const { columns, headerRows, certain } = detectLayout(inner);
  return columns >= minColumns && headerRows > 0 && certain ? inner : text;
}

/** The clerk's choices for a file; missing choices are detected. */
export type OpenOptions = Readonly<ReadOptions>;

export type { Column } from '../columns/columns.ts';

/** Number of bytes in which the header is. */
const headBytes = 1 << 18;
/** Maximum number of columns of a table. */
const maxColumns = 16_384;

/** The statements of a table of several statements. The last columns of the table are in no file: they name the statement. */
interface OriginColumns {
  /** Index of the first of these columns. */
  readonly first: number;
  /** Returns where the folded text of a cell is; `null` for a cell that is not searched as text. */
  rangeOf(row: number, column: number): { readonly start: number; readonly end: number } | null;
  /** Returns the statement of a row, by its index in the table, and the row in it. */
  originOf(row: number): { readonly index: number; readonly row: number } | null;
  /** A 1 for each row that an earlier statement of the table has too; `null` if the statements do not overlap. */
  readonly repeatedRows: Uint8Array | null;
}

/** The table of one statement, or of several statements. Rows are data rows, counted from 0. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly encoding: DetectedEncoding;
  readonly text: Uint8Array;
  readonly tokens: Tokens;
  /** Number of rows before the first data row. */
  readonly head: number;
  /** Rows with another number of cells than most rows. */
  readonly ragged: Uint32Array;
  /** Cells of the first amount that commas without quotes divide, if joining such cells makes every row fit the header. */
  readonly unquotedAmount: UnquotedAmount;
  /** The clerk's choices. */
  readonly options: OpenOptions;
  /** `null` for one statement. */
  readonly origins: OriginColumns | null;
  /** Returns the cells of a row as text, each cut to `maxBytes`. */
  cells(row: number, maxBytes?: number): string[];
  /** Sets `cells` to the cells of a row in `text`; `null` for a table of several statements. */
  readonly locate: ((row: number, cells: RowCells) => void) | null;
}

/** The parameters for reading a text. */
interface Reading {
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

function headOf({ preamble, headerRows }: Layout): number {
  return preamble + headerRows;
}

/** Limits the rows before the data to the rows of the file. */
function withinRows(layout: Layout, rows: number): Layout {
  return headOf(layout) <= rows
    ? layout
    : { ...layout, preamble: Math.min(layout.preamble, rows), headerRows: 0 };
}

/** Detects how to read a text; needs at least its first 512 KB. */
function detectReading(text: Uint8Array, options: OpenOptions): Reading {
  const layout = detectLayout(text, options);
  const head = headOf(layout);
  const header = readRows(text.subarray(0, headBytes), layout.separator, head).slice(layout.preamble);
  const collectors = createCollectors(text, layout, head, {
    names: joinNames(header, layout.columns),
    options,
  });
  const columnCollectors = collectors.numbers.map(
    (collector, column) => collector ?? collectors.dates[column] ?? null,
  );
  const tokenizeOptions = {
    separator: separators[layout.separator],
    expected: layout.columns,
    head,
    collectors: columnCollectors,
  };
  return { layout, head, collectors, tokenize: tokenizeOptions };
}

/** Opens a file from its bytes. The bytes are not changed, and must not change afterwards. */
export function openTable(
  bytes: Uint8Array,
  options: OpenOptions = {},
  buffer: KernelBuffer | null = null,
): Table {
  const detected = detectEncoding(bytes);
  const bomBytes =
    options.encoding === undefined || options.encoding === detected.encoding ? detected.mark : 0;
  const encoding: DetectedEncoding =
    options.encoding === undefined ? detected : { encoding: options.encoding, mark: bomBytes, certain: true };
  // A text that was detected as valid UTF-8 needs no second check.
  const isValidUtf8 = detected.encoding === 'utf-8' && encoding.encoding === 'utf-8' && detected.certain;
  const decoded = isValidUtf8 ? bytes.subarray(bomBytes) : toUtf8(bytes, encoding.encoding, bomBytes);
  const text = chosenText(decoded, options);
  const reading = detectReading(text, options);
  const sharedBuffer =
    isValidUtf8 && text === decoded && buffer !== null ? { ...buffer, skip: bomBytes } : null;
  return createTable(
    { text, reading, encoding, tokens: readTokens(text, reading.tokenize, sharedBuffer) },
    options,
  );
}

/** Returns the rows of a text: those in lines that are quoted as a whole, and with joined amounts if the clerk chose so. */
export function chosenText(text: Uint8Array, options: OpenOptions): Uint8Array {
  const rows = unquoteLines(text);
  return options.joinsAmounts === true ? joinAmounts(rows, options) : rows;
}

/** Joins the names of each column of the rows of a header. */
function joinNames(header: readonly (readonly string[])[], width: number): string[] {
  return Array.from({ length: width }, (_, column) =>
    header
      .map((cells) => cells[column]?.trim() ?? '')
      .filter((name) => name !== '')
      .join(' '),
  );
}

/** Creates the table of a tokenized text. */
function createTable(
  source: {
    readonly text: Uint8Array;
    readonly reading: Reading;
    readonly encoding: DetectedEncoding;
    readonly tokens: Tokens;
  },
  options: OpenOptions,
): Table {
  const { text, tokens, encoding } = source;
  const { collectors } = source.reading;
  // The clerk may have chosen a row beyond the end of this file.
  const layout = withinRows(source.reading.layout, tokens.rows);
  const head = headOf(layout);
  const separatorByte = separators[layout.separator];
  const rows = Math.max(0, tokens.rows - head);
  const readCells = (row: number, maxBytes?: number) =>
    splitRow(
      text,
      separatorByte,
      tokens.starts[row] ?? 0,
      tokens.starts[row + 1] ?? 0,
      tokens.openQuotes,
      maxBytes,
    ).map(withoutTextFormula);
  const width = Math.min(tokens.columns, maxColumns);
  const header = Array.from({ length: layout.headerRows }, (_, row) => readCells(layout.preamble + row, 200));
  const names = joinNames(header, width);
  return {
    rows,
    columns: decideColumns(names, collectors, rows, options),
    layout,
    encoding,
    text,
    tokens,
    head,
    ragged: tokens.ragged.filter((row) => row >= head).map((row) => row - head),
    unquotedAmount: findUnquotedAmounts(text, layout, tokens)?.example ?? null,
    options,
    origins: null,
    cells: (row, most) => readCells(row + head, most),
    locate(row, cells) {
      const { starts, openQuotes } = tokens;
      const maxBytes = Number.MAX_SAFE_INTEGER;
      const [from = 0, to = 0] = [starts[row + head], starts[row + head + 1]];
      locateCells(text, from, to, { separator: separatorByte, openQuotes, maxBytes }, cells);
      for (let index = 0; index < cells.count; index += 1) {
        const cell = cells.texts[index] ?? null;
        // A cell that is one part of the text is no text formula: its quotes begin and end the cell.
        if (cell !== null) cells.texts[index] = withoutTextFormula(cell);
      }
    },
  };
}

/** Frees the memory of a table, except that of its text and folded copy. The table is unusable afterwards. */
export function releaseTable({ tokens, columns }: Table): void {
  for (const list of [tokens.starts, tokens.foldedStarts]) detach(list);
  for (const column of columns) if ('values' in column) detach(column.values);
}

/** Sets `range` to the folded cell of a row and column; empty if the row is too short. */
export function foldedCell(
  { tokens, head, origins }: Table,
  row: number,
  column: number,
  range: { start: number; end: number },
): void {
  const { folded, foldedStarts } = tokens;
  if (origins !== null && column >= origins.first) {
    const { start, end } = origins.rangeOf(row, column) ?? { start: 0, end: 0 };
    range.start = start;
    range.end = end;
    return;
  }
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

/** Counts the data rows without any text. */
export function countBlankRows({ tokens, head, rows }: Table): number {
  const { folded, foldedStarts } = tokens;
  let blankCount = 0;
  for (let row = head; row < head + rows; row += 1) {
    let at = foldedStarts[row] ?? 0;
    const end = foldedStarts[row + 1] ?? 0;
    while (at < end && (folded[at] === cellEnd || folded[at] === rowEnd || folded[at] === 0x20)) at += 1;
    if (at >= end) blankCount += 1;
  }
  return blankCount;
}
