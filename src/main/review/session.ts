/** @file An open statement: its table, and the clerk's view of it. */
import type { CurrencySum, Opened, ReviewRow, Sums, View } from '../../shared/model/review.ts';
import { trimCharactersAtEnd } from '../../shared/trim-characters.ts';
import { detach } from './detach-buffer.ts';
import { indexReferences, type ReferenceIndex } from './duplicate-references.ts';
import { rowsWith, testOf } from './find.ts';
import { MoneySums } from './money-sums.ts';
import { naturalOrder, orderOf } from './order.ts';
import type { OpenFile } from './read-sealed.ts';
import type { Place } from './read-tokens.ts';
import { type Meanings, meaningsIn, type Roles, roleOf } from './roles.ts';
import { type Dictionary, dictionaryOf, type UnreadCells } from './sums.ts';
import { blankRows, type Column, type OpenOptions, type Table } from './table.ts';
import { createUnreadFinder } from './unread.ts';

/** Maximum bytes shown of a cell; exports have the whole cell. */
const maxShown = 2_000;
/** Maximum number of columns shown. */
const columnsShown = 4_096;

/** A choice of rows. */
export type RowChoice =
  | { readonly kind: 'all' | 'view' }
  | { readonly kind: 'some'; readonly rows: readonly number[] }
  /** All rows in view except some. */
  | { readonly kind: 'but'; readonly rows: readonly number[] }
  /** Rows of the view by position, both ends included. */
  | { readonly kind: 'places'; readonly from: number; readonly to: number };

function describe(
  column: Column,
  index: number,
  { meanings, options }: { readonly meanings: Meanings; readonly options: OpenOptions },
): Opened['columns'][number] {
  return {
    name: column.name,
    kind: column.kind,
    doubt: column.kind === 'undecided' ? column.of : null,
    rule: column.kind === 'number' || column.kind === 'date' ? column.rule : null,
    scale: column.kind === 'number' ? column.scale : 0,
    bad: column.kind === 'number' || column.kind === 'date' ? column.bad : 0,
    role: roleOf(meanings.roles, index),
    isSummed: meanings.columns[index]?.isSummed === true,
    isChosen: Object.keys(options.columns?.[index] ?? {}).length > 0,
  };
}

