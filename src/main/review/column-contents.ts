/** @file Statistics of the cells of a column, from the first rows. */
import { isCurrencyCode } from './header-names.ts';
import type { Column, Table } from './table.ts';

/** What of a table tells the meanings of its columns. */
export type ReadableTable = Pick<Table, 'rows' | 'columns' | 'cells' | 'options'>;

/** Sampled rows, and sampled cells over all columns. */
const sampleRows = 1_000;
const sampleCells = 400_000;

/** What was found in the first cells of a column. Shares are of the cells that are not empty. */
export interface Contents {
  /** The cells that are not empty. */
  readonly cells: readonly string[];
  readonly distinct: number;
  /** Share of cells that are the code of a currency, and whether all of them are signs of one. */
  readonly currencyCodes: number;
  readonly areCurrencySigns: boolean;
  /** Share of numbers with the sign or the code of a currency beside them. */
  readonly withCurrency: number;
  /** Share of numbers with exactly two decimals. */
  readonly twoDecimals: number;
  readonly hasNegative: boolean;
  readonly hasPositive: boolean;
}

/** The first cells of every column. */
export function contentsOf(table: ReadableTable): Contents[] {
  const cells = table.columns.map((): string[] => []);
  const rows = Math.min(table.rows, sampleRows, Math.ceil(sampleCells / Math.max(1, cells.length)));
  for (let row = 0; row < rows; row += 1) {
    const found = table.cells(row, 200);
    for (const [column, list] of cells.entries()) {
      const cell = (found[column] ?? '').trim();
      if (cell !== '') list.push(cell);
    }
  }
  return cells.map((list, index) => contentsIn(list, table.columns[index]));
}

function contentsIn(cells: readonly string[], column: Column | undefined): Contents {
  const share = (pattern: RegExp) => shareOf(cells, (cell) => pattern.test(cell));
  const values = column?.kind === 'number' ? column.values.subarray(0, sampleRows) : new Float64Array();
  return {
    cells,
    distinct: new Set(cells).size,
    currencyCodes: shareOf(cells, (cell) => cell.length === 3 && isCurrencyCode(cell)),
    areCurrencySigns: cells.length > 0 && cells.every((cell) => /^(\p{Sc}|kr\.?|zł|Kč|Ft|lei)$/iu.test(cell)),
    withCurrency: share(/\p{Sc}|(^|[\d\s)])(kr|zł|Kč|Ft|[A-Z]{3})\.?($|[\s\d(-])/u),
    twoDecimals: share(/[.,]\d{2}(?!\d)/),
    hasNegative: values.some((value) => value < 0),
    hasPositive: values.some((value) => value > 0),
  };
}

function shareOf(cells: readonly string[], fits: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
}

/** Whether the cells tell currencies. A name alone does not: `Valuta` is a date in some countries. */
export function holdsCurrencies({ cells, currencyCodes, areCurrencySigns }: Contents): boolean {
  if (cells.length === 0) return false;
  return (
    areCurrencySigns || currencyCodes > 0.9 || cells.every((cell) => /^[\p{L}\p{Sc}. ]{1,24}$/u.test(cell))
  );
}

/** Whether a text is an account number of ISO 13616, by its check digits. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Numbers that only count the rows. */
function isRowCounter(cells: readonly string[]): boolean {
  return (
    cells.length > 1 &&
    cells.every((cell, index) => index === 0 || Number(cell) === Number(cells[index - 1]) + 1)
  );
}

/**
 * Whether the cells are references: mostly one of a kind, without blanks inside, with digits or letters of both cases.
 * Sentences, names, and words that come again and again are not. `least` is the share of different cells.
 */
export function holdsReferences({ cells, distinct }: Contents, least: number): boolean {
  if (cells.length === 0 || distinct < cells.length * least) return false;
  if (isRowCounter(cells)) return false;
  if (shareOf(cells, isIban) > 0.5) return false;
  const codes = shareOf(
    cells,
    (cell) => !/\s/.test(cell) && (/\d/.test(cell) || /^(?=.*[a-z])(?=.*.[A-Z])[A-Za-z_-]+$/.test(cell)),
  );
  return codes >= 0.9;
}

/** Whether whole numbers look like identifiers: long, all of one length. */
export function looksLikeIdentifiers({ cells }: Contents): boolean {
  const [first] = cells;
  return (
    first !== undefined &&
    /^\d{8,}$/.test(first) &&
    cells.every((cell) => /^\d+$/.test(cell) && cell.length === first.length)
  );
}
