/**
 * @file Numbers of a column, as minor units beside the text that stays what is shown. Whether a point or a comma
 * divides the decimals is decided over all rows of a column, never for one cell.
 */

import { giveBack } from './give-back.ts';

/** How the numbers of a column are written. `integer` has neither; `ambiguous` could be read both ways. */
export type DecimalRule = 'point' | 'comma' | 'integer' | 'ambiguous';

/** A column of numbers. */
export interface NumberColumn {
  readonly rule: DecimalRule;
  /** Decimals of every value: a value is the number times ten to this power. */
  readonly scale: number;
  /** Minor units; NaN where the cell is empty or no number. */
  readonly values: Float64Array;
  /** Cells that are neither empty nor a number that can be kept exactly: they are in no sum. */
  readonly bad: number;
  /** Their rows, ascending. */
  readonly badRows: Uint32Array;
}

/** In place of a number of decimals, which is 14 for all that are more. */
const notNumber = 15;
const mostKept = 14;
const mostDigits = 15;
const mostDecimals = 9;
/** The share of cells that must be numbers. */
const leastShare = 0.98;

const zero = 0x30;
const point = 0x2e;
const comma = 0x2c;

function grow(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}

function growBytes(values: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(values);
  return larger;
}

/** What one part of a file told about a column of numbers; can be handed from thread to thread. */
export interface NumberPart {
  readonly given: boolean;
  readonly digits: Float64Array<ArrayBuffer>;
  readonly decimals: Uint8Array<ArrayBuffer>;
  readonly filled: number;
  readonly notPoint: number;
  readonly notComma: number;
  readonly differ: number;
  readonly neither: number;
}

/** Collects the cells of one column while they are read for the first time. */
export class NumberCollector {
  readonly kind = 'number';
  /** True once the column cannot be numbers any more. */
  given = false;
  readonly #hasty: boolean;
  #digits: Float64Array<ArrayBuffer>;
  /** Decimals of each, read with a point in the lower half of the byte, with a comma in the upper one. */
  #decimals: Uint8Array<ArrayBuffer>;
  /** Rows so far; what no cell was there for is no number. */
  #rows = 0;
  #filled = 0;
  #notPoint = 0;
  #notComma = 0;
  #differ = 0;
  #neither = 0;

  /** `hasty` collectors give a column of text up early; others judge by all rows, in whatever order they come. */
  constructor(rows: number, hasty = false) {
    this.#hasty = hasty;
    this.#digits = new Float64Array(rows);
    this.#decimals = new Uint8Array(rows);
  }

