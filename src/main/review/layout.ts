/** @file Detects the separator, the header and the lines before it; the clerk's choices take precedence. */
import type { StatementSeparator } from '../../shared/model/review.ts';
import { isValue } from './cell-shape.ts';
import { type FoundHeader, findHeader, firstRowOfData, widthOf } from './header.ts';
import { withoutTextFormula } from './quoted-cell.ts';
import { cellsOf, tokenize } from './tokenize.ts';

export type Separator = StatementSeparator;

/** Bytes that separate cells. */
export const separators: Readonly<Record<Separator, number>> = {
  ',': 0x2c,
  ';': 0x3b,
  '\t': 0x09,
  '|': 0x7c,
};
const all: readonly Separator[] = [',', ';', '\t', '|'];

/** Structure of a file. */
export interface Layout {
  readonly separator: Separator;
  /** Rows of the file before the header, or before the first row of data when there is no header. */
  readonly preamble: number;
  /** Number of header rows after them. */
  readonly headerRows: 0 | 1 | 2;
  /** Number of cells of a complete row. */
  readonly columns: number;
  /** False if the separator or the header is only the likeliest one. */
  readonly certain: boolean;
  /** Rows of the file that could be the header, the likeliest first. */
  readonly candidates: readonly number[];
}

/** The clerk's choices for a layout. */
export interface LayoutChoice {
  readonly separator?: Separator | undefined;
  readonly header?: 'none' | number | undefined;
}

const sampleBytes = 1 << 18;
const sampleRows = 400;
/** Maximum bytes of a cell that are examined. */
const cellBytes = 200;
/** Rows and cells that the window shows for choosing the header. */
const rowsShown = 60;
const cellsShown = 100;
/** Rows and columns that are scored for a separator. */
const rowsScored = 60;
const columnsScored = 40;
/** Minimum share of rows of the same width, from the first such row on; fewer are a coincidence. */
const minRegularShare = 0.35;
const regular = 0.6;
/** A second separator with this share of the best score makes the result uncertain. */
const close = 0.6;

function sampleOf(text: Uint8Array): Uint8Array {
  if (text.length <= sampleBytes) return text;
  const cut = text.lastIndexOf(0x0a, sampleBytes);
  return text.subarray(0, cut > 0 ? cut + 1 : sampleBytes);
}

interface Sample {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  /** Number of cells of the rows that continue to the end. */
  readonly columns: number;
  /** Share of rows with this width, from the first such row on. */
  readonly regularity: number;
  /** Quality of the separator; 0 if it splits no row. */
  readonly score: number;
}

/** The first rows of a text as cells, cut to {@link cellBytes}. */
export function rowsOf(text: Uint8Array, separator: Separator, most: number): string[][] {
  const byte = separators[separator];
  const { rows, starts, openQuotes } = tokenize(text, { separator: byte, expected: 0, most });
  return Array.from({ length: Math.min(rows, most) }, (_, row) =>
    cellsOf(text, byte, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes, cellBytes).map(
      withoutTextFormula,
    ),
  );
}

interface Width {
  readonly columns: number;
  readonly regularity: number;
}

/** The width that continues to the end best: wide rows win if most rows after the first one are as wide. */
function bestWidth(rows: readonly (readonly string[])[]): Width {
  const lengths = rows.filter((cells) => widthOf(cells) > 0).map((cells) => cells.length);
  const widths = [...Map.groupBy(lengths, (length) => length)].map(([columns, { length: count }]): Width => {
    const regularity = count / (lengths.length - lengths.indexOf(columns));
    // A single row of a width is a title or a total, unless the file has no other rows.
    return { columns, regularity: count === 1 && lengths.length > 2 ? regularity / 3 : regularity };
  });
  const scoreOf = ({ columns, regularity }: Width) => regularity ** 2 * Math.min(columns, columnsScored);
  const [best] = widths
    .filter(({ columns, regularity }) => columns > 1 && regularity >= minRegularShare)
    .toSorted((one, two) => scoreOf(two) - scoreOf(one));
  return best ?? { columns: 1, regularity: 1 };
}

/** True for a cell with a quote, or with another separator that is no mark of decimals and rare in texts. */
function isLeftWhole(cell: string, separator: Separator): boolean {
  return (
    cell.includes('"') || all.some((other) => other !== ',' && other !== separator && cell.includes(other))
  );
}

function sampleWith(text: Uint8Array, separator: Separator): Sample {
  const rows = rowsOf(text, separator, sampleRows);
  const { columns, regularity } = bestWidth(rows);
  if (columns === 1) return { separator, rows, columns, regularity, score: 0 };
  const cells = rows
    .filter((row) => row.length === columns)
    .slice(0, rowsScored)
    .flatMap((row) => row.slice(0, columnsScored))
    .filter((cell) => cell.trim() !== '');
  const share = (count: number) => count / Math.max(1, cells.length);
  const values = share(cells.filter(isValue).length);
  // A cell that still looks unsplit shows that this separator is the wrong one.
  const left = share(cells.filter((cell) => isLeftWhole(cell, separator)).length);
  const whole = rows.filter((row) => row.length === columns).length / rows.length;
  const score =
    regularity ** 2 * Math.sqrt(whole) * Math.min(columns, columnsScored) * (0.5 + values) * (1 - left);
  return { separator, rows, columns, regularity, score };
}

/** The separator that a first line such as `sep=;` declares for spreadsheets. */
function namedSeparator(text: Uint8Array): Separator | null {
  const line = Buffer.from(text.subarray(0, 16)).toString('latin1');
  const named = /^"?sep=(.)"?(?:[\r\n]|$)/i.exec(line)?.[1];
  return all.find((separator) => separator === named) ?? null;
}

/** Detects the layout of a file; the clerk's choices take precedence. */
export function detectLayout(text: Uint8Array, choice: LayoutChoice = {}): Layout {
  const sample = sampleOf(text);
  const named = choice.separator ?? namedSeparator(sample);
  const tried = named === null ? all : [named];
  const [best, second] = tried
    .map((separator) => sampleWith(sample, separator))
    .toSorted((one, two) => two.score - one.score);
  if (best === undefined || best.rows.length === 0)
    return { separator: named ?? ',', preamble: 0, headerRows: 0, columns: 1, certain: true, candidates: [] };
  const { separator, columns, rows, regularity } = best;
  const isParted =
    best.score > 0 ? (second?.score ?? 0) < best.score * close : named !== null || isList(rows);
  const found = findHeader(rows, columns);
  const certain = isParted && regularity >= regular && (choice.header !== undefined || found.certain);
  return {
    separator,
    columns,
    certain,
    candidates: found.candidates,
    ...withChoice(found, best, choice.header),
  };
}

/** True for a file with one column, whose rows are values and not sentences. */
function isList(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.length === 1) && rows.slice(1).every(([cell = '']) => isValue(cell));
}

function withChoice(
  found: FoundHeader,
  { rows, columns }: Sample,
  header: LayoutChoice['header'],
): Pick<Layout, 'preamble' | 'headerRows'> {
  const { preamble, headerRows } = found;
  if (header === undefined) return { preamble, headerRows };
  if (header === 'none') return { preamble: firstRowOfData(rows, columns), headerRows: 0 };
  return { preamble: header, headerRows: header === preamble && headerRows === 2 ? 2 : 1 };
}

/** The first rows of a text for choosing the header, including the lines before it. */
export function firstRows(text: Uint8Array, choice: LayoutChoice): string[][] {
  const { separator } = detectLayout(text, choice);
  return rowsOf(text, separator, rowsShown).map((cells) => cells.slice(0, cellsShown));
}
