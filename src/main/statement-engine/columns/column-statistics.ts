/** @file Statistics of the cells of a column, from the first rows. */
import type { Column, Table } from '../read/table.ts';
import { isCurrencyCode } from './header-names.ts';

/** The part of a table that is needed to recognize the meanings of its columns. */
export type ReadableTable = Pick<Table, 'rows' | 'columns' | 'cells' | 'options' | 'layout'>;

/** Maximum number of sampled rows, and of sampled cells in all columns together. */
export const maxSampleRows = 1_000;
const maxSampleCells = 400_000;

/** Statistics of the first cells of a column. Shares refer to the cells that are not empty. */
export type ColumnStatistics = ReturnType<typeof statisticsOf>;

/** Returns the statistics of every column. */
export function sampleColumns(table: ReadableTable): ColumnStatistics[] {
  const cellsByColumn = table.columns.map((): string[] => []);
  const rows = Math.min(
    table.rows,
    maxSampleRows,
    Math.ceil(maxSampleCells / Math.max(1, cellsByColumn.length)),
  );
  for (let row = 0; row < rows; row += 1) {
    const rowCells = table.cells(row, 200);
    for (const [column, columnCells] of cellsByColumn.entries()) {
      const cell = (rowCells[column] ?? '').trim();
      if (cell !== '') columnCells.push(cell);
    }
  }
  return cellsByColumn.map((columnCells, index) => statisticsOf(columnCells, table.columns[index]));
}

function statisticsOf(cells: readonly string[], column: Column | undefined) {
  const share = (pattern: RegExp) => shareOf(cells, (cell) => pattern.test(cell));
  const values = column?.kind === 'number' ? column.values.subarray(0, maxSampleRows) : new Float64Array();
  return {
    /** The cells that are not empty. */
    cells,
    /** Number of distinct cells. */
    distinct: new Set(cells).size,
    /** Share of cells that are currency codes. */
    currencyCodeShare: shareOf(cells, (cell) => cell.length === 3 && isCurrencyCode(cell)),
    /** True if all cells are currency signs. */
    areCurrencySigns: cells.length > 0 && cells.every((cell) => /^(\p{Sc}|kr\.?|zł|Kč|Ft|lei)$/iu.test(cell)),
    /** Share of numbers with a currency sign or code next to them. */
    withCurrencyShare: share(/\p{Sc}|(^|[\d\s)])(kr|zł|Kč|Ft|[A-Z]{3})\.?($|[\s\d(-])/u),
    /** Share of numbers with exactly two decimals. */
    // A zero may stand for an empty cell.
    twoDecimalsShare: shareOf(
      cells.filter((cell) => cell !== '0'),
      (cell) => /[.,]\d{2}(?!\d)/.test(cell),
    ),
    hasNegative: values.some((value) => value < 0),
    hasPositive: values.some((value) => value > 0),
  };
}

function shareOf(cells: readonly string[], isMatch: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(isMatch).length / cells.length;
}

/** True if the cells are currencies. The header alone does not prove that: `Valuta` is a date in some countries. */
export function holdsCurrencies(
  { cells, distinct, currencyCodeShare, areCurrencySigns }: ColumnStatistics,
  isWholeName: boolean,
): boolean {
  if (cells.length === 0) return false;
  // Names of currencies, such as `Euro`, are few; a column of many words would divide the sums.
  const areFew = isWholeName && distinct <= maxCurrencyNames;
  return (
    areCurrencySigns ||
    currencyCodeShare > 0.9 ||
    (areFew && cells.every((cell) => /^[\p{L}\p{Sc}. ]{1,24}$/u.test(cell)))
  );
}

const maxCurrencyNames = 12;

/** Whether a text is an account number of ISO 13616, by its check digits. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}

/** True for numbers that only count the rows. */
function isRowCounter(cells: readonly string[]): boolean {
  return (
    cells.length > 1 &&
    cells.every((cell, index) => index === 0 || Number(cell) === Number(cells[index - 1]) + 1)
  );
}

/**
 * True if the cells are references: mostly unique, without blanks inside, with digits or with letters of both cases.
 * Sentences, names and repeated words are not. `minDistinctShare` is the minimum share of distinct cells.
 */
export function holdsReferences({ cells, distinct }: ColumnStatistics, minDistinctShare: number): boolean {
  if (cells.length === 0 || distinct < cells.length * minDistinctShare) return false;
  if (isRowCounter(cells)) return false;
  if (shareOf(cells, isIban) > 0.5) return false;
  const codeShare = shareOf(
    cells,
    (cell) => !/\s/.test(cell) && (/\d/.test(cell) || /^(?=.*[a-z])(?=.*.[A-Z])[A-Za-z_-]+$/.test(cell)),
  );
  return codeShare >= 0.9;
}

/** True if whole numbers look like identifiers: long, and all of the same length. */
export function areIdentifiers({ cells }: ColumnStatistics): boolean {
  const [first] = cells;
  return (
    first !== undefined &&
    /^\d{8,}$/.test(first) &&
    cells.every((cell) => /^\d+$/.test(cell) && cell.length === first.length)
  );
}
