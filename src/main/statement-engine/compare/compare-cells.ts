/**
 * @file Compares cells of two statements: their original texts without blanks around them, and, for numbers and dates,
 * their values.
 */
import { parseDateCell } from '../columns/date-cell.ts';
import { foldText } from '../read/fold.ts';
import { separators } from '../read/layout.ts';
import { isTextFormula } from '../read/quoted-cell.ts';
import { type Column, foldedCell, type Table } from '../read/table.ts';
import type { ColumnPair } from './compare-columns.ts';
import { equalBytes, mixBytes, mixNumber, viewOf } from './compare-hash.ts';

const blank = 0x20;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const encoder = new TextEncoder();

/** The cells of one row after the other, as ranges of bytes. Objects are reused, to avoid allocations for each row. */
class RowCells {
  readonly #table: Table;
  readonly #separator: number;
  readonly #textView: DataView;
  /** Cells of a row with quotes, whose bytes differ from the file. */
  #scratch = new Uint8Array(4_096);
  #scratchView = viewOf(this.#scratch);
  /** Contains the cells of the row that was read last. */
  view: DataView;
  readonly starts: Int32Array;
  readonly ends: Int32Array;

  constructor(table: Table) {
    this.#table = table;
    this.#separator = separators[table.layout.separator];
    this.#textView = viewOf(table.text);
    this.view = this.#textView;
    this.starts = new Int32Array(table.columns.length + 1);
    this.ends = new Int32Array(table.columns.length + 1);
  }

