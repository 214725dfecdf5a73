/** @file Puts all rows of a table in order by one column: by counting and not by comparing, wherever that is possible. */
import { foldedCell, type Table } from './table.ts';

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

/** One stable pass over 16 bits of the keys. */
function countingPass(keys: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const counts = new Uint32Array(65_537);
  for (let index = 0; index < from.length; index += 1) {
    const bucket = (((keys[from[index] ?? 0] ?? 0) >>> shift) & 0xffff) + 1;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < counts.length; bucket += 1) {
    counts[bucket] = (counts[bucket] ?? 0) + (counts[bucket - 1] ?? 0);
  }
  for (let index = 0; index < from.length; index += 1) {
    const row = from[index] ?? 0;
    const bucket = ((keys[row] ?? 0) >>> shift) & 0xffff;
    const place = counts[bucket] ?? 0;
    to[place] = row;
    counts[bucket] = place + 1;
  }
}

/** Rows in the order of their keys, the most significant words last. Equal rows stay in the order of the file. */
function orderByWords(rows: number, words: readonly Uint32Array[]): Uint32Array {
  let from = naturalOrder(rows);
  let to = new Uint32Array(rows);
  for (const keys of words) {
    const most = keys.reduce((largest, key) => (key > largest ? key : largest), 0);
    for (const shift of most > 0xffff ? [0, 16] : [0]) {
      countingPass(keys, shift, from, to);
      [from, to] = [to, from];
    }
  }
  return from;
}

/** Numbers as keys; what is no number comes after all others, in either direction. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
function numberWords(
  values: Float64Array | Int32Array,
  isMissing: (value: number) => boolean,
  descending: boolean,
) {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (isMissing(value)) continue;
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  const low = new Uint32Array(values.length);
  const range = largest - least;
  const wide = range >= 0xffff_fffe;
  const high = wide ? new Uint32Array(values.length) : null;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (isMissing(value)) {
      low[row] = 0xffff_ffff;
      if (high !== null) high[row] = 0xffff_ffff;
      continue;
    }
    const distance = descending ? largest - value : value - least;
    low[row] = distance % 0x1_0000_0000;
    if (high !== null) high[row] = Math.floor(distance / 0x1_0000_0000);
  }
  return high === null ? [low] : [low, high];
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

/** All rows in an order. */
export function orderOf(table: Table, sort: Sort | null): Uint32Array {
  const column = sort === null ? undefined : table.columns[sort.column];
  if (sort === null || column === undefined) return naturalOrder(table.rows);
  if (column.kind === 'number') {
    return orderByWords(table.rows, numberWords(column.values, Number.isNaN, sort.descending));
  }
  if (column.kind === 'date') {
    return orderByWords(
      table.rows,
      numberWords(column.values, (value) => value === 0, sort.descending),
    );
  }
  return textOrder(table, sort);
}
