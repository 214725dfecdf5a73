/** @file One open statement: its table, and the view of it that the clerk has made. */
import type { CurrencySum, Opened, ReadOptions, ReviewRow, View } from '../../shared/model/review.ts';
import { rowsWith, testOf } from './find.ts';
import { naturalOrder, orderOf } from './order.ts';
import { type Roles, rolesOf } from './roles.ts';
import { type Dictionary, dictionaryOf, sumsOf } from './sums.ts';
import { type Column, openTable, type Table } from './table.ts';

/** Bytes of a cell that are shown; the original is exported whole. */
const mostShown = 2_000;
/** Columns that are shown of a very wide file. */
const columnsShown = 4_096;

/** Which rows something is about. */
export type RowChoice =
  | { readonly kind: 'all' | 'view' }
  | { readonly kind: 'some'; readonly rows: readonly number[] }
  /** Every row in view but some. */
  | { readonly kind: 'but'; readonly rows: readonly number[] };

const roleNames = ['date', 'reference', 'amount', 'balance', 'currency', 'wallet', 'company'] as const;

function describe(column: Column, index: number, roles: Roles): Opened['columns'][number] {
  return {
    name: column.name,
    kind: column.kind,
    rule: column.kind === 'number' || column.kind === 'date' ? column.rule : null,
    scale: column.kind === 'number' ? column.scale : 0,
    bad: column.kind === 'number' || column.kind === 'date' ? column.bad : 0,
    role: roleNames.find((role) => roles[role] === index) ?? null,
  };
}

/** An open statement. */
export class ReviewSession {
  /** The bytes as they were stored. */
  readonly original: Uint8Array;
  readonly table: Table;
  readonly roles: Roles;
  readonly #natural: Uint32Array;
  #order: Uint32Array;
  #orderKey = 'null';
  #shown: Uint32Array;
  #ragged: ReadonlySet<number>;
  #dictionaries = new Map<number, Dictionary | null>();
  #found: { text: string; places: Uint32Array; cells: number } = {
    text: '',
    places: new Uint32Array(),
    cells: 0,
  };

  constructor(bytes: Uint8Array, options: ReadOptions) {
    this.original = bytes;
    this.table = openTable(bytes, options);
    this.roles = rolesOf(this.table.columns);
    this.#natural = naturalOrder(this.table.rows);
    this.#order = this.#natural;
    this.#shown = this.#order;
    this.#ragged = new Set(this.table.ragged);
  }

  /** What the clerk is told when it opens. */
  opened(): Opened {
    const { rows, columns, encoding, layout, ragged, tokens } = this.table;
    return {
      rows,
      columns: columns.slice(0, columnsShown).map((column, index) => describe(column, index, this.roles)),
      encoding: encoding.encoding,
      encodingCertain: encoding.certain,
      separator: layout.separator,
      header: layout.header,
      preamble: layout.preamble,
      ragged: ragged.length,
      openQuotes: tokens.openQuotes.length,
    };
  }

  /** Makes a view: the number of rows in it, how many of them hold what is looked for, and in how many cells. */
  setView(view: View): { rows: number; hits: number; cells: number } {
    const orderKey = JSON.stringify(view.sort);
    if (orderKey !== this.#orderKey) {
      this.#order = orderOf(this.table, view.sort);
      this.#orderKey = orderKey;
    }
    const tests = view.filters.map((filter) => testOf(this.table, filter));
    this.#shown =
      tests.length === 0 ? this.#order : this.#order.filter((row) => tests.every((fits) => fits(row)));
    this.#find(view.find);
    return { rows: this.#shown.length, hits: this.#found.places.length, cells: this.#found.cells };
  }

  #find(text: string): void {
    if (text.trim() === '') {
      this.#found = { text, places: new Uint32Array(), cells: 0 };
      return;
    }
    const { marks, cells } = rowsWith(this.table, text);
    let count = 0;
    const places = new Uint32Array(this.#shown.length);
    for (let place = 0; place < this.#shown.length; place += 1) {
      if (marks[this.#shown[place] ?? 0] !== 1) continue;
      places[count] = place;
      count += 1;
    }
    this.#found = { text, places: places.slice(0, count), cells };
  }

  /** The place in the view of the n-th row that holds what is looked for, or `null`. */
  hit(index: number): number | null {
    return this.#found.places[index] ?? null;
  }

  /** Rows of the view. */
  window(offset: number, limit: number): ReviewRow[] {
    return Array.from(this.#shown.subarray(offset, offset + limit), (row) => this.#row(row));
  }

  #row(row: number): ReviewRow {
    return {
      row,
      cells: this.table.cells(row, mostShown).slice(0, columnsShown),
      ragged: this.#ragged.has(row),
    };
  }

  /** Rows by their number, whole, in the given order. */
  rowsOf(choice: RowChoice, offset: number, limit: number): string[][] {
    return Array.from(this.#chosen(choice).subarray(offset, offset + limit), (row) => this.table.cells(row));
  }

  /** Number of chosen rows. */
  count(choice: RowChoice): number {
    return this.#chosen(choice).length;
  }

  /** Sums of a column by currency; nothing for a column that is not of numbers. */
  sums(column: number, choice: RowChoice): CurrencySum[] {
    const found = this.table.columns[column];
    if (found?.kind !== 'number') return [];
    const chosen = this.#chosen(choice);
    // For a sum the order does not matter, and the file's own is the quickest.
    const rows = chosen.length === this.table.rows ? this.#natural : chosen;
    return sumsOf(found.values, this.#dictionary(this.roles.currency), rows);
  }

  /** The different words of a column, when they are few. */
  words(column: number): readonly string[] | null {
    const found = this.#dictionary(column);
    return found === null || found.words.length > 200 ? null : found.words;
  }

  /** The cells of a column in the chosen rows, such as the references of selected rows. */
  cellsOf(column: number, choice: RowChoice, most: number): string[] {
    return Array.from(this.#chosen(choice).subarray(0, most), (row) => this.table.cells(row)[column] ?? '');
  }

  #dictionary(column: number | null): Dictionary | null {
    if (column === null) return null;
    const known = this.#dictionaries.get(column);
    if (known !== undefined) return known;
    const made = dictionaryOf(this.table, column);
    this.#dictionaries.set(column, made);
    return made;
  }

  #chosen(choice: RowChoice): Uint32Array {
    switch (choice.kind) {
      case 'all':
        return this.#natural;
      case 'view':
        return this.#shown;
      case 'some':
        return Uint32Array.from(choice.rows.filter((row) => row < this.table.rows));
      case 'but': {
        const out = new Set(choice.rows);
        return this.#shown.filter((row) => !out.has(row));
      }
    }
  }
}
