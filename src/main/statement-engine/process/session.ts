/** @file An open statement with its table and the clerk's current view. */
import type {
  CurrencySum,
  Groups,
  Opened,
  StatementRow,
  Sums,
  View,
} from '../../../shared/model/statements/open-statement.ts';
import type { Chart, ChartQuery } from '../../../shared/model/statements/statement-chart.ts';
import type { GroupQuery, WantedGroup } from '../../../shared/model/statements/statement-groups.ts';
import { trimCharactersAtEnd } from '../../../shared/trim-characters.ts';
import { detach } from '../../workers/detach-buffer.ts';
import { Charts } from '../charts/charts.ts';
import { determineMeanings, type Meanings, type Roles, roleOfColumn } from '../columns/roles.ts';
import { createUnreadableColumnFinder } from '../columns/unreadable-cells.ts';
import type { Union } from '../combined/union.ts';
import { indexReferences, type ReferenceIndex } from '../compare/duplicate-references.ts';
import { createRowTest, markRowsWith } from '../query/find.ts';
import { RowGroups } from '../query/groups.ts';
import { MoneySums } from '../query/money-sums.ts';
import { naturalOrder, sortRows } from '../query/order.ts';
import { OpenPayments } from '../query/payments.ts';
import { RowStateValues } from '../query/row-states.ts';
import { buildDictionary, type Dictionary, type UnreadableCells } from '../query/sums.ts';
import type { OpenFile } from '../read/read-sealed.ts';
import type { KernelBuffer } from '../read/read-tokens.ts';
import { type Column, countBlankRows, type OpenOptions, releaseTable, type Table } from '../read/table.ts';

/** Maximum bytes of a cell in the window; exports have the whole cell. */
const maxShown = 2_000;
/** Maximum number of columns in the window. */
const maxShownColumns = 4_096;

/** A choice of rows of the statement or of the view. */
export type RowChoice =
  | { readonly kind: 'all' | 'view' }
  | { readonly kind: 'some'; readonly rows: readonly number[] }
  /** All rows of the view except the listed ones. */
  | { readonly kind: 'all-except'; readonly rows: readonly number[] }
  /** A range of positions in the view, both ends included. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

function describeColumn(
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
    role: roleOfColumn(meanings.roles, index),
    isSummed: meanings.columns[index]?.isSummed === true,
    isChosen: Object.keys(options.columns?.[index] ?? {}).length > 0,
  };
}

/** Frees the files of a table of several statements. */
function disposeUnion({ parts }: Union, folded: Uint8Array): void {
  detach(folded);
  for (const { bytes, table } of parts) {
    detach(bytes);
    releaseTable(table);
  }
}

