/** @file Sums of a column by currency, for all rows, the rows in view, or the selected rows. */
import type { CurrencySum } from '../../../shared/model/statements/open-statement.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import { firstAtLeast } from '../columns/unreadable-cells.ts';
import { numberCells } from '../read/cell-codes.ts';
import { foldedCell, type Table } from '../read/table.ts';
import { ExactSum, maxExact } from './exact-sum.ts';

/** The distinct words of a column, and the word of each row. */
export interface Dictionary {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

const maxDistinct = 1_000;

/** Returns the dictionary of a column; `null` when it has too many distinct words. */
export function buildDictionary(table: Table, column: number): Dictionary | null {
  const { origins } = table;
  if (origins !== null && column >= origins.first) return buildOriginDictionary(table, column);
  const numbered = numberCells(table, column, maxDistinct);
  if (numbered === null) return null;
  const codes = Uint16Array.from(numbered.codes);
  const words: string[] = [];
  // Codes are in the order of their first rows.
  for (let row = 0; row < codes.length && words.length < numbered.count; row += 1)
    if (codes[row] === words.length) words.push(wordOf(table, row, column));
  return { words, codes };
}

function wordOf(table: Table, row: number, column: number): string {
  return (table.cells(row, 200)[column] ?? '').trim();
}

/** Returns the dictionary of a column that names the statement of each row. */
function buildOriginDictionary(table: Table, column: number): Dictionary | null {
  const codes = new Uint16Array(table.rows);
  const codeByCell = new Map<string, number>();
  const words: string[] = [];
  const { folded } = table.tokens;
  const bytes = Buffer.from(folded.buffer, folded.byteOffset, folded.byteLength);
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    const key = bytes.toString('latin1', range.start, range.end);
    let code = codeByCell.get(key);
    if (code === undefined) {
      if (words.length >= maxDistinct) return null;
      code = words.length;
      codeByCell.set(key, code);
      words.push(wordOf(table, row, column));
    }
    codes[row] = code;
  }
  return { words, codes };
}

function rowsFrom(first: number, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, place) => first + place);
}

/** Rows per cached block. */
const blockRows = 8_192;
/** Offsets of the cached numbers of one currency in a block. */
const factOffsets = { incoming: 0, outgoing: 1, rows: 2 } as const;
const factCount = 3;

/** Running totals per currency. */
class Totals {
  readonly incoming: readonly ExactSum[];
  readonly outgoing: readonly ExactSum[];
  readonly rows: Float64Array;

  constructor(words: number) {
    this.incoming = Array.from({ length: words }, () => new ExactSum());
    this.outgoing = Array.from({ length: words }, () => new ExactSum());
    this.rows = new Float64Array(words);
  }

  /** Adds the {@link factCount} cached numbers of one currency, which begin at `at`. */
  add(code: number, facts: Float64Array, at: number): void {
    const rows = facts[at + factOffsets.rows] ?? 0;
    if (rows === 0) return;
    this.incoming[code]?.add(facts[at + factOffsets.incoming] ?? 0);
    this.outgoing[code]?.add(facts[at + factOffsets.outgoing] ?? 0);
    this.rows[code] = (this.rows[code] ?? 0) + rows;
  }

  /** Adds one amount that a double cannot hold exactly. */
  addLarge(code: number, amount: bigint): void {
    (amount < 0n ? this.outgoing : this.incoming)[code]?.addLarge(amount);
    this.rows[code] = (this.rows[code] ?? 0) + 1;
  }

  sums(words: readonly string[]): CurrencySum[] {
    return words.flatMap((currency, code) => {
      const rows = this.rows[code] ?? 0;
      if (rows === 0) return [];
      const incoming = this.incoming[code]?.total() ?? 0n;
      const outgoing = this.outgoing[code]?.total() ?? 0n;
      return {
        currency,
        rows,
        incoming: String(incoming),
        outgoing: String(outgoing),
        net: String(incoming + outgoing),
      };
    });
  }
}

/**
 * Sums of a number column by currency. The sums of full blocks of rows are cached, so that repeated sums over all or
 * most rows are cheap.
 */
export class ColumnSums {
  readonly #values: Float64Array;
  readonly #words: readonly string[];
  readonly #codes: Uint16Array;
  readonly #large: ReadonlyMap<number, bigint>;
  /** Cached numbers of each block and currency; `null` for a block whose sums are not exact. */
  readonly #blocks = new Map<number, Float64Array | null>();

  /** `large` has the exact values of rows for which `values` is only an approximation. */
  constructor(
    { values, large }: Pick<NumberColumn, 'values' | 'large'>,
    currencies: Pick<Dictionary, 'words' | 'codes'> | null,
  ) {
    this.#values = values;
    this.#large = large;
    this.#words = currencies?.words ?? [''];
    this.#codes = currencies?.codes ?? new Uint16Array(values.length);
  }

