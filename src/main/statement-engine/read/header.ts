/** @file Detects the header row of a file, and the rows before its data. */
import { isName, isUsualName, isValue } from '../columns/cell-shape.ts';

/** Result of the header detection. */
export interface FoundHeader {
  /** Rows before the header, or before the first row of data. */
  readonly preamble: number;
  /** Number of consecutive header rows. */
  readonly headerRows: 0 | 1 | 2;
  readonly certain: boolean;
  /** Rows that could be the header, the likeliest first. */
  readonly candidates: readonly number[];
}

type Row = readonly string[];

/** Maximum number of rows that are searched for the header. */
const maxTriedRows = 30;
/** Maximum number of rows below a candidate that are examined to rate the candidate. */
const maxRowsBelow = 60;
/** Maximum number of columns that are examined. */
const maxExaminedColumns = 64;
const maxCandidates = 8;
/** Minimum score of a header: one named column of values, or three usual names. */
const minScore = 3;

function filledCells(row: Row): string[] {
  return row.filter((cell) => cell.trim() !== '');
}

/** Counts the cells up to the last filled cell. Some programs write separators after the end of a row. */
export function widthOf(row: Row): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** True for a row of values that is about as wide as most rows. */
function isDataRow(row: Row, columns: number): boolean {
  const texts = filledCells(row.slice(0, maxExaminedColumns));
  const values = texts.filter(isValue).length;
  const width = widthOf(row);
  return values >= 2 ? width >= columns * 0.5 : values === 1 && texts.length <= 5 && width > columns * 0.5;
}

function isSameRow(one: Row, two: Row): boolean {
  return one.join('\n') === two.join('\n');
}

/** Contents of the rows below a candidate. */
interface RowsBelow {
  /** Columns most of whose cells are values. */
  readonly values: ReadonlySet<number>;
  /** The different texts of each column. */
  readonly texts: readonly ReadonlySet<string>[];
}

/** Examines the rows from `first` on, without repetitions of the header. */
function examineRowsBelow(rows: readonly Row[], first: number, header: Row, columns: number): RowsBelow {
  const below = rows
    .slice(first, first + maxRowsBelow)
    .filter((row) => widthOf(row) >= columns * 0.5 && !isSameRow(row, header));
  const width = Math.min(columns, maxExaminedColumns);
  const cells = Array.from({ length: width }, (_, column) =>
    below.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== ''),
  );
  const values = cells.flatMap((column, index) =>
    column.length > 0 && column.filter(isValue).length >= column.length * 0.5 ? [index] : [],
  );
  return { values: new Set(values), texts: cells.map((column) => new Set(column)) };
}

interface Candidate {
  readonly row: number;
  readonly score: number;
  /** Number of value columns that the row names. */
  readonly named: number;
  /** Number of names that are usual in statements. */
  readonly usual: number;
}

/** True for a row whose cells are mostly texts, and could be names. */
function couldName(row: Row, columns: number): boolean {
  const texts = filledCells(row.slice(0, maxExaminedColumns));
  const width = Math.min(columns, maxExaminedColumns);
  const values = texts.filter(isValue).length;
  return (
    texts.length >= Math.max(columns === 1 ? 1 : 2, width * 0.4) &&
    values * 5 < texts.length &&
    texts.filter(isName).length * 2 > texts.length
  );
}

/** Rates a row as the header; `null` for a row that cannot be the header. */
function rateCandidate(rows: readonly Row[], rowIndex: number, columns: number): Candidate | null {
  const row = rows[rowIndex] ?? [];
  if (!couldName(row, columns)) return null;
  const below = examineRowsBelow(rows, rowIndex + 1, row, columns);
  const width = Math.min(columns, maxExaminedColumns);
  const cells = row.slice(0, width).map((cell) => cell.trim());
  const named = cells.filter((cell, column) => isName(cell) && below.values.has(column)).length;
  const usual = cells.filter(isUsualName).length;
  const values = cells.filter(isValue).length;
  const repeatedBelow = cells.filter(
    (cell, column) => cell !== '' && below.texts[column]?.has(cell) === true,
  ).length;
  const dataBefore = rows.slice(0, rowIndex).filter((before) => isDataRow(before, columns)).length;
  const rowsUntilData = rows.slice(rowIndex + 1).findIndex((later) => isDataRow(later, columns));
  const rowsBetween = rows
    .slice(rowIndex + 1, rowIndex + 1 + Math.max(0, rowsUntilData))
    .filter((later) => filledCells(later).length > 0);
  const score =
    Math.min(named, 10) * 3 +
    Math.min(usual, 10) -
    values * 3 -
    repeatedBelow * 2 -
    // Account details before a header look like data rows.
    (usual * 2 >= cells.filter((cell) => cell !== '').length ? Math.min(dataBefore, 3) * 2 : dataBefore * 4) -
    Math.min(rowsBetween.length, 10);
  return { row: rowIndex, score, named, usual };
}

