/** @file Rows by a number such as that of a reference, listed in linear time. */

/** Stands for no row. */
export const noRow = -1;
const insertionSortLength = 32;

/** The rows of numbers that several rows have: those of list `n` are `rows[offsets[n]]` to `rows[offsets[n + 1] - 1]`. */
interface RowLists {
  readonly offsets: Int32Array;
  readonly rows: Int32Array;
}

/**
 * Rows by number, those of one number in the order of the file. Most numbers have one row, which takes one access to memory;
 * only the others have lists.
 */
export class RowsByNumber {
  /** The only row of each number, {@link noRow} for none; below it for several rows. */
  readonly only: Int32Array;
  readonly #lists: RowLists;

  /** Lists the rows that take part by their numbers, which are below `count`; rows with a negative number are left out. */
  constructor(numbers: Int32Array, takePart: Uint8Array, count: number) {
    const only = new Int32Array(count).fill(noRow);
    let lists = 0;
    for (let row = 0; row < numbers.length; row += 1) {
      const number = numbers[row] ?? -1;
      if (number < 0 || takePart[row] !== 1) continue;
      const first = only[number] ?? noRow;
      if (first === noRow) only[number] = row;
      else if (first >= 0) {
        lists += 1;
        only[number] = noRow - lists;
      }
    }
    this.only = only;
    this.#lists = listRepeated(numbers, takePart, only, lists);
  }

  rowsOf(number: number): Int32Array {
    const only = this.only[number] ?? noRow;
    if (only >= 0) return this.only.subarray(number, number + 1);
    if (only === noRow) return this.only.subarray(0, 0);
    const { offsets, rows } = this.#lists;
    const list = noRow - 1 - only;
    return rows.subarray(offsets[list], offsets[list + 1]);
  }

  /** Sorts the rows of each number by their days, rows of one day in the order of the file. */
  sortByDay(days: Int32Array): void {
    const { offsets, rows } = this.#lists;
    for (let list = 0; list + 1 < offsets.length; list += 1)
      sortByDay(rows, days, offsets[list] ?? 0, offsets[list + 1] ?? 0);
  }

  /** Returns the rows of a number that are at most `window` days from a day; the rows are sorted by their days. */
  rowsNear(
    number: number,
    days: Int32Array,
    { day, window }: { readonly day: number; readonly window: number },
  ): Int32Array {
    const rows = this.rowsOf(number);
    const from = firstPlaceOn(rows, days, day - window);
    let to = from;
    if (rows.length - from > insertionSortLength) to = firstPlaceOn(rows, days, day + window + 1);
    else while (to < rows.length && (days[rows[to] ?? 0] ?? 0) <= day + window) to += 1;
    return rows.subarray(from, to);
  }
}

function listRepeated(numbers: Int32Array, takePart: Uint8Array, only: Int32Array, lists: number): RowLists {
  const offsets = new Int32Array(lists + 1);
  if (lists === 0) return { offsets, rows: new Int32Array() };
  const listOf = (row: number) => {
    const number = numbers[row] ?? -1;
    return number < 0 || takePart[row] !== 1 ? -1 : noRow - 1 - (only[number] ?? noRow);
  };
  for (let row = 0; row < numbers.length; row += 1) {
    const list = listOf(row);
    if (list >= 0) offsets[list + 1] = (offsets[list + 1] ?? 0) + 1;
  }
  for (let list = 0; list < lists; list += 1)
    offsets[list + 1] = (offsets[list + 1] ?? 0) + (offsets[list] ?? 0);
  const rows = new Int32Array(offsets[lists] ?? 0);
  const next = offsets.slice();
  for (let row = 0; row < numbers.length; row += 1) {
    const list = listOf(row);
    if (list < 0) continue;
    const at = next[list] ?? 0;
    rows[at] = row;
    next[list] = at + 1;
  }
  return { offsets, rows };
}

/** Sorts the rows from `start` to before `end`, which are in the order of the file, by their days. */
function sortByDay(rows: Int32Array, days: Int32Array, start: number, end: number): void {
  if (end - start > insertionSortLength) {
    sortMany(rows.subarray(start, end), days);
    return;
  }
  for (let place = start + 1; place < end; place += 1) {
    const row = rows[place] ?? 0;
    const day = days[row] ?? 0;
    let at = place;
    for (; at > start && (days[rows[at - 1] ?? 0] ?? 0) > day; at -= 1) rows[at] = rows[at - 1] ?? 0;
    rows[at] = row;
  }
}

function sortMany(rows: Int32Array, days: Int32Array): void {
  // Days of years with four digits have less than 22 bits, rows less than 31: together a double holds them exactly.
  const keys = Float64Array.from(rows, (row) => (days[row] ?? 0) * 2 ** 31 + row);
  keys.sort();
  for (const [place, key] of keys.entries()) rows[place] = key - Math.floor(key / 2 ** 31) * 2 ** 31;
}

/** Returns the place of the first row on a day or later; the rows are sorted by their days. */
function firstPlaceOn(rows: Int32Array, days: Int32Array, day: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[rows[middle] ?? 0] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