  /** Reads a row. Missing cells are empty. */
  read(row: number): void {
    if (!this.#readPlain(row)) this.#readQuoted(row);
  }

  /** Reads a row without quotes; false for any other. */
  #readPlain(row: number): boolean {
    const { text, tokens, head } = this.#table;
    const { starts, ends } = this;
    const separator = this.#separator;
    let at = tokens.starts[row + head] ?? 0;
    const end = rowTextEnd(this.#table, row);
    const last = starts.length - 1;
    let column = 0;
    let start = at;
    for (; at <= end; at += 1) {
      const byte = at < end ? text[at] : separator;
      if (byte === quote) return false;
      if (byte !== separator) continue;
      if (column < last) {
        let cellEnd = at;
        while (start < cellEnd && (text[start] ?? 0) <= blank) start += 1;
        while (cellEnd > start && (text[cellEnd - 1] ?? 0) <= blank) cellEnd -= 1;
        starts[column] = start;
        ends[column] = cellEnd;
        column += 1;
      }
      start = at + 1;
    }
    starts.fill(0, column);
    ends.fill(0, column);
    this.view = this.#textView;
    return true;
  }

  #readQuoted(row: number): void {
    const cells = this.#table.cells(row).slice(0, this.starts.length - 1);
    const maxBytes = cells.reduce((sum, cell) => sum + cell.length * 3, 0);
    if (maxBytes > this.#scratch.length) {
      this.#scratch = new Uint8Array(maxBytes * 2);
      this.#scratchView = viewOf(this.#scratch);
    }
    let to = 0;
    for (const [column, cell] of cells.entries()) {
      this.starts[column] = to;
      to += encoder.encodeInto(trimBlanks(cell), this.#scratch.subarray(to)).written;
      this.ends[column] = to;
    }
    this.starts.fill(0, cells.length);
    this.ends.fill(0, cells.length);
    this.view = this.#scratchView;
  }

  text(column: number): string {
    const { view } = this;
    const start = this.starts[column] ?? 0;
    const length = (this.ends[column] ?? 0) - start;
    return Buffer.from(view.buffer, view.byteOffset + start, length).toString('utf8');
  }
}

/** Removes characters up to the blank at both ends, such as tabs; the same bytes as for a row without quotes. */
function trimBlanks(cell: string): string {
  let start = 0;
  let end = cell.length;
  while (start < end && cell.charCodeAt(start) <= blank) start += 1;
  while (end > start && cell.charCodeAt(end - 1) <= blank) end -= 1;
  return start === 0 && end === cell.length ? cell : cell.slice(start, end);
}

/** Offset in the text at which a row ends, without its line end. */
export function rowTextEnd({ text, tokens, head }: Table, row: number): number {
  const start = tokens.starts[row + head] ?? 0;
  let end = tokens.starts[row + head + 1] ?? 0;
  if (end > start && text[end - 1] === lineFeed) end -= 1;
  if (end > start && text[end - 1] === carriageReturn) end -= 1;
  return end;
}

/** The number of a cell, in minor units; NaN if it is compared as text. */
function numberAt(column: Column | undefined, row: number): number {
  if (column?.kind !== 'number' || column.large.has(row)) return Number.NaN;
  return column.values[row] ?? Number.NaN;
}

/** The date of a cell as YYYYMMDD; 0 if it is compared as text. */
function dateAt(column: Column | undefined, row: number): number {
  return column?.kind === 'date' ? (column.values[row] ?? 0) : 0;
}

/** Everything of an amount except its digits, separators and sign, such as a currency: it must be the same in both. */
function beyondNumber(text: string): string {
  return text.replaceAll(/[\p{Nd}.,'’\s+\-\u2212\u2013()]/gu, '').toLowerCase();
}

/** Everything of a date after its day, such as a time: it must be the same in both. */
function beyondDay(text: string): string {
  const clockAt = text.search(/\d{1,2}:\d{2}/);
  if (clockAt >= 0) return text.slice(clockAt).toLowerCase();
  const folded = new TextDecoder().decode(foldText(text)).trim();
  const hasMore = (parseDateCell(folded)?.timeMs ?? null) !== null || folded.includes(' as of ');
  return hasMore ? folded : '';
}

const doubles = new Float64Array(1);
const words = new Int32Array(doubles.buffer);

/** Relation of two cells or rows. */
export type Relation = 'same' | 'notation' | 'changed';

function strongerRelation(one: Relation, other: Relation): Relation {
  return one === 'changed' || other === 'same' ? one : other;
}

/** Compares the rows of two tables in the columns that both have. */
export class RowComparer {
  readonly #pairs: readonly ColumnPair[];
  readonly #tables: { readonly earlier: Table; readonly later: Table };
  readonly #cells: { readonly earlier: RowCells; readonly later: RowCells };
  readonly #foldedViews: { readonly earlier: DataView; readonly later: DataView };
  /** Relation of each column of the pair that was compared last. */
  readonly relations: Relation[] = [];

  constructor(earlier: Table, later: Table, pairs: readonly ColumnPair[]) {
    this.#pairs = pairs;
    this.#tables = { earlier, later };
    this.#cells = { earlier: new RowCells(earlier), later: new RowCells(later) };
    this.#foldedViews = { earlier: viewOf(earlier.tokens.folded), later: viewOf(later.tokens.folded) };
  }

  /** Compares two rows; the relations of their cells are in {@link relations} afterwards. */
  compare(earlierRow: number, laterRow: number): Relation {
    const { earlier, later } = this.#cells;
    earlier.read(earlierRow);
    later.read(laterRow);
    let relation: Relation = 'same';
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair === undefined) continue;
      const cell = this.#compareCell(pair, earlierRow, laterRow);
      this.relations[index] = cell;
      relation = strongerRelation(relation, cell);
    }
    return relation;
  }

  /** Returns the relation, in some columns, of the rows that were compared last. */
  relationIn(positions: readonly number[]): Relation {
    return positions.reduce<Relation>(
      (relation, position) => strongerRelation(relation, this.relations[position] ?? 'same'),
      'same',
    );
  }

  /** Returns how much the number in a column grew, in minor units of the column with more decimals; NaN for texts. */
  differenceIn(position: number, earlierRow: number, laterRow: number): number {
    const pair = this.#pairs[position];
    const earlier = this.#tables.earlier.columns[pair?.earlier ?? -1];
    const later = this.#tables.later.columns[pair?.later ?? -1];
    if (earlier?.kind !== 'number' || later?.kind !== 'number') return Number.NaN;
    const scale = Math.max(earlier.scale, later.scale);
    const [one, other] = [numberAt(earlier, earlierRow), numberAt(later, laterRow)];
    return other * 10 ** (scale - later.scale) - one * 10 ** (scale - earlier.scale);
  }

  #compareCell(pair: ColumnPair, earlierRow: number, laterRow: number): Relation {
    const { earlier, later } = this.#cells;
    const hasSameText = equalBytes(
      earlier.view,
      earlier.starts[pair.earlier] ?? 0,
      earlier.ends[pair.earlier] ?? 0,
      later.view,
      later.starts[pair.later] ?? 0,
      later.ends[pair.later] ?? 0,
    );
    if (hasSameText) return 'same';
    if (pair.kind === 'text' || !this.#hasSameValue(pair, earlierRow, laterRow)) return 'changed';
    const beyond = pair.kind === 'number' ? beyondNumber : beyondDay;
    const isSame = beyond(earlier.text(pair.earlier)) === beyond(later.text(pair.later));
    return isSame ? 'notation' : 'changed';
  }

  #hasSameValue(pair: ColumnPair, earlierRow: number, laterRow: number): boolean {
    const earlier = this.#tables.earlier.columns[pair.earlier];
    const later = this.#tables.later.columns[pair.later];
    if (pair.kind === 'date') {
      const day = dateAt(earlier, earlierRow);
      return day !== 0 && day === dateAt(later, laterRow);
    }
    if (earlier?.kind !== 'number' || later?.kind !== 'number') return false;
    const one = numberAt(earlier, earlierRow);
    const other = numberAt(later, laterRow);
    // Beyond the safe integers, a product is not equal to any value: those are compared as text.
    const scale = later.scale - earlier.scale;
    return scale >= 0 ? one * 10 ** scale === other : one === other * 10 ** -scale;
  }

