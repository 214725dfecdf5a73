/** @file Sorts all rows of a table by one column, with a radix sort wherever possible. */
import { readTimes } from '../columns/times.ts';
import { foldedCell, type Table } from '../read/table.ts';

/** Sorting of a view. */
interface Sort {
  readonly column: number;
  readonly descending: boolean;
}

/** Returns the row numbers in the order of the file. */
export function naturalOrder(rows: number): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) order[row] = row;
  return order;
}

/** Maximum number of bits per pass, so that all write positions stay in the cache of the processor. */
const maxDigitBits = 11;

/** Rows and their keys. */
interface KeyedRows {
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly keys: Uint32Array<ArrayBuffer>;
}

/** One stable counting pass over some bits of the keys. Rows and keys move together, so that reads are sequential. */
function countingPass(from: KeyedRows, to: KeyedRows, shift: number, bits: number): void {
  const mask = (1 << bits) - 1;
  const writePositions = new Uint32Array(mask + 1);
  const { rows, keys } = from;
  for (let index = 0; index < keys.length; index += 1) {
    const digit = ((keys[index] ?? 0) >>> shift) & mask;
    writePositions[digit] = (writePositions[digit] ?? 0) + 1;
  }
  let smaller = 0;
  for (let digit = 0; digit <= mask; digit += 1) {
    const count = writePositions[digit] ?? 0;
    writePositions[digit] = smaller;
    smaller += count;
  }
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? 0;
    const digit = (key >>> shift) & mask;
    const writePosition = writePositions[digit] ?? 0;
    writePositions[digit] = writePosition + 1;
    to.rows[writePosition] = rows[index] ?? 0;
    to.keys[writePosition] = key;
  }
}

function countKeyBits(keys: Uint32Array): number {
  let usedBits = 0;
  for (let index = 0; index < keys.length; index += 1) usedBits |= keys[index] ?? 0;
  return 32 - Math.clz32(usedBits);
}

/** Sorts rows by keys, the most significant keys last. Equal rows stay in the order of the file. */
function sortByKeys(rows: number, keys: readonly Uint32Array[]): Uint32Array {
  let from: KeyedRows = { rows: naturalOrder(rows), keys: new Uint32Array(rows) };
  let to: KeyedRows = { rows: new Uint32Array(rows), keys: new Uint32Array(rows) };
  for (const [index, column] of keys.entries()) {
    if (index === 0) from.keys.set(column);
    else
      for (let position = 0; position < rows; position += 1)
        from.keys[position] = column[from.rows[position] ?? 0] ?? 0;
    const bits = countKeyBits(column);
    const passes = Math.ceil(bits / maxDigitBits);
    const digitBits = Math.ceil(bits / Math.max(1, passes));
    for (let pass = 0; pass < passes; pass += 1) {
      countingPass(from, to, pass * digitBits, Math.min(digitBits, 32 - pass * digitBits));
      [from, to] = [to, from];
    }
  }
  return from.rows;
}

/** Converts numbers to keys; missing numbers sort last in both directions. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
function createNumberKeys(
  values: Float64Array | Int32Array,
  missing: number,
  descending: boolean,
): Uint32Array[] {
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
  if (range >= 0xffff_fffe) return createWideKeys(Float64Array.from(values), descending);
  const keys = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (noNumber ? Number.isNaN(value) : value === missing) keys[row] = range + 1;
    else keys[row] = descending ? largest - value : value - least;
  }
  return [keys];
}

/** Converts doubles to keys by their bits, so that the order is exact for any range. */
function createWideKeys(values: Float64Array, descending: boolean): Uint32Array[] {
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  const view = new DataView(new ArrayBuffer(8));
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) {
      low[row] = 0xffff_ffff;
      high[row] = 0xffff_ffff;
      continue;
    }
    // Adding 0 turns -0 into 0.
    view.setFloat64(0, (descending ? -value : value) + 0);
    const high32 = view.getUint32(0);
    const low32 = view.getUint32(4);
    const isNegative = high32 >= 0x8000_0000;
    high[row] = isNegative ? ~high32 : high32 ^ 0x8000_0000;
    low[row] = isNegative ? ~low32 : low32;
  }
  return [low, high];
}

/** Sorts texts by their first eight folded bytes, then compares rows with equal beginnings in full. */
function sortByText(table: Table, { column, descending }: Sort): Uint32Array {
  const { folded } = table.tokens;
  const keys = [new Uint32Array(table.rows), new Uint32Array(table.rows)] as const;
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    for (const word of [0, 1] as const) {
      let key = 0;
      for (let byte = 0; byte < 4; byte += 1) {
        const at = range.start + word * 4 + byte;
        key = (key << 8) | (at < range.end ? (folded[at] ?? 0) : 0);
      }
      keys[word][row] = key >>> 0;
    }
  }
  const order = sortByKeys(table.rows, [keys[1], keys[0]]);
  sortTies(table, column, order, keys);
  return descending ? reverseOrder(table, column, order) : order;
}

/** Sorts each run of rows with equal beginnings by their whole cells. */
function sortTies(
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
  const haveSameKeys = (one: number, two: number) => first[one] === first[two] && second[one] === second[two];
  const cellOf = (row: number) => {
    const range = { start: 0, end: 0 };
    foldedCell(table, row, column, range);
    return range;
  };
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && haveSameKeys(order[start] ?? 0, order[end] ?? 0)) end += 1;
    // Cells of up to seven bytes are distinguished by their beginning alone.
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

/** Reverses the order, but keeps equal rows in the order of the file, and empty cells last. */
function reverseOrder(table: Table, column: number, order: Uint32Array): Uint32Array {
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  const otherRange = { start: 0, end: 0 };
  const result = new Uint32Array(order.length);
  const isSame = (one: number, two: number) => {
    foldedCell(table, one, column, range);
    foldedCell(table, two, column, otherRange);
    if (range.end - range.start !== otherRange.end - otherRange.start) return false;
    for (let at = 0; at < range.end - range.start; at += 1) {
      if (folded[range.start + at] !== folded[otherRange.start + at]) return false;
    }
    return true;
  };
  let writePosition = 0;
  for (let end = order.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && isSame(order[start - 1] ?? 0, order[end - 1] ?? 0)) start -= 1;
    result.set(order.subarray(start, end), writePosition);
    writePosition += end - start;
    end = start;
  }
  return result;
}

/** Sorts the rows of a table; `null` for the order of the file. */
export function sortRows(table: Table, sort: Sort | null): Uint32Array {
  const column = sort === null ? undefined : table.columns[sort.column];
  if (sort === null || column === undefined) return naturalOrder(table.rows);
  if (column.kind === 'number') {
    return sortByKeys(table.rows, createNumberKeys(column.values, Number.NaN, sort.descending));
  }
  if (column.kind === 'date') {
    const days = createNumberKeys(column.values, 0, sort.descending);
    // Rows of one day are sorted by time, if the column has times.
    const times = column.hasTimes
      ? createNumberKeys(Float64Array.from(readTimes(table, sort.column)), Number.NaN, sort.descending)
      : [];
    return sortByKeys(table.rows, [...times, ...days]);
  }
  return sortByText(table, sort);
}
