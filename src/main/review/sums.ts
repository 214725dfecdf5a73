/** @file Sums of a column by currency, for all rows, the rows in view, or the selected rows. */
import type { NumberColumn } from './numbers.ts';
import { foldedCell, type Table } from './table.ts';

/** Exact sums of one currency, in minor units of the column, as decimal text. */
export interface CurrencySum {
  /** As it stands in the file; empty where there is no column of currencies. */
  readonly currency: string;
  readonly rows: number;
  readonly incoming: string;
  readonly outgoing: string;
  readonly net: string;
  readonly least: string;
  readonly largest: string;
}

/** The distinct words of a column, and the word of each row. */
export interface Dictionary {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

const maxWords = 1_000;

/** Returns the dictionary of a column; `null` when it has too many distinct words. */
export function dictionaryOf(table: Table, column: number): Dictionary | null {
  const codes = new Uint16Array(table.rows);
  const known = new Map<number | string, number>();
  const words: string[] = [];
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    const length = range.end - range.start;
    let key: number | string;
    // Codes of three letters are told apart without making a text of each.
    if (length <= 4) {
      let packed = length;
      for (let at = range.start; at < range.end; at += 1) packed = packed * 256 + (folded[at] ?? 0);
      key = packed;
    } else key = bytes.toString('latin1', range.start, range.end);
    let code = known.get(key);
    if (code === undefined) {
      if (words.length >= maxWords) return null;
      code = words.length;
      known.set(key, code);
      words.push((table.cells(row, 200)[column] ?? '').trim());
    }
    codes[row] = code;
  }
  return { words, codes };
}

/** Adds integers exactly. */
class ExactSum {
  #small = 0;
  #large = 0n;

  add(value: number): void {
    // A number that is exact by itself is not any more when another is added.
    if (value > maxExact || value < -maxExact) {
      this.#large += BigInt(value);
      return;
    }
    this.#small += value;
    if (this.#small > maxExact || this.#small < -maxExact) {
      this.#large += BigInt(this.#small);
      this.#small = 0;
    }
  }

  addLarge(value: bigint): void {
    this.#large += value;
  }

  total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Two such sums are still exact when they are added. */
const maxExact = 4e15;
function rowsFrom(first: number, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, place) => first + place);
}

/** Rows whose sums are kept together. */
const blockRows = 8_192;
/** Numbers that are kept of one currency in one block. */
const facts = { incoming: 0, outgoing: 1, rows: 2, least: 3, largest: 4 } as const;
const factCount = 5;

/** A run of rows, and what is known of each currency in it. */
class Totals {
  readonly incoming: readonly ExactSum[];
  readonly outgoing: readonly ExactSum[];
  readonly rows: Float64Array;
  readonly least: (number | bigint)[];
  readonly largest: (number | bigint)[];

  constructor(words: number) {
    this.incoming = Array.from({ length: words }, () => new ExactSum());
    this.outgoing = Array.from({ length: words }, () => new ExactSum());
    this.rows = new Float64Array(words);
    this.least = Array.from({ length: words }, () => Number.POSITIVE_INFINITY);
    this.largest = Array.from({ length: words }, () => Number.NEGATIVE_INFINITY);
  }

  /** Adds what is known of one currency, with {@link factCount} numbers from `at` on. */
  add(code: number, known: Float64Array, at: number): void {
    const rows = known[at + facts.rows] ?? 0;
    if (rows === 0) return;
    this.incoming[code]?.add(known[at + facts.incoming] ?? 0);
    this.outgoing[code]?.add(known[at + facts.outgoing] ?? 0);
    this.rows[code] = (this.rows[code] ?? 0) + rows;
    this.#reach(code, known[at + facts.least] ?? 0);
    this.#reach(code, known[at + facts.largest] ?? 0);
  }

  /** Adds one amount that a number cannot hold. */
  addLarge(code: number, amount: bigint): void {
    (amount < 0n ? this.outgoing : this.incoming)[code]?.addLarge(amount);
    this.rows[code] = (this.rows[code] ?? 0) + 1;
    this.#reach(code, amount);
  }

  #reach(code: number, amount: number | bigint): void {
    if (amount < (this.least[code] ?? 0)) this.least[code] = amount;
    if (amount > (this.largest[code] ?? 0)) this.largest[code] = amount;
  }

  sums(words: readonly string[]): CurrencySum[] {
    return words.flatMap((currency, code) => {
      const rows = this.rows[code] ?? 0;
      if (rows === 0) return [];
      const comes = this.incoming[code]?.total() ?? 0n;
      const goes = this.outgoing[code]?.total() ?? 0n;
      return {
        currency,
        rows,
        incoming: String(comes),
        outgoing: String(goes),
        net: String(comes + goes),
        least: String(this.least[code] ?? 0),
        largest: String(this.largest[code] ?? 0),
      };
    });
  }
}

/**
 * Sums of a column of numbers by the words of another. What full blocks of rows come to is kept, so that asking again,
 * for all rows or for most of them, hardly costs anything.
 */
export class ColumnSums {
  readonly #values: Float64Array;
  readonly #words: readonly string[];
  readonly #codes: Uint16Array;
  readonly #large: ReadonlyMap<number, bigint>;
  /** Of each block and each word in it, once it was asked for. */
  readonly #blocks = new Map<number, Float64Array | null>();

