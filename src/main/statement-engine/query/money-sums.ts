/** @file Sums of the money columns of one statement, and the rows and cells that are excluded. */
import type { CurrencySum, LeftOutReason, Sums } from '../../../shared/model/statements/open-statement.ts';
import { computeMovements, determineCurrencies, type Movements } from '../columns/movements.ts';
import { normalizeText } from '../columns/normalize-text.ts';
import { namesStates, stateOfWord } from '../columns/payment-states.ts';
import type { Meanings } from '../columns/roles.ts';
import { uniteCurrencies, uniteExcludedRows, uniteMovements } from '../combined/money.ts';
import type { Union } from '../combined/union.ts';
import type { Table } from '../read/table.ts';
import { type ExcludedRows, findExcludedRows } from './left-out.ts';
import { labelOf } from './row-labels.ts';
import { ColumnSums, type Dictionary, intersectUnreadable, type UnreadableCells } from './sums.ts';

/** A word, as the file writes it first, and the number of its rows. */
interface UndecidedWord {
  /** The word in the clerk's choices: without accents and capitals. */
  readonly key: string;
  readonly text: string;
  readonly rows: number;
}

const decidableReasons: ReadonlySet<LeftOutReason> = new Set(['undirected', 'unknown-state', 'unclear']);
const maxTerms = 20;
/** Maximum number of rows whose words are read. */
const maxReadRows = 20_000;

/** Returns the words that decide about rows that are left out for a reason, the most frequent first. */
function findUndecidedTerms(
  table: Table,
  { roles }: Meanings,
  reason: LeftOutReason,
  rows: Uint32Array,
): UndecidedWord[] {
  if (!decidableReasons.has(reason)) return [];
  const wordOf = (cells: readonly string[]): string | undefined => {
    switch (reason) {
      case 'undirected':
        return cells[roles.direction ?? -1];
      case 'unknown-state':
        return cells.find(
          (cell, index) => namesStates(table.columns[index]?.name ?? '') && stateOfWord(cell) === 'unknown',
        );
      case 'unclear':
        return (
          cells.find((cell) => labelOf(cell) === 'possible') ??
          cells.find((cell, index) => table.columns[index]?.kind === 'text' && /\p{L}/u.test(cell))
        );
      default:
        return undefined;
    }
  };
  const words = new Map<string, { readonly text: string; rows: number }>();
  for (const row of rows.subarray(0, maxReadRows)) {
    const text = wordOf(table.cells(row, 200))?.trim() ?? '';
    const key = normalizeText(text).slice(0, 200);
    if (key === '') continue;
    const word = words.get(key) ?? { text, rows: 0 };
    word.rows += 1;
    words.set(key, word);
  }
  return [...words]
    .map(([key, word]) => ({ key, ...word }))
    .toSorted((one, two) => two.rows - one.rows)
    .slice(0, maxTerms);
}

type RowCurrencies = Pick<Dictionary, 'words' | 'codes'>;

/** Reads the money of a table: of one statement, or of each of several statements by its own signs. */
interface MoneySource {
  readMovements(column: number): (Movements & { readonly otherMeaning?: Uint32Array }) | null;
  readCurrencies(column: number, movements: Movements): RowCurrencies | null;
  findExcludedRows(): ExcludedRows;
}

/** The table whose money is summed. */
interface SummedTable {
  readonly table: Table;
  readonly meanings: Meanings;
  /** `null` for one statement. */
  readonly union: Union | null;
}

function createMoneySource(
  { table, meanings, union }: SummedTable,
  readDictionary: (column: number) => Dictionary | null,
): MoneySource {
  if (union !== null)
    return {
      readMovements: (column) => uniteMovements(union, column),
      readCurrencies: (column) => uniteCurrencies(union, column),
      findExcludedRows: () => uniteExcludedRows(union),
    };
  return {
    readMovements: (column) => computeMovements(table, meanings, column),
    readCurrencies: (column, { currencies }) =>
      determineCurrencies(table, meanings, column, { cellCurrencies: currencies, readDictionary }),
    findExcludedRows: () => findExcludedRows(table, meanings),
  };
}

interface SummedColumn {
  /** Signed amounts, including those of excluded rows. */
  readonly movements: Movements;
  readonly amounts: SummedAmounts;
  readonly sums: ColumnSums;
  readonly leftOut: ExcludedRows;
  /** Rows with an unreadable cell, without the excluded rows. */
  readonly badRows: Uint32Array;
}