  /** Returns the sums of rows in the order of the file, `null` for all. A row that occurs twice counts twice. */
  of(rows: Uint32Array | null): CurrencySum[] {
    if (rows === null) return this.#sumAll();
    const totals = new Totals(this.#words.length);
    /** Index of the first row that is not added yet. */
    let from = 0;
    for (let index = 0; index < rows.length; ) {
      const block = this.#fullBlock(rows, index);
      const facts = block === null ? null : this.#factsOfBlock(block);
      if (facts === null) {
        index += 1;
        continue;
      }
      this.#addSingly(totals, rows, from, index);
      for (let code = 0; code < this.#words.length; code += 1) totals.add(code, facts, code * factCount);
      index += blockRows;
      from = index;
    }
    this.#addSingly(totals, rows, from, rows.length);
    return totals.sums(this.#words);
  }

  #sumAll(): CurrencySum[] {
    const totals = new Totals(this.#words.length);
    const count = this.#values.length;
    for (let first = 0; first < count; first += blockRows) {
      const length = Math.min(blockRows, count - first);
      const facts = length === blockRows ? this.#factsOfBlock(first / blockRows) : null;
      if (facts === null) this.#addSingly(totals, rowsFrom(first, length), 0, length);
      else for (let code = 0; code < this.#words.length; code += 1) totals.add(code, facts, code * factCount);
    }
    return totals.sums(this.#words);
  }

  /** Finds the block that consists of exactly the next rows of the list; `null` for none. */
  #fullBlock(rows: Uint32Array, index: number): number | null {
    const first = rows[index] ?? 0;
    if (first % blockRows !== 0 || rows[index + blockRows - 1] !== first + blockRows - 1) return null;
    // Every row must be checked: a repeated row could replace another one.
    for (let place = 1; place < blockRows; place += 1) if (rows[index + place] !== first + place) return null;
    return first / blockRows;
  }

  /** Returns the numbers of a block; `null` if they are too large to be exact. */
  #factsOfBlock(block: number): Float64Array | null {
    const cached = this.#blocks.get(block);
    if (cached !== undefined) return cached;
    const first = block * blockRows;
    const facts = new Float64Array(this.#words.length * factCount);
    const exactFacts =
      this.#collectFacts(facts, rowsFrom(first, blockRows), 0, blockRows) === blockRows ? facts : null;
    this.#blocks.set(block, exactFacts);
    return exactFacts;
  }

  #addSingly(totals: Totals, rows: Uint32Array, from: number, to: number): void {
    const facts = new Float64Array(this.#words.length * factCount);
    for (let at = from; at < to; ) {
      const row = rows[at] ?? 0;
      const large = this.#large.get(row);
      if (large !== undefined) {
        totals.addLarge(this.#codes[row] ?? 0, large);
        at += 1;
        continue;
      }
      at = this.#collectFacts(facts, rows, at, to);
      for (let code = 0; code < this.#words.length; code += 1) totals.add(code, facts, code * factCount);
    }
  }

  /** Adds rows while the sums stay exact, at least one row. Returns the index after the last added row. */
  #collectFacts(into: Float64Array, rows: Uint32Array, from: number, to: number): number {
    const values = this.#values;
    const codes = this.#codes;
    into.fill(0);
    let bound = 0;
    for (let index = from; index < to; index += 1) {
      const row = rows[index] ?? 0;
      const value = values[row] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      bound += Math.abs(value);
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return index;
      // The bound of the sum over all currencies is also a bound for the sum of each currency.
      if (bound > maxExact && index > from) return index;
      const at = (codes[row] ?? 0) * factCount;
      const place = value < 0 ? at + factOffsets.outgoing : at + factOffsets.incoming;
      into[place] = (into[place] ?? 0) + value;
      into[at + factOffsets.rows] = (into[at + factOffsets.rows] ?? 0) + 1;
    }
    return to;
  }
}

/** Cells of a column that are not summed because they could not be read. */
export interface UnreadableCells {
  readonly cells: number;
  /** Rows of the first of these cells, ascending. */
  readonly rows: number[];
}

/** Maximum number of rows that are listed; the number of cells is not limited. */
const maxListedUnreadable = 1_000;

/** Intersects rows with an unreadable cell with `rows`. Both are ascending; `null` stands for all rows. */
export function intersectUnreadable(badRows: Uint32Array, rows: Uint32Array | null): UnreadableCells {
  if (rows === null) return { cells: badRows.length, rows: [...badRows.subarray(0, maxListedUnreadable)] };
  const found: number[] = [];
  let cells = 0;
  let at = 0;
  for (const row of badRows) {
    at = firstAtLeast(rows, row, at);
    if (rows[at] !== row) continue;
    cells += 1;
    if (found.length < maxListedUnreadable) found.push(row);
  }
  return { cells, rows: found };
}
