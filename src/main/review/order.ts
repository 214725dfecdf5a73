/** @file Puts all rows of a table in order by one column: by counting and not by comparing, wherever that is possible. */
import { foldedCell, type Table } from './table.ts';
import { timesOf } from './times.ts';

/** The order of a view. */
export interface Sort {
  readonly column: number;
  readonly descending: boolean;
}

/** Row numbers from 0. */
export function naturalOrder(rows: number): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) order[row] = row;
  return order;
}

/** Bits that one pass tells apart: few enough that all the places it writes to stay in the processor's cache. */
const maxDigitBits = 11;

/** Rows with a key each. */
interface Keyed {
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly keys: Uint32Array<ArrayBuffer>;
}

/** One stable pass over some bits of the keys; both move together, so that everything is read in order. */
function countingPass(from: Keyed, to: Keyed, shift: number, bits: number): void {
  const mask = (1 << bits) - 1;
  const places = new Uint32Array(mask + 1);
  const { rows, keys } = from;
  for (let index = 0; index < keys.length; index += 1) {
    const digit = ((keys[index] ?? 0) >>> shift) & mask;
    places[digit] = (places[digit] ?? 0) + 1;
  }
  let before = 0;
  for (let digit = 0; digit <= mask; digit += 1) {
    const count = places[digit] ?? 0;
    places[digit] = before;
    before += count;
  }
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? 0;
    const digit = (key >>> shift) & mask;
    const place = places[digit] ?? 0;
    places[digit] = place + 1;
    to.rows[place] = rows[index] ?? 0;
    to.keys[place] = key;
  }
}

function bitsOf(keys: Uint32Array): number {
  let any = 0;
  for (let index = 0; index < keys.length; index += 1) any |= keys[index] ?? 0;
  return 32 - Math.clz32(any);
}

/** Rows in the order of their keys, the most significant words last. Equal rows stay in the order of the file. */
function orderByWords(rows: number, words: readonly Uint32Array[]): Uint32Array {
  let from: Keyed = { rows: naturalOrder(rows), keys: new Uint32Array(rows) };
  let to: Keyed = { rows: new Uint32Array(rows), keys: new Uint32Array(rows) };
  for (const [index, word] of words.entries()) {
    if (index === 0) from.keys.set(word);
    else for (let place = 0; place < rows; place += 1) from.keys[place] = word[from.rows[place] ?? 0] ?? 0;
    const bits = bitsOf(word);
    const passes = Math.ceil(bits / maxDigitBits);
    const digit = Math.ceil(bits / Math.max(1, passes));
    for (let pass = 0; pass < passes; pass += 1) {
      countingPass(from, to, pass * digit, Math.min(digit, 32 - pass * digit));
      [from, to] = [to, from];
    }
  }
  return from.rows;
}

/** Numbers as keys; what is no number comes after all others, in either direction. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
function numberWords(values: Float64Array | Int32Array, missing: number, descending: boolean): Uint32Array[] {
  const noNumber = Number.isNaN(missing);
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (noNumber ? Number.isNaN(value) : value === missing) continue;
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  const range = largest - least;
  if (range >= 0xffff_fffe) return wideWords(Float64Array.from(values), descending);
  const words = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (noNumber ? Number.isNaN(value) : value === missing) words[row] = range + 1;
    else words[row] = descending ? largest - value : value - least;
  }
  return [words];
}

/** The bits of a floating number, turned so that they are in its order: exact however far apart the numbers are. */
function wideWords(values: Float64Array, descending: boolean): Uint32Array[] {
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  const one = new DataView(new ArrayBuffer(8));
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) {
      low[row] = 0xffff_ffff;
      high[row] = 0xffff_ffff;
      continue;
    }
    // Zero has no sign here.
    one.setFloat64(0, (descending ? -value : value) + 0);
    const first = one.getUint32(0);
    const second = one.getUint32(4);
    const negative = first >= 0x8000_0000;
    high[row] = negative ? ~first : first ^ 0x8000_0000;
    low[row] = negative ? ~second : second;
  }
  return [low, high];
}

/** Texts by their first eight folded bytes; rows that are equal so far are then compared whole. */
function textOrder(table: Table, { column, descending }: Sort): Uint32Array {
  const { folded } = table.tokens;
  const words = [new Uint32Array(table.rows), new Uint32Array(table.rows)] as const;
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    for (const word of [0, 1] as const) {
      let key = 0;
      for (let byte = 0; byte < 4; byte += 1) {
        const at = range.start + word * 4 + byte;
        key = (key << 8) | (at < range.end ? (folded[at] ?? 0) : 0);
      }
      words[word][row] = key >>> 0;
    }
  }
  const order = orderByWords(table.rows, [words[1], words[0]]);
  orderTies(table, column, order, words);
  return descending ? reversed(table, column, order) : order;
}

/** Compares whole cells within each run of rows whose beginnings are the same. */
function orderTies(
  table: Table,
  column: number,
  order: Uint32Array,
  [first, second]: readonly [Uint32Array, Uint32Array],
): void {
  const bytes = Buffer.from(
    table.tokens.folded.buffer,
    table.tokens.folded.byteOffset,
    table.tokens.folded.byteLength,
  );
  const same = (one: number, two: number) => first[one] === first[two] && second[one] === second[two];
  const cellOf = (row: number) => {
    const range = { start: 0, end: 0 };
    foldedCell(table, row, column, range);
    return range;
  };
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && same(order[start] ?? 0, order[end] ?? 0)) end += 1;
    // Cells of up to seven bytes are told apart by their beginning alone.
    if (end - start > 1 && ((second[order[start] ?? 0] ?? 0) & 0xff) !== 0) {
      const run = Array.from(order.subarray(start, end), (row) => ({ row, ...cellOf(row) }));
      run.sort(
        (one, two) => bytes.compare(bytes, two.start, two.end, one.start, one.end) || one.row - two.row,
      );
      for (const [index, { row }] of run.entries()) order[start + index] = row;
    }
    start = end;
  }
}

/** The other way round, but with empty cells last and equal rows still in the order of the file. */
function reversed(table: Table, column: number, order: Uint32Array): Uint32Array {
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  const other = { start: 0, end: 0 };
  const result = new Uint32Array(order.length);
  const isSame = (one: number, two: number) => {
    foldedCell(table, one, column, range);
    foldedCell(table, two, column, other);
    if (range.end - range.start !== other.end - other.start) return false;
    for (let at = 0; at < range.end - range.start; at += 1) {
      if (folded[range.start + at] !== folded[other.start + at]) return false;
    }
    return true;
  };
  let to = 0;
  for (let end = order.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && isSame(order[start - 1] ?? 0, order[end - 1] ?? 0)) start -= 1;
    result.set(order.subarray(start, end), to);
    to += end - start;
    end = start;
  }
  return result;
}

export function orderOf(table: Table, sort: Sort | null): Uint32Array {
  const column = sort === null ? undefined : table.columns[sort.column];
  if (sort === null || column === undefined) return naturalOrder(table.rows);
  if (column.kind === 'number') {
    return orderByWords(table.rows, numberWords(column.values, Number.NaN, sort.descending));
  }
  if (column.kind === 'date') {
    const days = numberWords(column.values, 0, sort.descending);
    // Within a day the time tells, where there is one.
    const times = column.timed
      ? numberWords(Float64Array.from(timesOf(table, sort.column)), Number.NaN, sort.descending)
      : [];
    return orderByWords(table.rows, [...times, ...days]);
  }
  return textOrder(table, sort);
}