/** The amounts that the sums of a column add. */
interface SummedAmounts extends Pick<Movements, 'values' | 'large'> {
  /** The currency of each row; `null` if the statement names none. */
  readonly currencies: Pick<Dictionary, 'words' | 'codes'> | null;
}

/** Computes the sums of a statement on demand. `rows` are in the order of the file; `null` stands for all rows. */
export class MoneySums {
  readonly #table: Table;
  readonly #meanings: Meanings;
  readonly #isUnited: boolean;
  readonly #source: MoneySource;
  readonly #columns = new Map<number, SummedColumn | null>();
  #excludedRows: ExcludedRows | null = null;

  constructor(summed: SummedTable, readDictionary: (column: number) => Dictionary | null) {
    this.#table = summed.table;
    this.#meanings = summed.meanings;
    this.#isUnited = summed.union !== null;
    this.#source = createMoneySource(summed, readDictionary);
  }

  /** Returns the sums of a column by currency; empty for a column that is not money. */
  of(column: number, rows: Uint32Array | null): CurrencySum[] {
    return this.#column(column)?.sums.of(rows) ?? [];
  }

  /** Returns the amounts of a column, NaN in the rows that are not summed; `null` for a column that is not money. */
  amounts(column: number): SummedAmounts | null {
    return this.#column(column)?.amounts ?? null;
  }

  /**
   * Returns the signed amounts of a column, with those of rows that are not summed, and the currency of each row; `null`
   * for a column that is not money.
   */
  payments(column: number): (Movements & { readonly rowCurrencies: RowCurrencies | null }) | null {
    const found = this.#column(column);
    return found === null ? null : { ...found.movements, rowCurrencies: found.amounts.currencies };
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

  /** Returns the rows with a cell of the column that could not be read, without the excluded rows. */
  unreadableRows(column: number): Uint32Array {
    return this.#column(column)?.badRows ?? new Uint32Array();
  }

  /** Finds the cells of the column that could not be read. */
  unreadableCells(column: number, rows: Uint32Array | null): UnreadableCells {
    const badRows = this.unreadableRows(column);
    return badRows.length === 0 ? { cells: 0, rows: [] } : intersectUnreadable(badRows, rows);
  }

  /**
   * Returns the rows that are excluded from the sums of the column, by reason; for `null`, the rows that are excluded from the
   * sums of every column.
   */
  leftOut(column: number | null, rows: Uint32Array | null): Sums['leftOut'] {
    const excludedRows = column === null ? this.excludedRows() : (this.#column(column)?.leftOut ?? []);
    return [...excludedRows].flatMap(([reason, reasonRows]) => {
      const found = intersectUnreadable(reasonRows, rows);
      if (found.cells === 0) return [];
      // In several statements, each is decided on its own.
      const words = this.#isUnited ? [] : findUndecidedTerms(this.#table, this.#meanings, reason, reasonRows);
      return [{ reason, count: found.cells, rows: found.rows, words }];
    });
  }

  /** Returns the rows that are not transactions, and therefore excluded from the sums of every column. */
  excludedRows(): ExcludedRows {
    this.#excludedRows ??= this.#source.findExcludedRows();
    return this.#excludedRows;
  }

  /** Returns the rows that are excluded from the sums of a column, by reason; for `null`, from the sums of every column. */
  excludedRowsOf(column: number | null): ExcludedRows {
    return (column === null ? null : this.#column(column)?.leftOut) ?? this.excludedRows();
  }

  #column(index: number): SummedColumn | null {
    const cached = this.#columns.get(index);
    if (cached !== undefined) return cached;
    const summed = this.#summed(index);
    this.#columns.set(index, summed);
    return summed;
  }

  #summed(index: number): SummedColumn | null {
    const movements = this.#source.readMovements(index);
    if (movements === null) return null;
    const excludedRows = this.excludedRows();
    const excluded = new Set([...excludedRows.values()].flatMap((rows) => [...rows]));
    const ownReasons = [
      ['undirected', movements.undirected],
      ['other-meaning', movements.otherMeaning ?? new Uint32Array()],
    ] as const;
    const columnExcludedRows = new Map(excludedRows);
    for (const [reason, rows] of ownReasons) {
      const remaining = rows.filter((row) => !excluded.has(row));
      if (remaining.length > 0) columnExcludedRows.set(reason, remaining);
    }
    const currencies = this.#source.readCurrencies(index, movements);
    const amounts = { ...withoutRows(movements, excluded), currencies };
    return {
      movements,
      amounts,
      sums: new ColumnSums(amounts, currencies),
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
