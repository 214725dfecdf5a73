/** @file Sums of the money columns of one statement, and the rows and cells that are excluded. */
import type { CurrencySum, LeftOutReason } from '../../shared/model/review.ts';
import { type ExcludedRows, findExcludedRows } from './left-out.ts';
import { computeMovements, determineCurrencies, type Movements } from './movements.ts';
import type { Meanings } from './roles.ts';
import { ColumnSums, type Dictionary, intersectUnreadable, type UnreadableCells } from './sums.ts';
import type { Table } from './table.ts';

interface SummedColumn {
  /** Signed amounts, including those of excluded rows. */
  readonly movements: Movements;
  readonly sums: ColumnSums;
  readonly leftOut: ExcludedRows;
  /** Rows with an unreadable cell, without the excluded rows. */
  readonly badRows: Uint32Array;
}

/** Computes the sums of a statement on demand. `rows` are in the order of the file; `null` stands for all rows. */
export class MoneySums {
  readonly #table: Table;
  readonly #meanings: Meanings;
  readonly #dictionaryOf: (column: number) => Dictionary | null;
  readonly #columns = new Map<number, SummedColumn | null>();
  #excludedRows: ExcludedRows | null = null;

  constructor(table: Table, meanings: Meanings, dictionary: (column: number) => Dictionary | null) {
    this.#table = table;
    this.#meanings = meanings;
    this.#dictionaryOf = dictionary;
  }

  /** Returns the sums of a column by currency; empty for a column that is not money. */
  of(column: number, rows: Uint32Array | null): CurrencySum[] {
    return this.#column(column)?.sums.of(rows) ?? [];
  }

  /** Decimals of the minor units of the sums. */
  scaleOf(column: number): number {
    return this.#column(column)?.movements.scale ?? 0;
  }

  /** Signed amount of each row; `null` if the column itself has the signs. */
  signed(column: number): Float64Array | null {
    const tableColumn = this.#table.columns[column];
    const movements = this.#meanings.roles.amount === column ? this.#column(column)?.movements : undefined;
    return movements === undefined ||
      (tableColumn?.kind === 'number' && movements.values === tableColumn.values)
      ? null
      : movements.values;
  }

  /** Finds the cells of the column that could not be read. */
  unreadableCells(column: number, rows: Uint32Array | null): UnreadableCells {
    const badRows = this.#column(column)?.badRows ?? new Uint32Array();
    return badRows.length === 0 ? { cells: 0, rows: [] } : intersectUnreadable(badRows, rows);
  }

  /** Returns the rows that are excluded from the sums of the column, by reason. */
  leftOut(
    column: number,
    rows: Uint32Array | null,
  ): { reason: LeftOutReason; count: number; rows: number[] }[] {
    return [...(this.#column(column)?.leftOut ?? [])].flatMap(([reason, reasonRows]) => {
      const found = intersectUnreadable(reasonRows, rows);
      return found.cells === 0 ? [] : [{ reason, count: found.cells, rows: found.rows }];
    });
  }

  /** Returns the rows that are not transactions, and therefore excluded from the sums of every column. */
  excludedRows(): ExcludedRows {
    this.#excludedRows ??= findExcludedRows(this.#table, this.#meanings);
    return this.#excludedRows;
  }

  #column(index: number): SummedColumn | null {
    const cached = this.#columns.get(index);
    if (cached !== undefined) return cached;
    const summed = this.#summed(index);
    this.#columns.set(index, summed);
    return summed;
  }

  #summed(index: number): SummedColumn | null {
    const movements = computeMovements(this.#table, this.#meanings, index);
    if (movements === null) return null;
    const excludedRows = this.excludedRows();
    const excluded = new Set([...excludedRows.values()].flatMap((rows) => [...rows]));
    const undirected = movements.undirected.filter((row) => !excluded.has(row));
    const columnExcludedRows =
      undirected.length === 0
        ? excludedRows
        : new Map([...excludedRows, ['undirected', undirected] as const]);
    const currencies = determineCurrencies(this.#table, this.#meanings, index, {
      cellCurrencies: movements.currencies,
      readDictionary: this.#dictionaryOf,
    });
    return {
      movements,
      sums: new ColumnSums(withoutRows(movements, excluded), currencies),
      leftOut: columnExcludedRows,
      badRows:
        excluded.size === 0 ? movements.badRows : movements.badRows.filter((row) => !excluded.has(row)),
    };
  }
}

function withoutRows(
  { values, large }: Movements,
  rows: ReadonlySet<number>,
): Pick<Movements, 'values' | 'large'> {
  if (rows.size === 0) return { values, large };
  const copy = values.slice();
  for (const row of rows) copy[row] = Number.NaN;
  return { values: copy, large: new Map([...large].filter(([row]) => !rows.has(row))) };
}
