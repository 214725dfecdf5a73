/** @file Detects the header row of a file, and the rows before its data. */
import { isName, isUsualName, isValue } from './cell-shape.ts';

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

/** Rows that are searched for the header. */
const rowsTried = 30;
/** Rows below a candidate, and columns, that are examined to rate it. */
const rowsBelow = 60;
const columnsLookedAt = 64;
const maxCandidates = 8;
/** Minimum score of a header: one named column of values, or three usual names. */
const enough = 3;

function filled(row: Row): string[] {
  return row.filter((cell) => cell.trim() !== '');
}

/** Number of cells up to the last filled one. Some programs write separators after the end of a row. */
export function widthOf(row: Row): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** True for a row of values that is about as wide as most rows. */
function isData(row: Row, columns: number): boolean {
  const texts = filled(row.slice(0, columnsLookedAt));
  const values = texts.filter(isValue).length;
  const width = widthOf(row);
  return values >= 2 ? width >= columns * 0.5 : values === 1 && texts.length <= 5 && width > columns * 0.5;
}

function isSameRow(one: Row, two: Row): boolean {
  return one.join('\n') === two.join('\n');
}

interface Below {
  /** Columns most of whose cells are values. */
  readonly values: ReadonlySet<number>;
  /** The different texts of each column. */
  readonly texts: readonly ReadonlySet<string>[];
}

/** Examines the rows from `first` on, without repetitions of the header. */
function lookBelow(rows: readonly Row[], first: number, header: Row, columns: number): Below {
  const below = rows
    .slice(first, first + rowsBelow)
    .filter((row) => widthOf(row) >= columns * 0.5 && !isSameRow(row, header));
  const width = Math.min(columns, columnsLookedAt);
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
  readonly usual: number;
}

function couldName(row: Row, columns: number): boolean {
  const texts = filled(row.slice(0, columnsLookedAt));
  const width = Math.min(columns, columnsLookedAt);
  const values = texts.filter(isValue).length;
  return (
    texts.length >= Math.max(columns === 1 ? 1 : 2, width * 0.4) &&
    values * 5 < texts.length &&
    texts.filter(isName).length * 2 > texts.length
  );
}

function rate(rows: readonly Row[], at: number, columns: number): Candidate | null {
  const row = rows[at] ?? [];
  if (!couldName(row, columns)) return null;
  const below = lookBelow(rows, at + 1, row, columns);
  const width = Math.min(columns, columnsLookedAt);
  const cells = row.slice(0, width).map((cell) => cell.trim());
  const named = cells.filter((cell, column) => isName(cell) && below.values.has(column)).length;
  const usual = cells.filter(isUsualName).length;
  const values = cells.filter(isValue).length;
  const again = cells.filter((cell, column) => cell !== '' && below.texts[column]?.has(cell) === true).length;
  const dataBefore = rows.slice(0, at).filter((before) => isData(before, columns)).length;
  const next = rows.slice(at + 1).findIndex((later) => isData(later, columns));
  const between = rows.slice(at + 1, at + 1 + Math.max(0, next)).filter((later) => filled(later).length > 0);
  const score =
    Math.min(named, 10) * 3 +
    Math.min(usual, 10) -
    values * 3 -
    again * 2 -
    // Account details before a header look like data rows.
    (usual * 2 >= cells.filter((cell) => cell !== '').length ? Math.min(dataBefore, 3) * 2 : dataBefore * 4) -
    Math.min(between.length, 10);
  return { row: at, score, named, usual };
}

/** True for a second header row, with units or second lines of names. */
function isSecondHeaderRow(rows: readonly Row[], at: number, columns: number): boolean {
  const row = (rows[at] ?? []).map((cell) => cell.trim());
  const texts = filled(row);
  if (texts.length < 2 || texts.some(isValue) || !isData(rows[at + 1] ?? [], columns)) return false;
  const below = lookBelow(rows, at + 1, row, columns);
  const hasRepeatedTexts = row.some((cell, column) => cell !== '' && below.texts[column]?.has(cell) === true);
  const named = [...below.values].filter((column) => /\p{L}{2}|\p{Sc}/u.test(row[column] ?? '')).length;
  const isNothing = texts.some((text) => /^(?:n\/?a|nan|null|none|pending|-+)$/i.test(text));
  return !hasRepeatedTexts && !isNothing && named > 0 && named * 2 >= below.values.size;
}

/** The first data row of a file without a header. */
export function firstRowOfData(rows: readonly Row[], columns: number): number {
  const first = rows.findIndex(
    (row) => isData(row, columns) || (row.length === columns && filled(row).length > 0),
  );
  return Math.max(0, first);
}

/** Finds the header among the first rows of a file; most of its rows have `columns` cells. */
export function findHeader(rows: readonly Row[], columns: number): FoundHeader {
  const tried = Array.from({ length: Math.min(rowsTried, rows.length) }, (_, at) => rate(rows, at, columns));
  const rated = tried
    .filter((candidate) => candidate !== null)
    .toSorted((one, two) => two.score - one.score || one.row - two.row);
  const candidates = rated.slice(0, maxCandidates).map(({ row }) => row);
  const [best] = rated;
  const first = firstRowOfData(rows, columns);
  if (best !== undefined && best.score >= enough) {
    // A repeated header begins a later part of the file; the rows before it are data.
    const same = rows.findIndex((row) => isSameRow(row, rows[best.row] ?? []));
    const isNamed = best.named > 0 || best.usual * 2 >= filled(rows[best.row] ?? []).length;
    const headerRows = isSecondHeaderRow(rows, same + 1, columns) ? 2 : 1;
    const isOther = (row: number) =>
      !isSameRow(rows[row] ?? [], rows[best.row] ?? []) && row !== same + headerRows - 1;
    const other = rated.find(({ row }) => isOther(row));
    const margin = best.score - (other?.score ?? 0);
    const isHead = best.named > 0 || same === 0;
    return {
      preamble: same,
      headerRows,
      certain: isNamed && isHead && margin >= enough,
      candidates: [same, ...candidates.filter((row) => row !== same)],
    };
  }
  const hasData = rows.some((row) => isData(row, columns));
  // All cells are texts: the first row is probably the header, but this is not certain.
  const isFirst = !hasData && best?.row === first;
  return {
    preamble: first,
    headerRows: isFirst ? 1 : 0,
    certain: hasData && first === 0 && (best === undefined || best.score <= 0),
    candidates,
  };
}