export class ReviewSession {
  /** The original bytes. */
  readonly original: Uint8Array;
  readonly table: Table;
  readonly meanings: Meanings;
  readonly roles: Roles;
  /** Memory of the text and its folded copy. */
  readonly place: Place | null;
  /** Rows in the order of the view; `null` for all rows as they stand in the file. */
  #order: Uint32Array | null = null;
  #orderKey = 'null';
  #shown: Uint32Array | null = null;
  #ragged: ReadonlySet<number>;
  #unreadIn: (row: number) => number[];
  /** The rows in view as they stand in the file, or `null` for all; and a mark for each row that is among them. */
  #inView: Uint32Array | null = null;
  #filterKey = '[]';
  #marks: Uint8Array | null = null;
  #references: ReferenceIndex | null = null;
  #dictionaries = new Map<number, Dictionary | null>();
  readonly money: MoneySums;
  /** Cached sums of the rows in view. */
  #viewSums = new Map<number, CurrencySum[]>();
  #found: { text: string; places: Uint32Array; cells: number } = {
    text: '',
    places: new Uint32Array(),
    cells: 0,
  };

  constructor({ bytes, table, place = null }: Pick<OpenFile, 'bytes' | 'table' | 'place'>) {
    this.place = place;
    this.original = bytes;
    this.table = table;
    this.meanings = meaningsIn(this.table);
    this.roles = this.meanings.roles;
    this.money = new MoneySums(table, this.meanings, (column) => this.#dictionary(column));
    this.#ragged = new Set(this.table.ragged);
    this.#unreadIn = createUnreadFinder(this.table.columns);
  }

  /** Frees all memory except the place of the bytes. The session is unusable afterwards. */
  dispose(): void {
    const { tokens, columns } = this.table;
    const lists = [tokens.starts, tokens.foldedStarts, this.#order, this.#shown, this.#inView];
    for (const list of lists) if (list !== null) detach(list);
    for (const column of columns) if ('values' in column) detach(column.values);
  }

  /** Returns the facts for the window after opening. */
  opened(): Opened {
    const { rows, columns, encoding, layout, ragged, tokens, options } = this.table;
    return {
      rows,
      columns: columns
        .slice(0, columnsShown)
        .map((column, index) => describe(column, index, { meanings: this.meanings, options })),
      encoding: encoding.encoding,
      encodingCertain: encoding.certain,
      separator: layout.separator,
      header: layout.headerRows === 0 ? null : layout.preamble,
      headerRows: layout.headerRows,
      preamble: layout.preamble,
      layoutCertain: layout.certain,
      headerCandidates: [...layout.candidates],
      ragged: ragged.length,
      blank: blankRows(this.table),
      openQuotes: tokens.openQuotes.length,
      options,
    };
  }

  /** The rows before the header as text, at most so many of them. */
  linesBefore(most: number): { lines: string[]; of: number } {
    const { layout, text, tokens } = this.table;
    const shown = Math.min(layout.preamble, most);
    const decoder = new TextDecoder();
    const lines = Array.from({ length: shown }, (_, row) => {
      const from = tokens.starts[row] ?? 0;
      const to = Math.min(tokens.starts[row + 1] ?? from, from + maxShown);
      return trimCharactersAtEnd(decoder.decode(text.slice(from, to)), '\r\n');
    });
    return { lines, of: layout.preamble };
  }

  /** Makes a view: the number of rows in it, how many of them hold what is looked for, and in how many cells. */
  setView(view: View): { rows: number; hits: number; cells: number } {
    const orderKey = JSON.stringify(view.sort);
    const filterKey = JSON.stringify(view.filters);
    if (orderKey !== this.#orderKey) this.#order = view.sort === null ? null : orderOf(this.table, view.sort);
    if (filterKey !== this.#filterKey) this.#narrow(view.filters);
    if (orderKey !== this.#orderKey || filterKey !== this.#filterKey) {
      const marks = this.#marks;
      if (marks === null) this.#shown = this.#order;
      else this.#shown = this.#order?.filter((row) => marks[row] === 1) ?? this.#inView;
    }
    this.#orderKey = orderKey;
    this.#filterKey = filterKey;
    this.#find(view.find);
    return { rows: this.#shownRows, hits: this.#found.places.length, cells: this.#found.cells };
  }

  #narrow(filters: View['filters']): void {
    this.#viewSums.clear();
    if (filters.length === 0) {
      this.#marks = null;
      this.#inView = null;
      return;
    }
    const tests = filters.map((filter) => testOf(this.table, filter, (column) => this.money.signed(column)));
    const marks = new Uint8Array(this.table.rows);
    let count = 0;
    for (let row = 0; row < marks.length; row += 1) {
      if (!tests.every((fits) => fits(row))) continue;
      marks[row] = 1;
      count += 1;
    }
    const inView = new Uint32Array(count);
    for (let row = 0, place = 0; place < count; row += 1) {
      if (marks[row] !== 1) continue;
      inView[place] = row;
      place += 1;
    }
    this.#inView = inView;
    this.#marks = marks;
  }

  #find(text: string): void {
    if (text.trim() === '') {
      this.#found = { text, places: new Uint32Array(), cells: 0 };
      return;
    }
    const { marks, cells } = rowsWith(this.table, text);
    let count = 0;
    // A cell is in one row, so there are at most as many rows; a place for each row in view would mostly stay unused.
    const shown = this.#shown;
    const rows = this.#shownRows;
    const places = new Uint32Array(Math.min(cells, rows));
    for (let place = 0; place < rows; place += 1) {
      if (marks[shown === null ? place : (shown[place] ?? 0)] !== 1) continue;
      places[count] = place;
      count += 1;
    }
    this.#found = { text, places: places.slice(0, count), cells };
  }

  /** The place in the view of the n-th row that holds what is looked for, or `null`. */
  hit(index: number): number | null {
    return this.#found.places[index] ?? null;
  }

  window(offset: number, limit: number): ReviewRow[] {
    return Array.from(this.#between(this.#shown, offset, offset + limit), (row) => this.#row(row));
  }

  #row(row: number): ReviewRow {
    return {
      row,
      cells: this.table.cells(row, maxShown).slice(0, columnsShown),
      ragged: this.#ragged.has(row),
      unread: this.#unreadIn(row).filter((column) => column < columnsShown),
    };
  }

  /** Rows by their number, whole, in the given order. */
  rowsOf(choice: RowChoice, offset: number, limit: number): string[][] {
    const rows = this.#between(this.#chosen(choice), offset, offset + limit);
    return Array.from(rows, (row) => this.table.cells(row));
  }

  /** The references of a column, for comparing them with other statements. */
  references(column: number): ReferenceIndex {
    if (this.#references?.column !== column) this.#references = indexReferences(this.table, column);
    return this.#references;
  }

  /** Returns the numbers of the chosen rows, in a buffer of their own: a view would be sent with its whole buffer. */
  numbers(choice: RowChoice): Uint32Array {
    return this.#chosen(choice)?.slice() ?? naturalOrder(this.table.rows);
  }

  /** Sums of a column by currency; nothing for a column that is not of money. */
  sums(column: number, choice: RowChoice): CurrencySum[] {
    if (choice.kind !== 'view') return this.money.of(column, this.#chosenAsFiled(choice));
    const known = this.#viewSums.get(column) ?? this.money.of(column, this.#inView);
    this.#viewSums.set(column, known);
    return known;
  }

  /** The cells of a column of money in the chosen rows that could not be read, and so are in no sum. */
  unread(column: number, choice: RowChoice): UnreadCells {
    return this.money.unread(column, this.#chosenAsFiled(choice));
  }

  /** Sums of a column, and all that is left out of them. */
  sumsWithLeftOut(column: number, choice: RowChoice): Sums {
    return {
      sums: this.sums(column, choice),
      scale: this.money.scaleOf(column),
      unread: this.unread(column, choice),
      leftOut: this.money.leftOut(column, this.#chosenAsFiled(choice)),
    };
  }

  /** The different words of a column, when they are few. */
  words(column: number): readonly string[] | null {
    const found = this.#dictionary(column);
    return found === null || found.words.length > 200 ? null : found.words;
  }

  /** The cells of a column in the chosen rows, such as the references of selected rows. */
  cellsOf(column: number, choice: RowChoice, most: number): string[] {
    const rows = this.#between(this.#chosen(choice), 0, most);
    return Array.from(rows, (row) => this.table.cells(row)[column] ?? '');
  }

  #dictionary(column: number | null): Dictionary | null {
    if (column === null) return null;
    const known = this.#dictionaries.get(column);
    if (known !== undefined) return known;
    const made = dictionaryOf(this.table, column);
    this.#dictionaries.set(column, made);
    return made;
  }

  get #shownRows(): number {
    return this.#shown?.length ?? this.table.rows;
  }

  /** Some of these rows, of all of them in the order of the file for `null`, by their places. */
  #between(rows: Uint32Array | null, from: number, to: number): Uint32Array {
    if (rows !== null) return rows.subarray(from, to);
    const length = Math.max(0, Math.min(to, this.table.rows) - from);
    return Uint32Array.from({ length }, (_, place) => from + place);
  }

  #chosen(choice: RowChoice): Uint32Array | null {
    switch (choice.kind) {
      case 'all':
        return null;
      case 'view':
        return this.#shown;
      case 'some':
        return Uint32Array.from(choice.rows.filter((row) => row < this.table.rows));
      case 'places':
        return this.#between(this.#shown, choice.from, choice.to + 1);
      case 'but':
        return this.#without(this.#shown, choice.rows);
    }
  }

  /** The same rows as they stand in the file, which is the quickest order for what does not depend on one. */
  #chosenAsFiled(choice: RowChoice): Uint32Array | null {
    switch (choice.kind) {
      case 'all':
        return null;
      case 'view':
        return this.#inView;
      case 'some':
      case 'places':
        return this.#chosen(choice)?.toSorted() ?? null;
      case 'but':
        return this.#without(this.#inView, choice.rows);
    }
  }

  #without(rows: Uint32Array | null, others: readonly number[]): Uint32Array {
    const out = new Uint8Array(this.table.rows);
    for (const row of others) out[row] = 1;
    return (rows ?? naturalOrder(this.table.rows)).filter((row) => out[row] !== 1);
  }
}
