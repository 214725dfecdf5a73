/**
 * @file Numbers of a column as minor units; the window still shows the original text. Whether point or comma is the
 * decimal separator is decided over all rows of a column, never for one cell.
 */

import { AmountReader, maxPlainDecimals, maxPlainDigits, notReadable } from './amount-cell.ts';
import { type DecimalRule, decimalRuleOf, maxBadShare, type NumberCounts } from './decimal-rule.ts';
import { detach } from './detach-buffer.ts';

/** Currencies in the cells of a column. */
export interface CellCurrencies {
  /** ISO codes, or signs that several currencies share; the first entry is empty, for cells without a currency. */
  readonly words: readonly string[];
  /** Index of the currency of each row. */
  readonly codes: Uint16Array<ArrayBuffer>;
}

export interface NumberColumn {
  readonly rule: DecimalRule;
  /** Decimals of every value: minor units are the number times ten to this power. */
  readonly scale: number;
  /** Minor units; NaN if the cell is empty or not a number. */
  readonly values: Float64Array;
  /** Exact minor units of rows that a double cannot hold; {@link values} has an approximation. */
  readonly large: ReadonlyMap<number, bigint>;
  /** `null` if no cell has a currency. */
  readonly currencies: CellCurrencies | null;
  /** Number of cells that are neither empty nor exact numbers; they are not summed. */
  readonly bad: number;
  /** Their rows, ascending. */
  readonly badRows: Uint32Array;
}

/** Code instead of the number of decimals: not a number. */
const notNumber = 15;
/** Code for this many decimals or more. */
const manyDecimals = 14;
/** Maximum decimals of a column. Large columns have fewer, so that most values still fit a double. */
const maxDecimals = 18;
const maxDecimalsOfManyRows = maxPlainDecimals;
const manyRows = 200_000;
const maxCurrencies = 0xffff;

const zero = 0x30;
const point = 0x2e;
const comma = 0x2c;

/** A number with more digits or decimals than the arrays can hold. */
export interface WideNumber {
  readonly row: number;
  readonly digits: bigint;
  readonly decimals: number;
}

/** Collected cells of a number column in one part of a file; transferable between threads. */
export interface NumberPart extends NumberCounts {
  readonly isDone: boolean;
  readonly digits: Float64Array<ArrayBuffer>;
  readonly decimals: Uint8Array<ArrayBuffer>;
  readonly wide: readonly WideNumber[];
  readonly currencyNames: readonly string[];
  readonly currencyCodes: Uint16Array<ArrayBuffer> | null;
}

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

function growCodes(values: Uint16Array | null, length: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(length);
  if (values !== null) larger.set(values);
  return larger;
}

/** Collects the cells of one column while they are read for the first time. */
export class NumberCollector {
  readonly kind = 'number';
  /** True once the column can no longer be numbers. */
  isDone = false;
  readonly #hasty: boolean;
  readonly #reader = new AmountReader();
  #digits: Float64Array<ArrayBuffer>;
  /** Decimals of each cell: in the lower four bits as read with a point, in the upper four as read with a comma. */
  #decimals: Uint8Array<ArrayBuffer>;
  readonly #wide = new Map<number, WideNumber>();
  readonly #currencies = new Map<string, number>([['', 0]]);
  #currencyCodes: Uint16Array<ArrayBuffer> | null = null;
  /** Number of rows so far; rows without a cell are NaN. */
  #rows = 0;
  #filled = 0;
  #notPoint = 0;
  #notComma = 0;
  #differ = 0;
  #neither = 0;
  #names = 0;
  #money = 0;
  #negative = 0;
  #least = Number.MAX_VALUE;

  /** `hasty` collectors abandon a column of text early; others evaluate all rows, in any order. */
  constructor(rows: number, hasty = false) {
    this.#hasty = hasty;
    this.#digits = new Float64Array(rows);
    this.#decimals = new Uint8Array(rows);
  }

