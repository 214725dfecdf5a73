/** @file Detects the separator, the header and the lines before it; the clerk's choices take precedence. */
import type { StatementSeparator } from '../../../shared/model/statements/open-statement.ts';
import { isValue } from '../columns/cell-shape.ts';
import { type FoundHeader, findFirstDataRow, findHeader, widthOf } from './header.ts';
import { withoutTextFormula } from './quoted-cell.ts';
import { splitRow, tokenize } from './tokenize.ts';

type Separator = StatementSeparator;

/** Bytes that separate cells. */
export const separators: Readonly<Record<Separator, number>> = {
  ',': 0x2c,
  ';': 0x3b,
  '\t': 0x09,
  '|': 0x7c,
};
const allSeparators: readonly Separator[] = [',', ';', '\t', '|'];

/** Structure of a file. */
export interface Layout {
  readonly separator: Separator;
  /** Rows of the file before the header, or before the first row of data when there is no header. */
  readonly preamble: number;
  /** Number of header rows after the {@link preamble}. */
  readonly headerRows: 0 | 1 | 2;
  /** Number of cells of a complete row. */
  readonly columns: number;
  /** False if another separator or another header is nearly as likely. */
  readonly certain: boolean;
  /** Most rows have more cells than the header has names: a separator may be inside of amounts, so none is summed. */
  readonly isMisaligned: boolean;
  /** Rows of the file that could be the header, the likeliest first. */
  readonly candidates: readonly number[];
}

/** The clerk's choices for a layout. */
interface LayoutChoice {
  readonly separator?: Separator | undefined;
  readonly header?: 'none' | number | undefined;
}

const sampleBytes = 1 << 18;
const sampleRows = 400;
/** Maximum bytes of a cell that are examined. */
const maxCellBytes = 200;
/** Maximum number of rows that the window shows for choosing the header. */
const maxShownRows = 60;
/** Maximum number of cells of such a row. */
const maxShownCells = 100;
/** Maximum number of rows that are scored for a separator. */
const maxScoredRows = 60;
/** Maximum number of columns that are scored for a separator. */
const maxScoredColumns = 40;
/** Minimum share of rows with the same number of cells, from the first such row on; fewer rows are a coincidence. */
const minRegularShare = 0.35;
/** Minimum regularity for a certain result. */
const minCertainRegularity = 0.6;
/** Maximum score of the second-best separator, as a share of the best score, for a certain result. */
const maxRunnerUpShare = 0.6;

function sampleOf(text: Uint8Array): Uint8Array {
  if (text.length <= sampleBytes) return text;
  const lineFeedAt = text.lastIndexOf(0x0a, sampleBytes);
  return text.subarray(0, lineFeedAt > 0 ? lineFeedAt + 1 : sampleBytes);
}

interface Sample {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  /** Number of cells that most rows have. */
  readonly columns: number;
  /** Share of rows with this number of cells, from the first such row on. */
  readonly regularity: number;
  /** Quality of the separator; 0 if it splits no row. */
  readonly score: number;
}

/** Reads the first rows of a text as cells, cut to {@link cellBytes}. */
export function readRows(text: Uint8Array, separator: Separator, maxRows: number): string[][] {
  const separatorByte = separators[separator];
  const { rows, starts, openQuotes } = tokenize(text, { separator: separatorByte, expected: 0, maxRows });
  return Array.from({ length: Math.min(rows, maxRows) }, (_, row) =>
    splitRow(text, separatorByte, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes, maxCellBytes).map(
      withoutTextFormula,
    ),
  );
}

interface Width {
  readonly columns: number;
  readonly regularity: number;
}

/** Finds the number of cells that most rows have, from the first such row to the end. Wide rows are preferred. */
function bestWidth(rows: readonly (readonly string[])[]): Width {
  const lengths = rows.filter((cells) => widthOf(cells) > 0).map((cells) => cells.length);
  const widths = [...Map.groupBy(lengths, (length) => length)].map(([columns, { length: count }]): Width => {
    const regularity = count / (lengths.length - lengths.indexOf(columns));
    // A width that only one row has belongs to a title or a total, unless the file has at most two rows.
    return { columns, regularity: count === 1 && lengths.length > 2 ? regularity / 3 : regularity };
  });
  const scoreOf = ({ columns, regularity }: Width) => regularity ** 2 * Math.min(columns, maxScoredColumns);
  const [best] = widths
    .filter(({ columns, regularity }) => columns > 1 && regularity >= minRegularShare)
    .toSorted((one, two) => scoreOf(two) - scoreOf(one));
  return best ?? { columns: 1, regularity: 1 };
}

