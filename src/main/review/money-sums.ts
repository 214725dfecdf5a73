/** @file Sums of the money columns of one statement, and the rows and cells that are excluded. */
import type { CurrencySum, LeftOutReason } from '../../shared/model/review.ts';
import { type ExcludedRows, findExcludedRows } from './left-out.ts';
import { currenciesOf, type Movements, movementsOf } from './movements.ts';
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

/** Sums of a statement, computed on demand. Row lists are in the order of the file; `null` stands for all rows. */
export class MoneySums {
  readonly #table: Table;
  readonly #meanings: Meanings;
  readonly #dictionary: (column: number) => Dictionary | null;
  readonly #columns = new Map<number, SummedColumn | null>();
  #leftOut: ExcludedRows | null = null;

  constructor(table: Table, meanings: Meanings, dictionary: (column: number) => Dictionary | null) {
    this.#table = table;
    this.#meanings = meanings;
    this.#dictionary = dictionary;
  }

  /** Sums by currency; empty for a column that is not money. */
  of(column: number, rows: Uint32Array | null): CurrencySum[] {
    return this.#column(column)?.sums.of(rows) ?? [];
  }

  /** Decimals of the minor units of the sums. */
  scaleOf(column: number): number {
    return this.#column(column)?.movements.scale ?? 0;
  }

  /** Signed amount of each row; `null` if the column itself has the signs. */
  signed(column: number): Float64Array | null {
    const found = this.#table.columns[column];
    const movements = this.#meanings.roles.amount === column ? this.#column(column)?.movements : undefined;
    return movements === undefined || (found?.kind === 'number' && movements.values === found.values)
      ? null
      : movements.values;
  }

  /** Cells of the column that could not be read. */
  unreadableCells(column: number, rows: Uint32Array | null): UnreadableCells {
    const badRows = this.#column(column)?.badRows ?? new Uint32Array();
    return badRows.length === 0 ? { cells: 0, rows: [] } : intersectUnreadable(badRows, rows);
  }

  /** Rows that are excluded from the sums of the column, by reason. */
  leftOut(
    column: number,
    rows: Uint32Array | null,
  ): { reason: LeftOutReason; count: number; rows: number[] }[] {
    return [...(this.#column(column)?.leftOut ?? [])].flatMap(([reason, those]) => {
      const found = intersectUnreadable(those, rows);
      return found.cells === 0 ? [] : [{ reason, count: found.cells, rows: found.rows }];
    });
  }

  /** Rows that are not transactions, for every column. */
  rowsLeftOut(): ExcludedRows {
    this.#leftOut ??= findExcludedRows(this.#table, this.#meanings);
    return this.#leftOut;
  }

  #column(index: number): SummedColumn | null {
    const known = this.#columns.get(index);
    if (known !== undefined) return known;
    const made = this.#summed(index);
    this.#columns.set(index, made);
    return made;
  }

  #summed(index: number): SummedColumn | null {
    const movements = movementsOf(this.#table, this.#meanings, index);
    if (movements === null) return null;
    const general = this.rowsLeftOut();
    const out = new Set([...general.values()].flatMap((rows) => [...rows]));
    const undirected = movements.undirected.filter((row) => !out.has(row));
    const leftOut =
      undirected.length === 0 ? general : new Map([...general, ['undirected', undirected] as const]);
    const currencies = currenciesOf(this.#table, this.#meanings, index, {
      inCells: movements.currencies,
      read: this.#dictionary,
    });
    return {
      movements,
      sums: new ColumnSums(without(movements, out), currencies),
      leftOut,
      badRows: out.size === 0 ? movements.badRows : movements.badRows.filter((row) => !out.has(row)),
    };
  }
}

function without(
  { values, large }: Movements,
  rows: ReadonlySet<number>,
): Pick<Movements, 'values' | 'large'> {
  if (rows.size === 0) return { values, large };
  const copy = values.slice();
  for (const row of rows) copy[row] = Number.NaN;
  return { values: copy, large: new Map([...large].filter(([row]) => !rows.has(row))) };
}