  /** Collects the folded cell of a row; rows come in order. */
  collect(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#reach(row);
    if (this.#collectPlain(row, bytes, start, end)) return;
    const reader = this.#reader;
    const outcome = reader.read(bytes, start, end);
    if (outcome === 'empty') {
      this.#put(row, Number.NaN, 0, 0);
      return;
    }
    if (outcome === 'absent') {
      // Not an amount, but does not count against a column of numbers.
      this.#put(row, Number.NaN, notNumber, notNumber);
      return;
    }
    this.#filled += 1;
    if (outcome === 'number') this.#collectNumber(row, reader);
    else {
      if (outcome === 'code') this.#names += 1;
      this.#neither += 1;
      this.#put(row, Number.NaN, notNumber, notNumber);
      if (this.#hasty && this.#neither > 64 && this.#neither > this.#filled * maxBadShare) this.isDone = true;
    }
  }

  /** Fast path for what the kernel parses too: digits, with decimals unless they could be a group. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  #collectPlain(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const negative = bytes[start] === 0x2d;
    const first = negative ? start + 1 : start;
    let value = 0;
    let divider = 0;
    let place = 0;
    for (let at = first; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      const digit = byte - zero;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (divider === 0 && (byte === point || byte === comma)) {
        divider = byte;
        place = at;
      } else return false;
    }
    const decimals = divider === 0 ? 0 : end - place - 1;
    const whole = divider === 0 ? end - first : place - first;
    if (whole === 0 || whole + decimals > maxPlainDigits || decimals === 3 || decimals > maxPlainDecimals)
      return false;
    if ((divider === 0 ? whole > 1 : whole === 2) && bytes[first] === zero) return false;
    this.#filled += 1;
    const signed = negative ? -value : value;
    if (divider === 0) this.#putWhole(row, signed);
    else this.#putDivided(row, signed, divider === point, decimals);
    return true;
  }

  #collectNumber(row: number, reader: AmountReader): void {
    const { value, wide, withPoint, withComma, currency } = reader;
    const asPoint = withPoint !== notReadable;
    const asComma = withComma !== notReadable;
    if (!asPoint) this.#notPoint += 1;
    if (!asComma) this.#notComma += 1;
    if (withPoint !== withComma) this.#differ += 1;
    if (reader.isMoney) this.#money += 1;
    if (reader.isLong) this.#names += 1;
    if (value < 0) this.#negative += 1;
    this.#least = Math.min(this.#least, Math.abs(value));
    if (wide !== null) this.#wide.set(row, { row, digits: wide, decimals: asPoint ? withPoint : withComma });
    if (currency !== '') this.#putCurrency(row, currency);
    const pointNibble = asPoint ? Math.min(withPoint, manyDecimals) : notNumber;
    const commaNibble = asComma ? Math.min(withComma, manyDecimals) : notNumber;
    this.#put(row, value, pointNibble, commaNibble);
  }

  #putWhole(row: number, value: number): void {
    if (value < 0) this.#negative += 1;
    const size = Math.abs(value);
    if (size < this.#least) this.#least = size;
    this.#put(row, value, 0, 0);
  }

  #putDivided(row: number, value: number, byPoint: boolean, decimals: number): void {
    this.#differ += 1;
    this.#money += 1;
    if (byPoint) {
      this.#notComma += 1;
      this.#put(row, value, decimals, notNumber);
    } else {
      this.#notPoint += 1;
      this.#put(row, value, notNumber, decimals);
    }
  }

  #putCurrency(row: number, currency: string): void {
    let code = this.#currencies.get(currency);
    if (code === undefined) {
      // Never reached: there are fewer currencies and signs.
      if (this.#currencies.size > maxCurrencies) return;
      code = this.#currencies.size;
      this.#currencies.set(currency, code);
    }
    let codes = this.#currencyCodes;
    if (codes === null || row >= codes.length) codes = growCodes(codes, this.#digits.length);
    codes[row] = code;
    this.#currencyCodes = codes;
  }

  #put(row: number, value: number, withPoint: number, withComma: number): void {
    this.#digits[row] = value;
    this.#decimals[row] = (withComma << 4) | withPoint;
  }

  /**
   * Collects a run of rows that the kernel parsed. Code 0 is an empty or missing cell, 1 a whole number, 16 a number
   * with a decimal point and 32 one with a decimal comma, each plus the number of decimals. `readUnparsed` is called
   * for every other cell.
   */
  collectParsed(
    first: number,
    codes: Uint8Array,
    values: Float64Array,
    readUnparsed: (row: number) => void,
  ): void {
    for (let index = 0; index < codes.length; index += 1) {
      const row = first + index;
      const code = codes[index] ?? 0;
      if (code > 47 || (code & 0x0f) > maxPlainDecimals) {
        readUnparsed(row);
        continue;
      }
      this.#reach(row);
      const value = values[index] ?? 0;
      if (code === 0) {
        this.#put(row, Number.NaN, 0, 0);
        continue;
      }
      this.#filled += 1;
      if (code === 1) this.#putWhole(row, value);
      else this.#putDivided(row, value, code < 32, code & 0x0f);
    }
  }

  /** Returns the collected values; the collector is unusable afterwards. */
  part(rows: number): NumberPart {
    this.#end(rows);
    return {
      isDone: this.isDone,
      digits: this.#digits.subarray(0, rows),
      decimals: this.#decimals.subarray(0, rows),
      wide: [...this.#wide.values()],
      currencyNames: [...this.#currencies.keys()],
      currencyCodes:
        this.#currencyCodes === null ? null : growCodes(this.#currencyCodes.subarray(0, rows), rows),
      ...this.#counts(),
    };
  }

  #counts(): NumberCounts {
    return {
      filled: this.#filled,
      notPoint: this.#notPoint,
      notComma: this.#notComma,
      differ: this.#differ,
      neither: this.#neither,
      names: this.#names,
      money: this.#money,
      negative: this.#negative,
      least: this.#least,
    };
  }

  /** Appends the result of another collector after `row` rows; that collector is unusable afterwards. */
  append(row: number, part: NumberPart): void {
    const rows = row + part.digits.length;
    if (rows === 0) return;
    this.#end(rows);
    this.#digits.set(part.digits, row);
    detach(part.digits);
    this.#decimals.set(part.decimals, row);
    detach(part.decimals);
    for (const wide of part.wide) this.#wide.set(row + wide.row, { ...wide, row: row + wide.row });
    for (const [index, code] of part.currencyCodes?.entries() ?? [])
      if (code !== 0) this.#putCurrency(row + index, part.currencyNames[code] ?? '');
    this.isDone ||= part.isDone;
    this.#filled += part.filled;
    this.#notPoint += part.notPoint;
    this.#notComma += part.notComma;
    this.#differ += part.differ;
    this.#neither += part.neither;
    this.#names += part.names;
    this.#money += part.money;
    this.#negative += part.negative;
    this.#least = Math.min(this.#least, part.least);
  }

  /** Ends the column: missing cells at the end become NaN. */
  #end(rows: number): void {
    if (rows > this.#digits.length) this.#growTo(rows);
    if (rows > this.#rows) this.#digits.fill(Number.NaN, this.#rows, rows);
    this.#rows = Math.max(rows, this.#rows);
  }

  /** Grows the arrays for a row. */
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

  /** Returns the rule of the cells; `null` for a column without numbers. */
  rule(): DecimalRule | null {
    return this.isDone ? null : decimalRuleOf(this.#counts());
  }

  /** Returns the rule of a column that the clerk declared to be numbers; `null` if no cell is one. */
  forcedRule(): DecimalRule | null {
    if (this.#filled === this.#neither) return null;
    if (this.#differ === 0) return 'integer';
    if (this.#notPoint === this.#notComma) return 'ambiguous';
    return this.#notPoint < this.#notComma ? 'point' : 'comma';
  }

  /** Returns the column under a rule, for the first `rows` rows. The collector is unusable afterwards. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
  column(rule: DecimalRule, rows: number): NumberColumn {
    this.#end(rows);
    const values = this.#digits.subarray(0, rows);
    const decimals = this.#decimals;
    const wide = this.#wide;
    const shift = rule === 'comma' ? 4 : 0;
    const decimalsOf = (row: number, nibble: number) => wide.get(row)?.decimals ?? nibble;
    const cap = rows > manyRows ? maxDecimalsOfManyRows : maxDecimals;
    let scale = 0;
    for (let row = 0; row < rows; row += 1) {
      let own = ((decimals[row] ?? 0) >>> shift) & 0x0f;
      if (own === notNumber || own <= scale) continue;
      if (own === manyDecimals) own = decimalsOf(row, own);
      if (own > scale && own <= cap) scale = own;
    }
    const powers = Array.from({ length: maxDecimals + 1 }, (_, power) => 10 ** power);
    const large = new Map<number, bigint>();
    const badRows: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      let own = ((decimals[row] ?? 0) >>> shift) & 0x0f;
      const exact = wide.size === 0 || own === notNumber ? undefined : wide.get(row);
      if (own === manyDecimals) own = decimalsOf(row, own);
      if (own === notNumber || own > scale) {
        values[row] = Number.NaN;
        badRows.push(row);
      } else if (exact !== undefined || own !== scale) {
        const digits = values[row] ?? Number.NaN;
        if (Number.isNaN(digits)) continue;
        const value = digits * (powers[scale - own] ?? 1);
        values[row] = value;
        if (Number.isSafeInteger(value) && exact === undefined) continue;
        const units = (exact?.digits ?? BigInt(digits)) * 10n ** BigInt(scale - own);
        values[row] = Number(units);
        if (!Number.isSafeInteger(values[row])) large.set(row, units);
      }
    }
    detach(decimals);
    const codes = this.#currencyCodes;
    const currencies =
      codes === null
        ? null
        : { words: [...this.#currencies.keys()], codes: growCodes(codes.subarray(0, rows), rows) };
    return {
      rule,
      scale,
      values,
      large,
      currencies,
      bad: badRows.length,
      badRows: Uint32Array.from(badRows),
    };
  }
}
