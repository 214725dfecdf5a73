/** @file Lists of rows by a number such as that of a reference, built in linear time. */
import { noDay } from './match-rows.ts';

/** Rows by number: those of number `n` are `rows[offsets[n]]` to `rows[offsets[n + 1] - 1]`. */
export interface RowLists {
  readonly offsets: Int32Array;
  readonly rows: Int32Array;
}

/** Lists rows by their numbers, in the given order; rows with a negative number are left out. `order` is `null` for all rows. */
export function listRows(numbers: Int32Array, count: number, order: Int32Array | null): RowLists {
  const offsets = new Int32Array(count + 1);
  for (const number of numbers) if (number >= 0) offsets[number + 1] = (offsets[number + 1] ?? 0) + 1;
  for (let number = 0; number < count; number += 1)
    offsets[number + 1] = (offsets[number + 1] ?? 0) + (offsets[number] ?? 0);
  const rows = new Int32Array(offsets[count] ?? 0);
  const next = offsets.slice();
  const length = order?.length ?? numbers.length;
  for (let place = 0; place < length; place += 1) {
    const row = order === null ? place : (order[place] ?? 0);
    const number = numbers[row] ?? -1;
    if (number < 0) continue;
    const at = next[number] ?? 0;
    rows[at] = row;
    next[number] = at + 1;
  }
  return { offsets, rows };
}

/** Maximum span of days for which rows are ordered by counting. */
const maxSpan = 4_000_000;

/** Returns the rows that have a date in the order of their dates, rows of one day in the order of the file. */
export function orderByDay(days: Int32Array): Int32Array {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    if (day === noDay) continue;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (first > last) return new Int32Array();
  if (last - first > maxSpan) throw new RangeError('Dates have years of four digits');
  const offsets = days.map((day) => (day === noDay ? -1 : day - first));
  return listRows(offsets, last - first + 1, null).rows;
}

/** Returns the first place from `from` on, and before `end`, whose row is on the day or later. */
function firstPlaceOf({ rows }: RowLists, days: Int32Array, day: number, from: number, end: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[rows[middle] ?? 0] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the places of the rows of a number that are at most `window` days from a day. The rows are in the order of days. */
export function placesNear(
  lists: RowLists,
  days: Int32Array,
  number: number,
  { day, window }: { readonly day: number; readonly window: number },
): { readonly from: number; readonly to: number } {
  const start = lists.offsets[number] ?? 0;
  const end = lists.offsets[number + 1] ?? 0;
  const from = firstPlaceOf(lists, days, day - window, start, end);
  return { from, to: firstPlaceOf(lists, days, day + window + 1, from, end) };
}