export class StatementSession {
  /** The original bytes. */
  readonly original: Uint8Array;
  readonly table: Table;
  readonly meanings: Meanings;
  readonly roles: Roles;
  /** Memory of the text and its folded copy. */
  readonly buffer: KernelBuffer | null;
  /** All rows in the order of the view; `null` for the order of the file. */
  #order: Uint32Array | null = null;
  #orderKey = 'null';
  /** Rows of the view in the order of the view; `null` for all rows in the order of the file. */
  #shownOrder: Uint32Array | null = null;
  #ragged: ReadonlySet<number>;
  #unreadableColumnsOf: (row: number) => number[];
  /** Rows of the view in the order of the file; `null` for all. */
  #viewRows: Uint32Array | null = null;
  #filterKey = '[]';
  /** A 1 for each row of the view; `null` for all. */
  #viewMarks: Uint8Array | null = null;
  #references: ReferenceIndex | null = null;
  #payments: { readonly column: number | null; readonly pages: OpenPayments } | null = null;
  #dictionaries = new Map<number, Dictionary | null>();
  readonly money: MoneySums;
  readonly states: RowStateValues;
  readonly #groups: RowGroups;
  readonly #charts: Charts;
  /** Cached sums of the rows of the view. */
  #viewSums = new Map<number, CurrencySum[]>();
  #searchResult: { text: string; places: Uint32Array; cells: number } = {
    text: '',
    places: new Uint32Array(),
    cells: 0,
  };

  /** The statements of a united table; `null` for one statement. */
  readonly union: Union | null;

  constructor({
    bytes,
    table,
    buffer = null,
    union = null,
  }: Pick<OpenFile, 'bytes' | 'table' | 'buffer'> & { readonly union?: Union | null }) {
    this.buffer = buffer;
    this.original = bytes;
    this.table = table;
    this.union = union;
    this.meanings = union?.meanings ?? determineMeanings(this.table);
    this.roles = this.meanings.roles;
    this.money = new MoneySums({ table, meanings: this.meanings, union }, (column) =>
      this.#dictionaryOf(column),
    );
    this.states = new RowStateValues(table.rows);
    this.#groups = new RowGroups(table, this.money);
    this.#charts = new Charts({ table, meanings: this.meanings, money: this.money, union }, this.#groups);
    this.#ragged = new Set(this.table.ragged);
    this.#unreadableColumnsOf = createUnreadableColumnFinder(this.table.columns);
  }

  /** Frees all memory except the reusable memory of the bytes. The session is unusable afterwards. */
  dispose(): void {
    for (const list of [this.#order, this.#shownOrder, this.#viewRows]) if (list !== null) detach(list);
    releaseTable(this.table);
    if (this.union !== null) disposeUnion(this.union, this.table.tokens.folded);
  }

  /** Returns what the window shows after opening: columns, layout and encoding. */
  describe(): Opened {
    const { rows, columns, encoding, layout, ragged, tokens, options, unquotedAmount } = this.table;
    return {
      rows,
      columns: columns
        .slice(0, maxShownColumns)
        .map((column, index) => describeColumn(column, index, { meanings: this.meanings, options })),
      encoding: encoding.encoding,
      encodingCertain: encoding.certain,
      separator: layout.separator,
      header: layout.headerRows === 0 ? null : layout.preamble,
      headerRows: layout.headerRows,
      preamble: layout.preamble,
      layoutCertain: layout.certain,
      headerCandidates: [...layout.candidates],
      unquotedAmount: unquotedAmount && { row: unquotedAmount.row, cells: [...unquotedAmount.cells] },
      ragged: ragged.length,
      blank: countBlankRows(this.table),
      openQuotes: tokens.openQuotes.length,
      options,
    };
  }

  /** Returns the first `maxLines` rows before the header as text, and the number of all rows before the header. */
  linesBefore(maxLines: number): { lines: string[]; of: number } {
    const { layout, text, tokens } = this.table;
    const shown = Math.min(layout.preamble, maxLines);
    const decoder = new TextDecoder();
    const lines = Array.from({ length: shown }, (_, row) => {
      const start = tokens.starts[row] ?? 0;
      const end = Math.min(tokens.starts[row + 1] ?? start, start + maxShown);
      return trimCharactersAtEnd(decoder.decode(text.slice(start, end)), '\r\n');
    });
    return { lines, of: layout.preamble };
  }

  /** Applies a view; returns its number of rows, and how many rows and cells match the search text. */
  setView(view: View): { rows: number; hits: number; cells: number } {
    const orderKey = JSON.stringify(view.sort);
    const filterKey = this.states.filterKeyOf(view.filters);
    if (orderKey !== this.#orderKey)
      this.#order = view.sort === null ? null : sortRows(this.table, view.sort);
    if (filterKey !== this.#filterKey) this.#applyFilters(view.filters);
    if (orderKey !== this.#orderKey || filterKey !== this.#filterKey) {
      const marks = this.#viewMarks;
      if (marks === null) this.#shownOrder = this.#order;
      else this.#shownOrder = this.#order?.filter((row) => marks[row] === 1) ?? this.#viewRows;
    }
    this.#orderKey = orderKey;
    this.#filterKey = filterKey;
    this.#find(view.find);
    return { rows: this.#shownRows, hits: this.#searchResult.places.length, cells: this.#searchResult.cells };
  }

  #applyFilters(filters: View['filters']): void {
    this.#viewSums.clear();
    if (filters.length === 0) {
      this.#viewMarks = null;
      this.#viewRows = null;
      return;
    }
    const tests = filters.map((filter) => this.#createTest(filter));
    const marks = new Uint8Array(this.table.rows);
    let count = 0;
    for (let row = 0; row < marks.length; row += 1) {
      if (!tests.every((fits) => fits(row))) continue;
      marks[row] = 1;
      count += 1;
    }
    const viewRows = new Uint32Array(count);
    for (let row = 0, position = 0; position < count; row += 1) {
      if (marks[row] !== 1) continue;
      viewRows[position] = row;
      position += 1;
    }
    this.#viewRows = viewRows;
    this.#viewMarks = marks;
  }

  #createTest(filter: View['filters'][number]): (row: number) => boolean {
    switch (filter.kind) {
      case 'group':
        return this.#groups.createTest(filter);
      case 'state':
        return this.states.createTest(filter);
      default:
        return createRowTest(this.table, filter, (column) => this.money.signed(column));
    }
  }

  #find(text: string): void {
    if (text.trim() === '') {
      this.#searchResult = { text, places: new Uint32Array(), cells: 0 };
      return;
    }
    const { marks: hitRows, cells } = markRowsWith(this.table, text);
    let hitCount = 0;
    // The number of matching cells limits the number of matching rows, which is usually far below the rows of the view.
    const shown = this.#shownOrder;
    const rows = this.#shownRows;
    const places = new Uint32Array(Math.min(cells, rows));
    for (let position = 0; position < rows; position += 1) {
      if (hitRows[shown === null ? position : (shown[position] ?? 0)] !== 1) continue;
      places[hitCount] = position;
      hitCount += 1;
    }
    this.#searchResult = { text, places: places.slice(0, hitCount), cells };
  }

  /** Returns the position in the view of the n-th row that matches the search text, from 0; `null` for none. */
  hitPosition(index: number): number | null {
    return this.#searchResult.places[index] ?? null;
  }

  window(offset: number, limit: number): StatementRow[] {
    return Array.from(this.#slice(this.#shownOrder, offset, offset + limit), (row) => this.#row(row));
  }

  #row(row: number): StatementRow {
    return {
      row,
      cells: this.table.cells(row, maxShown).slice(0, maxShownColumns),
      ragged: this.#ragged.has(row),
      origin: this.table.origins?.originOf(row) ?? null,
      isRepeated: this.table.origins?.repeatedRows?.[row] === 1,
      states: this.states.of(row),
      unread: this.#unreadableColumnsOf(row).filter((column) => column < maxShownColumns),
    };
  }

  /** Returns the chosen rows with whole cells, in the order of the choice. */
  rowsOf(choice: RowChoice, offset: number, limit: number): string[][] {
    const rows = this.#slice(this.#rowsOfChoice(choice), offset, offset + limit);
    return Array.from(rows, (row) => this.table.cells(row));
  }

  /** Returns the index of the references of a column, for comparison with other statements. */
  references(column: number): ReferenceIndex {
    if (this.#references?.column !== column) this.#references = indexReferences(this.table, column);
    return this.#references;
  }

  /** Returns the rows with references of a column, for comparison with their proofs. */
  payments(column: number | null): OpenPayments {
    if (this.#payments?.column !== column) this.#payments = { column, pages: new OpenPayments(this, column) };
    return this.#payments.pages;
  }

  /** Returns the row numbers of a choice in a separate buffer: a typed array is sent with its whole buffer. */
  numbers(choice: RowChoice): Uint32Array {
    return this.#rowsOfChoice(choice)?.slice() ?? naturalOrder(this.table.rows);
  }

  /** Sums of a column by currency; empty for a column that is not money. */
  sums(column: number, choice: RowChoice): CurrencySum[] {
    if (choice.kind !== 'view') return this.money.of(column, this.#rowsInFileOrder(choice));
    const cachedSums = this.#viewSums.get(column) ?? this.money.of(column, this.#viewRows);
    this.#viewSums.set(column, cachedSums);
    return cachedSums;
  }

  /** Unreadable cells of a column of money in the chosen rows; they are not summed. */
  unreadableCells(column: number, choice: RowChoice): UnreadableCells {
    return this.money.unreadableCells(column, this.#rowsInFileOrder(choice));
  }

  /** Sums of a column, with the cells and rows that are excluded. */
  sumsWithLeftOut(column: number, choice: RowChoice): Sums {
    return {
      sums: this.sums(column, choice),
      scale: this.money.scaleOf(column),
      unread: this.unreadableCells(column, choice),
      leftOut: this.money.leftOut(column, this.#rowsInFileOrder(choice)),
    };
  }

  /** Returns groups of the rows in the view, from a position in their order on. */
  groups(query: GroupQuery, offset: number, limit: number): Groups {
    return this.#groups.page(query, { rows: this.#viewRows, name: this.#filterKey }, offset, limit);
  }

  /** Returns a row of each wanted group, `null` for a group that does not exist. */
  findGroups(groups: readonly WantedGroup[]): (number | null)[] {
    return groups.map((group) => this.#groups.findRow(group));
  }

  /** Returns a chart of the rows in the view. */
  chart(query: ChartQuery): Chart {
    return this.#charts.chart(query, { rows: this.#viewRows, name: this.#filterKey });
  }

  /** Returns the cells of a column in the first `most` chosen rows. */
  cellsOf(column: number, choice: RowChoice, most: number): string[] {
    const rows = this.#slice(this.#rowsOfChoice(choice), 0, most);
    return Array.from(rows, (row) => this.table.cells(row)[column] ?? '');
  }

  #dictionaryOf(column: number | null): Dictionary | null {
    if (column === null) return null;
    const cached = this.#dictionaries.get(column);
    if (cached !== undefined) return cached;
    const dictionary = buildDictionary(this.table, column);
    this.#dictionaries.set(column, dictionary);
    return dictionary;
  }

  get #shownRows(): number {
    return this.#shownOrder?.length ?? this.table.rows;
  }

  /** Returns the rows at a range of positions; `null` stands for all rows in the order of the file. */
  #slice(rows: Uint32Array | null, from: number, to: number): Uint32Array {
    if (rows !== null) return rows.subarray(from, to);
    const length = Math.max(0, Math.min(to, this.table.rows) - from);
    return Uint32Array.from({ length }, (_, place) => from + place);
  }

  /** Returns the chosen rows; `null` for all in the order of the file. */
  #rowsOfChoice(choice: RowChoice): Uint32Array | null {
    switch (choice.kind) {
      case 'all':
        return null;
      case 'view':
        return this.#shownOrder;
      case 'some':
        return Uint32Array.from(choice.rows.filter((row) => row < this.table.rows));
      case 'range':
        return this.#slice(this.#shownOrder, choice.from, choice.to + 1);
      case 'all-except':
        return this.#excludeRows(this.#shownOrder, choice.rows);
    }
  }

  /** Returns the chosen rows in the order of the file, which is the fastest order for sums; `null` for all. */
  #rowsInFileOrder(choice: RowChoice): Uint32Array | null {
    switch (choice.kind) {
      case 'all':
        return null;
      case 'view':
        return this.#viewRows;
      case 'some':
      case 'range':
        return this.#rowsOfChoice(choice)?.toSorted() ?? null;
      case 'all-except':
        return this.#excludeRows(this.#viewRows, choice.rows);
    }
  }

  #excludeRows(rows: Uint32Array | null, others: readonly number[]): Uint32Array {
    const excludedMarks = new Uint8Array(this.table.rows);
    for (const row of others) excludedMarks[row] = 1;
    return (rows ?? naturalOrder(this.table.rows)).filter((row) => excludedMarks[row] !== 1);
  }
}
