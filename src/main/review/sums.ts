/** @file Numbers about a column: by currency where there is one, for all rows, those in view, or those selected. */
import { foldedCell, type Table } from './table.ts';

/** What is known of one currency's amounts. Minor units of the column, exact, as decimal text. */
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

/** The words of a column with few different ones, and which of them each row has. */
export interface Dictionary {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

const mostWords = 1_000;

/** The dictionary of a column; `null` when it has too many different words for one. */
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
      if (words.length >= mostWords) return null;
      code = words.length;
      known.set(key, code);
      words.push((table.cells(row, 200)[column] ?? '').trim());
    }
    codes[row] = code;
  }
  return { words, codes };
}

/** Adds whole numbers without ever losing one. */
class ExactSum {
  #small = 0;
  #large = 0n;

  add(value: number): void {
    this.#small += value;
    if (this.#small > 4e15 || this.#small < -4e15) {
      this.#large += BigInt(this.#small);
      this.#small = 0;
    }
  }

  total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Sums of a column of numbers over `rows`, by the words of `currencies`. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
export function sumsOf(
  values: Float64Array,
  currencies: Dictionary | null,
  rows: Uint32Array,
): CurrencySum[] {
  const words = currencies?.words ?? [''];
  const count = words.length;
  const incoming = words.map(() => new ExactSum());
  const outgoing = words.map(() => new ExactSum());
  const numbers = new Uint32Array(count);
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const largest = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const ins = new Float64Array(count);
  const outs = new Float64Array(count);
  const flush = (sums: Float64Array, into: readonly ExactSum[]) => {
    for (let code = 0; code < count; code += 1) into[code]?.add(sums[code] ?? 0);
    sums.fill(0);
  };
  const codes = currencies?.codes ?? null;
  let bound = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const code = codes === null ? 0 : (codes[row] ?? 0);
    const size = value < 0 ? -value : value;
    // Sums stay below what a number can hold exactly, whatever the currency they fall to.
    bound += size;
    if (bound > 4e15) {
      flush(ins, incoming);
      flush(outs, outgoing);
      bound = size;
    }
    if (value < 0) outs[code] = (outs[code] ?? 0) + value;
    else ins[code] = (ins[code] ?? 0) + value;
    numbers[code] = (numbers[code] ?? 0) + 1;
    if (value < (least[code] ?? 0)) least[code] = value;
    if (value > (largest[code] ?? 0)) largest[code] = value;
  }
  flush(ins, incoming);
  flush(outs, outgoing);
  return words
    .map((currency, code) => {
      const comes = incoming[code]?.total() ?? 0n;
      const goes = outgoing[code]?.total() ?? 0n;
      return {
        currency,
        rows: numbers[code] ?? 0,
        incoming: String(comes),
        outgoing: String(goes),
        net: String(comes + goes),
        least: String(least[code] ?? 0),
        largest: String(largest[code] ?? 0),
      };
    })
    .filter(({ rows: number }) => number > 0);
}