  /** `large` has the exact values of the rows that `values` only comes near to. */
  constructor(
    { values, large }: Pick<NumberColumn, 'values' | 'large'>,
    currencies: Pick<Dictionary, 'words' | 'codes'> | null,
  ) {
    this.#values = values;
    this.#large = large;
    this.#words = currencies?.words ?? [''];
    this.#codes = currencies?.codes ?? new Uint16Array(values.length);
  }

  /** Sums over rows, which are in the order of the file; each counts as often as it is there. `null` for all rows. */
  of(rows: Uint32Array | null): CurrencySum[] {
    if (rows === null) return this.#ofAll();
    const totals = new Totals(this.#words.length);
    let from = 0;
    for (let index = 0; index < rows.length; ) {
      const block = this.#fullBlock(rows, index);
      const known = block === null ? null : this.#block(block);
      if (known === null) {
        index += 1;
        continue;
      }
      this.#addSingly(totals, rows, from, index);
      for (let code = 0; code < this.#words.length; code += 1) totals.add(code, known, code * factCount);
      index += blockRows;
      from = index;
    }
    this.#addSingly(totals, rows, from, rows.length);
    return totals.sums(this.#words);
  }

  #ofAll(): CurrencySum[] {
    const totals = new Totals(this.#words.length);
    const count = this.#values.length;
    for (let first = 0; first < count; first += blockRows) {
      const length = Math.min(blockRows, count - first);
      const known = length === blockRows ? this.#block(first / blockRows) : null;
      if (known === null) this.#addSingly(totals, rowsFrom(first, length), 0, length);
      else for (let code = 0; code < this.#words.length; code += 1) totals.add(code, known, code * factCount);
    }
    return totals.sums(this.#words);
  }

  /** The block whose rows are exactly those that follow, or `null`. */
  #fullBlock(rows: Uint32Array, index: number): number | null {
    const first = rows[index] ?? 0;
    if (first % blockRows !== 0 || rows[index + blockRows - 1] !== first + blockRows - 1) return null;
    // In order and none twice: a row that is there again would take the place of another.
    for (let place = 1; place < blockRows; place += 1) if (rows[index + place] !== first + place) return null;
    return first / blockRows;
  }

  /** `null` for a block whose sums are too large for a number. */
  #block(block: number): Float64Array | null {
    const known = this.#blocks.get(block);
    if (known !== undefined) return known;
    const first = block * blockRows;
    const made = new Float64Array(this.#words.length * factCount);
    const kept = this.#collect(made, rowsFrom(first, blockRows), 0, blockRows) === blockRows ? made : null;
    this.#blocks.set(block, kept);
    return kept;
  }

  #addSingly(totals: Totals, rows: Uint32Array, from: number, to: number): void {
    const known = new Float64Array(this.#words.length * factCount);
    for (let at = from; at < to; ) {
      const row = rows[at] ?? 0;
      const large = this.#large.get(row);
      if (large !== undefined) {
        totals.addLarge(this.#codes[row] ?? 0, large);
        at += 1;
        continue;
      }
      at = this.#collect(known, rows, at, to);
      for (let code = 0; code < this.#words.length; code += 1) totals.add(code, known, code * factCount);
    }
  }

  /** Collects rows until their sums would no longer be exact, one at least; gives where it ended. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
  #collect(into: Float64Array, rows: Uint32Array, from: number, to: number): number {
    const values = this.#values;
    const codes = this.#codes;
    for (let at = 0; at < into.length; at += factCount) {
      into.fill(0, at, at + factCount);
      into[at + facts.least] = Number.POSITIVE_INFINITY;
      into[at + facts.largest] = Number.NEGATIVE_INFINITY;
    }
    let bound = 0;
    for (let index = from; index < to; index += 1) {
      const row = rows[index] ?? 0;
      const value = values[row] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      bound += Math.abs(value);
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return index;
      // Below what a number can hold exactly, whatever the currency that the values fall to.
      if (bound > maxExact && index > from) return index;
      const at = (codes[row] ?? 0) * factCount;
      const place = value < 0 ? at + facts.outgoing : at + facts.incoming;
      into[place] = (into[place] ?? 0) + value;
      into[at + facts.rows] = (into[at + facts.rows] ?? 0) + 1;
      if (value < (into[at + facts.least] ?? 0)) into[at + facts.least] = value;
      if (value > (into[at + facts.largest] ?? 0)) into[at + facts.largest] = value;
    }
    return to;
  }
}

/** Cells of a column that are in no sum, because they could not be read. */
export interface UnreadCells {
  readonly cells: number;
  /** Rows of the first of them, ascending. */
  readonly rows: number[];
}

/** Maximum number of rows listed; the total is always returned. */
const maxListedUnread = 1_000;

/** The unread cells among `rows`, which are ascending; `null` for all rows. */
export function unreadAmong(badRows: Uint32Array, rows: Uint32Array | null): UnreadCells {
  if (rows === null) return { cells: badRows.length, rows: [...badRows.subarray(0, maxListedUnread)] };
  const found: number[] = [];
  let cells = 0;
  let at = 0;
  for (const row of badRows) {
    at = firstAtLeast(rows, row, at);
    if (rows[at] !== row) continue;
    cells += 1;
    if (found.length < maxListedUnread) found.push(row);
  }
  return { cells, rows: found };
}

/** The first index from `from` on whose row is not below `row`. */
function firstAtLeast(rows: Uint32Array, row: number, from: number): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
