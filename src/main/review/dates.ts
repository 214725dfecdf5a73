/** @file Calendar dates of a column, as numbers YYYYMMDD. Whether day or month comes first is decided over all rows. */

import { giveBack } from './give-back.ts';

/** How the dates of a column are written. */
export type DateRule = 'year-first' | 'day-first' | 'month-first' | 'ambiguous';

/** A column of dates. */
export interface DateColumn {
  readonly rule: DateRule;
  /** YYYYMMDD; 0 where the cell is empty or no date. */
  readonly values: Int32Array;
  /** Cells that are neither empty nor a date. */
  readonly bad: number;
  /** Their rows, ascending. */
  readonly badRows: Uint32Array;
}

const leastShare = 0.98;

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 1900 || year > 2999) return false;
  if (day <= 28) return true;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** What one part of a file told about a column of dates; can be handed from thread to thread. */
export interface DatePart {
  readonly given: boolean;
  readonly packed: Int32Array<ArrayBuffer>;
  readonly filled: number;
  readonly neither: number;
  readonly yearFirst: number;
  readonly points: number;
  readonly overFirst: number;
  readonly overSecond: number;
}

/** Collects the cells of one column while they are read for the first time. */
export class DateCollector {
  readonly kind = 'date';
  /** True once the column cannot be dates any more. */
  given = false;
  readonly #hasty: boolean;
  #first: Int32Array<ArrayBuffer>;
  #filled = 0;
  #neither = 0;
  #yearFirst = 0;
  #points = 0;
  #overFirst = 0;
  #overSecond = 0;

  /** `hasty` collectors give a column of text up early; others judge by all rows, in whatever order they come. */
  constructor(rows: number, hasty = false) {
    this.#hasty = hasty;
    this.#first = new Int32Array(rows);
  }

  /** Takes the cell of a row, folded; rows come in order. */
  take(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#reach(row);
    while (start < end && bytes[start] === 0x20) start += 1;
    while (end > start && bytes[end - 1] === 0x20) end -= 1;
    if (start === end) return;
    this.#filled += 1;
    const packed = this.#parse(bytes, start, end);
    this.#first[row] = packed;
    if (packed === 0) {
      this.#neither += 1;
      this.#first[row] = -1;
      if (this.#hasty && this.#neither > 64 && this.#neither > this.#filled * 0.25) this.given = true;
    }
  }

  /**
   * Takes a run of rows that were read elsewhere: what each cell is, and its value. 0 is an empty cell or none, 1 a date
   * with its year first; `readOdd` is called for every other cell.
   */
  takeRead(first: number, codes: Uint8Array, values: Float64Array, readOdd: (row: number) => void): void {
    if (codes.length > 0) this.#reach(first + codes.length - 1);
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] ?? 0;
      if (code === 1) {
        this.#filled += 1;
        this.#yearFirst += 1;
        this.#first[first + index] = values[index] ?? 0;
      } else if (code !== 0) readOdd(first + index);
    }
  }

  /** What was collected; the collector is of no use afterwards. */
  part(rows: number): DatePart {
    if (rows > 0) this.#reach(rows - 1);
    return {
      given: this.given,
      packed: this.#first.subarray(0, rows),
      filled: this.#filled,
      neither: this.#neither,
      yearFirst: this.#yearFirst,
      points: this.#points,
      overFirst: this.#overFirst,
      overSecond: this.#overSecond,
    };
  }

  /** Goes on after `row` rows with what another collector told, which is of no use afterwards. */
  append(row: number, part: DatePart): void {
    const rows = row + part.packed.length;
    if (rows === 0) return;
    this.#reach(rows - 1, rows);
    this.#first.set(part.packed, row);
    giveBack(part.packed);
    this.given ||= part.given;
    this.#filled += part.filled;
    this.#neither += part.neither;
    this.#yearFirst += part.yearFirst;
    this.#points += part.points;
    this.#overFirst += part.overFirst;
    this.#overSecond += part.overSecond;
  }

  /** Makes room for a row. */
  #reach(row: number, room = row * 2 + 16): void {
    if (row < this.#first.length) return;
    const larger = new Int32Array(room);
    larger.set(this.#first);
    this.#first = larger;
  }

  /** Year, first and second part as they stand, or 0. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
  #parse(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    const parts = [0, 0, 0];
    const lengths = [0, 0, 0];
    let divider = 0;
    for (let part = 0; part < 3; part += 1) {
      let value = 0;
      let length = 0;
      for (; at < end && length < 4; at += 1, length += 1) {
        const digit = (bytes[at] ?? 0) - 0x30;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (length === 0) return 0;
      parts[part] = value;
      lengths[part] = length;
      if (part === 2) break;
      const byte = bytes[at] ?? 0;
      if (byte !== 0x2d && byte !== 0x2e && byte !== 0x2f) return 0;
      if (divider !== 0 && byte !== divider) return 0;
      divider = byte;
      at += 1;
    }
    // What follows a date must be a time.
    if (at < end && bytes[at] !== 0x20 && bytes[at] !== 0x74) return 0;
    const [one = 0, two = 0, three = 0] = parts;
    if (lengths[0] === 4) {
      if (!isDay(one, two, three)) return 0;
      this.#yearFirst += 1;
      return one * 10_000 + two * 100 + three;
    }
    if (lengths[2] !== 4 || one > 31 || two > 31) return 0;
    if (divider === 0x2e) this.#points += 1;
    if (one > 12) this.#overFirst += 1;
    if (two > 12) this.#overSecond += 1;
    return three * 10_000 + one * 100 + two;
  }

  /** What the cells say; `null` for a column that is not of dates. */
  rule(): DateRule | null {
    if (this.given || this.#filled === 0) return null;
    const dates = this.#filled - this.#neither;
    if (dates < this.#filled * leastShare) return null;
    if (this.#yearFirst === dates) return 'year-first';
    if (this.#yearFirst > 0 || (this.#overFirst > 0 && this.#overSecond > 0)) return null;
    if (this.#overFirst > 0 || this.#points === dates) return 'day-first';
    return this.#overSecond > 0 ? 'month-first' : 'ambiguous';
  }

  /** The column under a rule, for the first `rows` rows. */
  column(rule: DateRule, rows: number): DateColumn {
    if (rows > 0) this.#reach(rows - 1);
    const values = this.#first.subarray(0, rows);
    const badRows: number[] = [];
    for (let row = 0; row < values.length; row += 1) {
      const packed = values[row] ?? 0;
      if (packed === 0) continue;
      const year = Math.floor(packed / 10_000);
      const first = Math.floor(packed / 100) % 100;
      const second = packed % 100;
      const [month, day] = rule === 'day-first' ? [second, first] : [first, second];
      const good = packed > 0 && isDay(year, month, day);
      values[row] = good ? year * 10_000 + month * 100 + day : 0;
      if (!good) badRows.push(row);
    }
    return { rule, values, bad: badRows.length, badRows: Uint32Array.from(badRows) };
  }
}