  /** Hashes the texts of the compared cells of a row. */
  hashTexts(side: 'earlier' | 'later', row: number): number {
    const cells = this.#cells[side];
    cells.read(row);
    let hash = 0;
    for (const pair of this.#pairs) {
      const column = pair[side];
      hash = mixBytes(hash, cells.view, cells.starts[column] ?? 0, cells.ends[column] ?? 0);
    }
    return hash;
  }

  /** Hashes the values of cells of a row; the folded text of a cell without a value. */
  hashValues(side: 'earlier' | 'later', row: number, positions: readonly number[]): number {
    const table = this.#tables[side];
    const view = this.#foldedViews[side];
    const range = { start: 0, end: 0 };
    let hash = 0;
    for (const position of positions) {
      const pair = this.#pairs[position];
      if (pair === undefined) continue;
      const column = table.columns[pair[side]];
      const amount = pair.kind === 'number' ? numberAt(column, row) : Number.NaN;
      const day = pair.kind === 'date' ? dateAt(column, row) : 0;
      if (!Number.isNaN(amount) && column?.kind === 'number') {
        // Plus zero makes a negative zero positive.
        doubles[0] = amount / 10 ** column.scale + 0;
        hash = mixNumber(mixNumber(hash, words[0] ?? 0), words[1] ?? 0);
      } else if (day !== 0) hash = mixNumber(hash, day);
      else {
        trimmedFoldedCell(table, row, pair[side], range);
        hash = mixBytes(hash, view, range.start, range.end);
      }
    }
    return hash;
  }
}

/** Sets `range` to a folded cell without blanks around it, and without the signs of a text formula. */
export function trimmedFoldedCell(
  table: Table,
  row: number,
  column: number,
  range: { start: number; end: number },
): void {
  const { folded } = table.tokens;
  foldedCell(table, row, column, range);
  while (range.start < range.end && folded[range.start] === blank) range.start += 1;
  while (range.end > range.start && folded[range.end - 1] === blank) range.end -= 1;
  if (!isTextFormula(folded, range.start, range.end)) return;
  range.start += 2;
  range.end -= 1;
}