/** True for a second header row, which has units or second lines of names. */
function isSecondHeaderRow(rows: readonly Row[], rowIndex: number, columns: number): boolean {
  const row = (rows[rowIndex] ?? []).map((cell) => cell.trim());
  const texts = filledCells(row);
  if (texts.length < 2 || texts.some(isValue) || !isDataRow(rows[rowIndex + 1] ?? [], columns)) return false;
  const below = examineRowsBelow(rows, rowIndex + 1, row, columns);
  const hasRepeatedTexts = row.some((cell, column) => cell !== '' && below.texts[column]?.has(cell) === true);
  const named = [...below.values].filter((column) => /\p{L}{2}|\p{Sc}/u.test(row[column] ?? '')).length;
  const hasAbsentValue = texts.some((text) => /^(?:n\/?a|nan|null|none|pending|-+)$/i.test(text));
  return !hasRepeatedTexts && !hasAbsentValue && named > 0 && named * 2 >= below.values.size;
}

/** Finds the first data row of a file without a header. */
export function findFirstDataRow(rows: readonly Row[], columns: number): number {
  const first = rows.findIndex(
    (row) => isDataRow(row, columns) || (row.length === columns && filledCells(row).length > 0),
  );
  return Math.max(0, first);
}

/** Finds the header among the first rows of a file; most of its rows have `columns` cells. */
export function findHeader(rows: readonly Row[], columns: number): FoundHeader {
  const ratings = Array.from({ length: Math.min(maxTriedRows, rows.length) }, (_, at) =>
    rateCandidate(rows, at, columns),
  );
  const rated = ratings
    .filter((candidate) => candidate !== null)
    .toSorted((one, two) => two.score - one.score || one.row - two.row);
  const candidates = rated.slice(0, maxCandidates).map(({ row }) => row);
  const [best] = rated;
  const firstDataRow = findFirstDataRow(rows, columns);
  if (best !== undefined && best.score >= minScore) {
    // A repeated header begins a later part of the file: the first of the repeated rows is the header.
    const headerRow = rows.findIndex((row) => isSameRow(row, rows[best.row] ?? []));
    const isNamed = best.named > 0 || best.usual * 2 >= filledCells(rows[best.row] ?? []).length;
    const headerRows = isSecondHeaderRow(rows, headerRow + 1, columns) ? 2 : 1;
    const isOtherHeader = (row: number) =>
      !isSameRow(rows[row] ?? [], rows[best.row] ?? []) && row !== headerRow + headerRows - 1;
    const otherCandidate = rated.find(({ row }) => isOtherHeader(row));
    const margin = best.score - (otherCandidate?.score ?? 0);
    const isReliable = best.named > 0 || headerRow === 0;
    return {
      preamble: headerRow,
      headerRows,
      certain: isNamed && isReliable && margin >= minScore,
      candidates: [headerRow, ...candidates.filter((row) => row !== headerRow)],
    };
  }
  const hasData = rows.some((row) => isDataRow(row, columns));
  // All cells are texts: the first row is probably the header, but this is not certain.
  const isFirstRowHeader = !hasData && best?.row === firstDataRow;
  return {
    preamble: firstDataRow,
    headerRows: isFirstRowHeader ? 1 : 0,
    certain: hasData && firstDataRow === 0 && (best === undefined || best.score <= 0),
    candidates,
  };
}