  /** Takes the cell of a row, folded; rows come in order. */
  take(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#reach(row);
    while (start < end && bytes[start] === 0x20) start += 1;
    while (end > start && bytes[end - 1] === 0x20) end -= 1;
    if (start === end) {
      this.#put(row, Number.NaN, 0, 0);
      return;
    }
    this.#filled += 1;
    this.#parse(row, bytes, start, end);
    if (this.#hasty && this.#neither > 64 && this.#neither > this.#filled * 0.25) this.given = true;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
  #parse(row: number, bytes: Uint8Array, from: number, to: number): void {
    let start = from;
    let end = to;
    let negative = false;
    const first = bytes[start] ?? 0;
    const last = bytes[end - 1] ?? 0;
    if (first === 0x2d || first === 0x2b) {
      negative = first === 0x2d;
      start += 1;
    } else if (first === 0xe2 && bytes[start + 1] === 0x88 && bytes[start + 2] === 0x92) {
      negative = true;
      start += 3;
    } else if (first === 0x28 && last === 0x29) {
      negative = true;
      start += 1;
      end -= 1;
    } else if (last === 0x2d) {
      negative = true;
      end -= 1;
    }
    while (start < end && bytes[start] === 0x20) start += 1;
    let value = 0;
    let digits = 0;
    let run = 0;
    let divider = 0;
    let asPoint = true;
    let asComma = true;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      const digit = byte - zero;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digits += 1;
        run += 1;
        continue;
      }
      // The group before this divider is over: only groups of three are divided by what is not the decimal sign.
      if (byte !== point && byte !== comma && byte !== 0x27 && byte !== 0x20) {
        this.#refuse(row);
        return;
      }
      if (divider === 0 ? run > 3 && byte !== point && byte !== comma : run !== 3) {
        asPoint = false;
        asComma = false;
      }
      if (divider === point) asPoint = false;
      if (divider === comma) asComma = false;
      // More than three digits before a divider that is no decimal sign cannot be a group.
      if (divider === 0 && run > 3) {
        if (byte === point) asComma = false;
        else asPoint = false;
      }
      divider = byte;
      run = 0;
    }
    if (digits === 0) {
      this.#refuse(row);
      return;
    }
    // A code, such as 007 or an account number, is no amount, and must never be summed.
    const code = divider === 0 && digits > 1 && bytes[start] === zero;
    if (code || digits > mostDigits) {
      this.given = true;
      return;
    }
    if (divider === point && run !== 3) asComma = false;
    if (divider === comma && run !== 3) asPoint = false;
    if (divider !== 0 && divider !== point && divider !== comma && run !== 3) {
      this.#refuse(row);
      return;
    }
    const kept = Math.min(run, mostKept);
    const withPoint = asPoint ? (divider === point ? kept : 0) : notNumber;
    const withComma = asComma ? (divider === comma ? kept : 0) : notNumber;
    if (!asPoint && !asComma) {
      this.#refuse(row);
      return;
    }
    if (!asPoint) this.#notPoint += 1;
    if (!asComma) this.#notComma += 1;
    if (withPoint !== withComma) this.#differ += 1;
    this.#put(row, negative ? -value : value, withPoint, withComma);
  }

  #refuse(row: number): void {
    this.#neither += 1;
    this.#put(row, Number.NaN, notNumber, notNumber);
  }

  #put(row: number, value: number, withPoint: number, withComma: number): void {
    this.#digits[row] = value;
    this.#decimals[row] = (withComma << 4) | withPoint;
  }

  /**
   * Takes a run of rows that were read elsewhere: what each cell is, and its value. 0 is an empty cell or none, 1 a whole
   * number, 16 a number with a point and 32 one with a comma, each with the decimals added; `readOdd` is called for
   * every other cell.
   */
  takeRead(first: number, codes: Uint8Array, values: Float64Array, readOdd: (row: number) => void): void {
    for (let index = 0; index < codes.length; index += 1) {
      const row = first + index;
      const code = codes[index] ?? 0;
      if (code > 47) {
        readOdd(row);
        continue;
      }
      this.#reach(row);
      const value = values[index] ?? 0;
      if (code === 0) {
        this.#put(row, Number.NaN, 0, 0);
        continue;
      }
      this.#filled += 1;
      if (code === 1) this.#put(row, value, 0, 0);
      else {
        this.#differ += 1;
        if (code < 32) {
          this.#notComma += 1;
          this.#put(row, value, Math.min(code - 16, mostKept), notNumber);
        } else {
          this.#notPoint += 1;
          this.#put(row, value, notNumber, Math.min(code - 32, mostKept));
        }
      }
    }
  }

  /** What was collected; the collector is of no use afterwards. */
  part(rows: number): NumberPart {
    this.#end(rows);
    return {
      given: this.given,
      digits: this.#digits.subarray(0, rows),
      decimals: this.#decimals.subarray(0, rows),
      filled: this.#filled,
      notPoint: this.#notPoint,
      notComma: this.#notComma,
      differ: this.#differ,
      neither: this.#neither,
    };
  }

  /** Goes on after `row` rows with what another collector told, which is of no use afterwards. */
  append(row: number, part: NumberPart): void {
    const rows = row + part.digits.length;
    if (rows === 0) return;
    this.#end(rows);
    this.#digits.set(part.digits, row);
    giveBack(part.digits);
    this.#decimals.set(part.decimals, row);
    giveBack(part.decimals);
    this.given ||= part.given;
    this.#filled += part.filled;
    this.#notPoint += part.notPoint;
    this.#notComma += part.notComma;
    this.#differ += part.differ;
    this.#neither += part.neither;
  }

  /** No further row comes: those without a cell at the end have no number. */
  #end(rows: number): void {
    if (rows > this.#digits.length) this.#growTo(rows);
    if (rows > this.#rows) this.#digits.fill(Number.NaN, this.#rows, rows);
    this.#rows = Math.max(rows, this.#rows);
  }

  /** Makes room for a row. */
  #reach(row: number): void {
    if (row >= this.#digits.length) this.#growTo(row * 2 + 16);
    if (row >= this.#rows) {
      if (row > this.#rows) this.#digits.fill(Number.NaN, this.#rows, row + 1);
      this.#rows = row + 1;
    }
  }

  #growTo(rows: number): void {
    this.#digits = grow(this.#digits, rows);
    this.#decimals = growBytes(this.#decimals, rows);
  }

  /** What the cells alone say; `null` for a column that is not of numbers. */
  rule(): DecimalRule | null {
    if (this.given || this.#filled === 0) return null;
    const numbers = (wrong: number) => this.#filled - this.#neither - wrong >= this.#filled * leastShare;
    const asPoint = numbers(this.#notPoint);
    const asComma = numbers(this.#notComma);
    if (!asPoint && !asComma) return null;
    if (this.#differ === 0) return 'integer';
    if (asPoint && asComma && this.#notPoint === this.#notComma) return 'ambiguous';
    return asPoint && (!asComma || this.#notPoint < this.#notComma) ? 'point' : 'comma';
  }

  /** The column under a rule, for the first `rows` rows. The collector is of no use afterwards. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
  column(rule: DecimalRule, rows: number): NumberColumn {
    this.#end(rows);
    const values = this.#digits.subarray(0, rows);
    const decimals = this.#decimals;
    const shift = rule === 'comma' ? 4 : 0;
    let scale = 0;
    for (let row = 0; row < rows; row += 1) {
      const own = ((decimals[row] ?? 0) >>> shift) & 0x0f;
      if (own !== notNumber && own > scale) scale = own;
    }
    scale = Math.min(scale, mostDecimals);
    const powers = Array.from({ length: mostDecimals + 1 }, (_, power) => 10 ** power);
    const badRows: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      const own = ((decimals[row] ?? 0) >>> shift) & 0x0f;
      if (own === notNumber || own > scale) {
        values[row] = Number.NaN;
        badRows.push(row);
      } else if (own !== scale) {
        const value = (values[row] ?? Number.NaN) * (powers[scale - own] ?? 1);
        const safe = Number.isSafeInteger(value);
        values[row] = safe ? value : Number.NaN;
        if (!safe && !Number.isNaN(value)) badRows.push(row);
      }
    }
    return { rule, scale, values, bad: badRows.length, badRows: Uint32Array.from(badRows) };
  }
}
