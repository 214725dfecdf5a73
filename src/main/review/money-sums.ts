/** @file Sums of the columns of money of one statement, and which of its rows and cells are in none of them. */
import type { CurrencySum, LeftOutReason } from '../../shared/model/review.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import { currenciesOf, type Movements, movementsOf } from './movements.ts';
import type { Meanings } from './roles.ts';
import { ColumnSums, type Dictionary, type UnreadCells, unreadAmong } from './sums.ts';
import type { Table } from './table.ts';

interface SummedColumn {
  /** As the rows mean them, those that are left out included. */
  readonly movements: Movements;
  readonly sums: ColumnSums;
  readonly leftOut: LeftOut;
  /** Rows with a cell that could not be read, without those that are left out anyway. */
  readonly unread: Uint32Array;
}

/** Creates the sums of a statement. Nothing is read before it is asked for. Rows are in the order of the file, `null` all. */
export class MoneySums {
  readonly #table: Table;
  readonly #meanings: Meanings;
  readonly #dictionary: (column: number) => Dictionary | null;
  readonly #columns = new Map<number, SummedColumn | null>();
  #leftOut: LeftOut | null = null;

  constructor(table: Table, meanings: Meanings, dictionary: (column: number) => Dictionary | null) {
    this.#table = table;
    this.#meanings = meanings;
    this.#dictionary = dictionary;
  }

  /** Sums by currency; none for a column that is not of money. */
  of(column: number, rows: Uint32Array | null): CurrencySum[] {
    return this.#column(column)?.sums.of(rows) ?? [];
  }

  /** Decimals of the minor units of the sums. */
  scaleOf(column: number): number {
    return this.#column(column)?.movements.scale ?? 0;
  }

  /** What each row brings or takes, or `null` where the column says so by itself. */
  signed(column: number): Float64Array | null {
    const found = this.#table.columns[column];
    const movements = this.#meanings.roles.amount === column ? this.#column(column)?.movements : undefined;
    return movements === undefined || (found?.kind === 'number' && movements.values === found.values)
      ? null
      : movements.values;
  }

  /** Cells of the column that could not be read. */
  unread(column: number, rows: Uint32Array | null): UnreadCells {
    const unread = this.#column(column)?.unread ?? new Uint32Array();
    return unread.length === 0 ? { cells: 0, rows: [] } : unreadAmong(unread, rows);
  }

  /** Rows that are in no sum of the column, by their reason. */
  leftOut(
    column: number,
    rows: Uint32Array | null,
  ): { reason: LeftOutReason; count: number; rows: number[] }[] {
    return [...(this.#column(column)?.leftOut ?? [])].flatMap(([reason, those]) => {
      const found = unreadAmong(those, rows);
      return found.cells === 0 ? [] : [{ reason, count: found.cells, rows: found.rows }];
    });
  }

  /** Rows that are no transactions, whatever the column. */
  rowsLeftOut(): LeftOut {
    this.#leftOut ??= leftOutOf(this.#table, this.#meanings);
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
      unread: out.size === 0 ? movements.badRows : movements.badRows.filter((row) => !out.has(row)),
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
