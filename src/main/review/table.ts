/** @file One statement, opened: its text, where its rows are, and what its columns are. */
import { DateCollector, type DateColumn, type DateRule } from './dates.ts';
import { type DetectedEncoding, detectEncoding, type Encoding, toUtf8 } from './encoding.ts';
import { cellEnd, rowEnd } from './fold.ts';
import { detectLayout, type Layout, type Separator, separators } from './layout.ts';
import { type DecimalRule, NumberCollector, type NumberColumn } from './numbers.ts';
import { type CellTaker, cellsOf, type Tokens, tokenize } from './tokenize.ts';

/** What the clerk decided about a file; what is left out is found out. */
export interface OpenOptions {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly header?: boolean | undefined;
  /** For columns that could be read both ways. */
  readonly decimals?: 'point' | 'comma' | undefined;
  readonly dates?: 'day-first' | 'month-first' | undefined;
}

/** A column. */
export type Column = { readonly name: string } & (
  | { readonly kind: 'text' }
  | ({ readonly kind: 'number' } & NumberColumn)
  | ({ readonly kind: 'date' } & DateColumn)
  /** Numbers or dates that could be read in two ways: text until the clerk decides. */
  | { readonly kind: 'undecided'; readonly of: 'number' | 'date' }
);

/** The most columns that can be shown. */
export const mostColumns = 16_384;
/** Rows that decide which columns are worth looking at as numbers or dates. */
const sampleRows = 400;

/** One statement. Rows are rows of data, from 0. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly encoding: DetectedEncoding;
  readonly text: Uint8Array;
  readonly tokens: Tokens;
  /** Rows of the file before the first one of data. */
  readonly head: number;
  /** Rows with more or fewer cells than the others. */
  readonly ragged: Uint32Array;
  /** Cells of a row as text, as many as there are columns at least. */
  cells(row: number, most?: number): string[];
}

interface Takers {
  readonly numbers: (NumberCollector | null)[];
  readonly dates: (DateCollector | null)[];
}

/** Columns whose first rows look like numbers or dates. */
function collectorsFor(text: Uint8Array, layout: Layout, rows: number): Takers {
  const cut = text.subarray(0, 1 << 18);
  const byte = separators[layout.separator];
  const head = layout.preamble + (layout.header ? 1 : 0);
  const numbers: (NumberCollector | null)[] = [];
  const dates: (DateCollector | null)[] = [];
  for (let column = 0; column < Math.min(layout.columns, 512); column += 1) {
    numbers.push(new NumberCollector(sampleRows));
    dates.push(new DateCollector(sampleRows));
  }
  const takers = (collectors: readonly (CellTaker | null)[]) =>
    tokenize(cut, { separator: byte, expected: layout.columns, head, takers: collectors });
  takers(numbers);
  takers(dates);
  const isWhole = cut.length === text.length;
  return {
    numbers: numbers.map((sample, column) => {
      const date = dates[column]?.rule() ?? null;
      const looksNumeric = isWhole ? sample?.rule() !== null : sample?.given === false;
      return date === null && looksNumeric ? new NumberCollector(rows) : null;
    }),
    dates: dates.map((sample) => (sample?.rule() === null ? null : new DateCollector(rows))),
  };
}

/** The rule of a file: what one column tells for certain counts for those that could be read both ways. */
function fileRule(rules: readonly (DecimalRule | null)[]): 'point' | 'comma' | null {
  const told = new Set(rules.filter((rule) => rule === 'point' || rule === 'comma'));
  const [only] = told;
  return told.size === 1 && (only === 'point' || only === 'comma') ? only : null;
}

function columnsOf(names: readonly string[], takers: Takers, rows: number, options: OpenOptions): Column[] {
  const numberRules = takers.numbers.map((collector) => collector?.rule() ?? null);
  const decided = options.decimals ?? fileRule(numberRules);

  function dateColumn(name: string, collector: DateCollector, found: DateRule): Column {
    const rule = found === 'ambiguous' ? options.dates : found;
    if (rule === undefined) return { name, kind: 'undecided', of: 'date' };
    return { name, kind: 'date', ...collector.column(rule, rows) };
  }
  function numberColumn(name: string, collector: NumberCollector, found: DecimalRule): Column {
    const rule = found === 'ambiguous' ? decided : found;
    if (rule === null) return { name, kind: 'undecided', of: 'number' };
    return { name, kind: 'number', ...collector.column(rule, rows) };
  }
  return names.map((name, index): Column => {
    const dates = takers.dates[index] ?? null;
    const dateRule = dates?.rule() ?? null;
    if (dates !== null && dateRule !== null) return dateColumn(name, dates, dateRule);
    const numbers = takers.numbers[index] ?? null;
    const numberRule = numberRules[index] ?? null;
    if (numbers !== null && numberRule !== null) return numberColumn(name, numbers, numberRule);
    return { name, kind: 'text' };
  });
}

/** Opens a file whose bytes are all there. They are not changed, and must not be changed by anybody else. */
export function openTable(bytes: Uint8Array, options: OpenOptions = {}): Table {
  const detected = detectEncoding(bytes);
  const mark = options.encoding === undefined || options.encoding === detected.encoding ? detected.mark : 0;
  const encoding: DetectedEncoding =
    options.encoding === undefined ? detected : { encoding: options.encoding, mark, certain: true };
  const text = toUtf8(bytes, encoding.encoding, mark);
  const layout = detectLayout(text, options);
  const byte = separators[layout.separator];
  const head = layout.preamble + (layout.header ? 1 : 0);
  const guess = Math.ceil(text.length / 64) + 16;
  const takers = collectorsFor(text, layout, Math.min(guess, 4_000_000));
  const tokens = tokenize(text, {
    separator: byte,
    expected: layout.columns,
    head,
    takers: takers.numbers.map((collector, column) => collector ?? takers.dates[column] ?? null),
  });
  const rows = Math.max(0, tokens.rows - head);
  const rowCells = (row: number, most?: number) =>
    cellsOf(text, byte, tokens.starts[row] ?? 0, tokens.starts[row + 1] ?? 0, tokens.openQuotes, most);
  const width = Math.min(tokens.columns, mostColumns);
  const header = layout.header ? rowCells(layout.preamble, 200) : [];
  const names = Array.from({ length: width }, (_, column) => header[column]?.trim() ?? '');
  return {
    rows,
    columns: columnsOf(names, takers, rows, options),
    layout,
    encoding,
    text,
    tokens,
    head,
    ragged: tokens.ragged.filter((row) => row >= head).map((row) => row - head),
    cells: (row, most) => rowCells(row + head, most),
  };
}

/** Where the folded cell of a row and column begins and ends; empty behind the end of a short row. */
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