/** True for a cell with a quote, or with another separator. Commas are ignored: they are decimal separators and frequent in texts. */
function looksUnsplit(cell: string, separator: Separator): boolean {
  return (
    cell.includes('"') ||
    allSeparators.some((other) => other !== ',' && other !== separator && cell.includes(other))
  );
}

function trySeparator(text: Uint8Array, separator: Separator): Sample {
  const rows = readRows(text, separator, sampleRows);
  const { columns, regularity } = bestWidth(rows);
  if (columns === 1) return { separator, rows, columns, regularity, score: 0 };
  const cells = rows
    .filter((row) => row.length === columns)
    .slice(0, maxScoredRows)
    .flatMap((row) => row.slice(0, maxScoredColumns))
    .filter((cell) => cell.trim() !== '');
  const shareOf = (count: number) => count / Math.max(1, cells.length);
  const valueShare = shareOf(cells.filter(isValue).length);
  // Cells that look unsplit show that the separator is wrong.
  const unsplitShare = shareOf(cells.filter((cell) => looksUnsplit(cell, separator)).length);
  const completeShare = rows.filter((row) => row.length === columns).length / rows.length;
  const score =
    regularity ** 2 *
    Math.sqrt(completeShare) *
    Math.min(columns, maxScoredColumns) *
    (0.5 + valueShare) *
    (1 - unsplitShare);
  return { separator, rows, columns, regularity, score };
}

/** Finds the separator that a first line such as `sep=;` declares for spreadsheets. */
function findDeclaredSeparator(text: Uint8Array): Separator | null {
  const line = Buffer.from(text.subarray(0, 16)).toString('latin1');
  const declared = /^"?sep=(.)"?(?:[\r\n]|$)/i.exec(line)?.[1];
  return allSeparators.find((separator) => separator === declared) ?? null;
}

/** Detects the layout of a file; the clerk's choices take precedence. */
export function detectLayout(text: Uint8Array, choice: LayoutChoice = {}): Layout {
  const sample = sampleOf(text);
  const chosenSeparator = choice.separator ?? findDeclaredSeparator(sample);
  const triedSeparators = chosenSeparator === null ? allSeparators : [chosenSeparator];
  const [bestSample, secondSample] = triedSeparators
    .map((separator) => trySeparator(sample, separator))
    .toSorted((one, two) => two.score - one.score);
  if (bestSample === undefined || bestSample.rows.length === 0)
    return {
      separator: chosenSeparator ?? ',',
      preamble: 0,
      headerRows: 0,
      columns: 1,
      certain: true,
      isMisaligned: false,
      candidates: [],
    };
  const { separator, columns, rows, regularity } = bestSample;
  const isSeparatorCertain =
    bestSample.score > 0
      ? (secondSample?.score ?? 0) < bestSample.score * maxRunnerUpShare
      : chosenSeparator !== null || isValueList(rows);
  const foundHeader = findHeader(rows, columns);
  const header = applyHeaderChoice(foundHeader, bestSample, choice.header);
  const isMisaligned = hasWiderRows(rows, header);
  const certain =
    isSeparatorCertain &&
    !isMisaligned &&
    regularity >= minCertainRegularity &&
    (choice.header !== undefined || foundHeader.certain);
  return { separator, columns, certain, isMisaligned, candidates: foundHeader.candidates, ...header };
}

/** True if most rows below a header have filled cells beyond its last cell. */
function hasWiderRows(
  rows: readonly (readonly string[])[],
  { preamble, headerRows }: Pick<Layout, 'preamble' | 'headerRows'>,
): boolean {
  const names = rows[preamble]?.length ?? 0;
  if (headerRows === 0) return false;
  const below = rows.slice(preamble + headerRows).filter((row) => widthOf(row) > 0);
  return below.filter((row) => widthOf(row) > names).length * 2 > below.length;
}

/** True for a file with one column of values, not of sentences. */
function isValueList(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.length === 1) && rows.slice(1).every(([cell = '']) => isValue(cell));
}

function applyHeaderChoice(
  foundHeader: FoundHeader,
  { rows, columns }: Sample,
  header: LayoutChoice['header'],
): Pick<Layout, 'preamble' | 'headerRows'> {
  const { preamble, headerRows } = foundHeader;
  if (header === undefined) return { preamble, headerRows };
  if (header === 'none') return { preamble: findFirstDataRow(rows, columns), headerRows: 0 };
  return { preamble: header, headerRows: header === preamble && headerRows === 2 ? 2 : 1 };
}

/** Reads the first rows of a text for choosing the header, including the lines before the header. */
export function readFirstRows(text: Uint8Array, choice: LayoutChoice): string[][] {
  const { separator } = detectLayout(text, choice);
  return readRows(text, separator, maxShownRows).map((cells) => cells.slice(0, maxShownCells));
}
