/**
 * @file Numbers of a column as minor units; the window still shows the original text. Whether point or comma is the
 * decimal separator is decided over all rows of a column, never for one cell.
 */
import { detach } from '../../workers/detach-buffer.ts';
import { AmountReader, maxPlainDecimals, maxPlainDigits, notReadable } from './amount-cell.ts';
import { type DecimalRule, determineDecimalRule, maxBadShare, type NumberCounts } from './decimal-rule.ts';

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
  /** Rows of the cells that {@link bad} counts, ascending. */
  readonly badRows: Uint32Array;
}

/** Stored instead of the number of decimals for a cell that is not a number. */
const notNumber = 15;
/** Stored for 14 or more decimals; the {@link WideNumber} of the row has the exact number. */
const manyDecimals = 14;
/** Maximum decimals of a column. Large columns are limited to fewer decimals, so that most values fit a double. */
const maxDecimals = 18;
const maxDecimalsOfLargeColumn = maxPlainDecimals;
const minRowsOfLargeColumn = 200_000;
const maxCurrencies = 0xffff;
/** Maximum number of words below the only amount of a column. */
const maxWordsBelow = 2;
const zeroByte = 0x30;
const pointByte = 0x2e;
const commaByte = 0x2c;

/** A number with more digits or decimals than the arrays can hold. */
interface WideNumber {
  readonly row: number;
  readonly digits: bigint;
  readonly decimals: number;
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
  readonly #stopsEarly: boolean;
  readonly #reader: AmountReader;
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
  /** Last row with the notation of an amount, and first row with a text. */
  #lastMoney = -1;
  #firstText = Number.MAX_SAFE_INTEGER;
  #negative = 0;
  #least = Number.MAX_VALUE;

  readonly #isNamedMoney: boolean;

  /**
   * With `stopsEarly`, the collector abandons a column of text; otherwise it evaluates all rows, in any order. `isNamedMoney` for
   * a column whose name says that it holds money.
   */
  constructor(rows: number, { stopsEarly = false, isNamedMoney = false } = {}) {
    this.#stopsEarly = stopsEarly;
    this.#isNamedMoney = isNamedMoney;
    this.#reader = new AmountReader(isNamedMoney);
    this.#digits = new Float64Array(rows);
    this.#decimals = new Uint8Array(rows);
  }

  /** Collects the folded cell of a row. */
  collect(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#includeRow(row);
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
      if (row < this.#firstText) this.#firstText = row;
      this.#neither += 1;
      this.#put(row, Number.NaN, notNumber, notNumber);
      if (this.#stopsEarly && this.#neither > 64 && this.#neither > this.#filled * maxBadShare)
        this.isDone = true;
    }
  }

  /** Fast path for the numbers that the kernel parses too: digits, with decimals unless these could be a group of thousands. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of millions of cells
  #collectPlain(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const isNegative = bytes[start] === 0x2d;
    const firstDigitAt = isNegative ? start + 1 : start;
    let value = 0;
    let separator = 0;
    let separatorAt = 0;
    for (let at = firstDigitAt; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      const digit = byte - zeroByte;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (separator === 0 && (byte === pointByte || byte === commaByte)) {
        separator = byte;
        separatorAt = at;
      } else return false;
    }
    const decimals = separator === 0 ? 0 : end - separatorAt - 1;
    const wholeDigits = separator === 0 ? end - firstDigitAt : separatorAt - firstDigitAt;
    if (wholeDigits === 0 || wholeDigits + decimals > maxPlainDigits) return false;
    if (decimals === 3 || decimals > maxPlainDecimals) return false;
    if ((separator === 0 ? wholeDigits > 1 : wholeDigits === 2) && bytes[firstDigitAt] === zeroByte)
      return false;
    this.#filled += 1;
    const signedValue = isNegative ? -value : value;
    if (separator === 0) this.#putWhole(row, signedValue);
    else this.#putDivided(row, signedValue, separator === pointByte, decimals);
    return true;
  }

  #collectNumber(row: number, reader: AmountReader): void {
    const { value, wide: wideDigits, withPoint, withComma, currency } = reader;
    const fitsPoint = withPoint !== notReadable;
    const fitsComma = withComma !== notReadable;
    if (!fitsPoint) this.#notPoint += 1;
    if (!fitsComma) this.#notComma += 1;
    if (withPoint !== withComma) this.#differ += 1;
    if (reader.isMoney) this.#countMoney(row);
    if (reader.isLong) this.#names += 1;
    if (value < 0) this.#negative += 1;
    this.#least = Math.min(this.#least, Math.abs(value));
    if (wideDigits !== null)
      this.#wide.set(row, { row, digits: wideDigits, decimals: fitsPoint ? withPoint : withComma });
    if (currency !== '') this.#putCurrency(row, currency);
    const pointNibble = fitsPoint ? Math.min(withPoint, manyDecimals) : notNumber;
    const commaNibble = fitsComma ? Math.min(withComma, manyDecimals) : notNumber;
    this.#put(row, value, pointNibble, commaNibble);
  }

  #putWhole(row: number, value: number): void {
    if (value < 0) this.#negative += 1;
    const size = Math.abs(value);
    if (size < this.#least) this.#least = size;
    this.#put(row, value, 0, 0);
  }

  #putDivided(row: number, value: number, isPoint: boolean, decimals: number): void {
    this.#differ += 1;
    this.#countMoney(row);
    if (isPoint) {
      this.#notComma += 1;
      this.#put(row, value, decimals, notNumber);
    } else {
      this.#notPoint += 1;
      this.#put(row, value, notNumber, decimals);
    }
  }

  #countMoney(row: number): void {
    this.#money += 1;
    if (row > this.#lastMoney) this.#lastMoney = row;
  }

  #putCurrency(row: number, currency: string): void {
    let code = this.#currencies.get(currency);
    if (code === undefined) {
      // Never reached: there are fewer currencies and currency signs than codes.
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
    firstRow: number,
    codes: Uint8Array,
    values: Float64Array,
    readUnparsed: (row: number) => void,
  ): void {
    for (let index = 0; index < codes.length; index += 1) {
      const row = firstRow + index;
      const code = codes[index] ?? 0;
      // 47 is the largest code of a number: a decimal comma and 15 decimals.
      if (code > 47 || (code & 0x0f) > maxPlainDecimals) {
        readUnparsed(row);
        continue;
      }
      this.#includeRow(row);
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

  /** Extends the column to `rows` rows; missing cells become NaN. */
  #extendTo(rows: number): void {
    if (rows > this.#digits.length) this.#growTo(rows);
    if (rows > this.#rows) this.#digits.fill(Number.NaN, this.#rows, rows);
    this.#rows = Math.max(rows, this.#rows);
  }

  /** Extends the column to a row; missing cells before the row become NaN. */
  #includeRow(row: number): void {
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

  /** Determines the decimal separator of the cells; `null` for a column without numbers. */
  determineRule(): DecimalRule | null {
    if (this.isDone) return null;
    const rule = determineDecimalRule(this.#counts());
    if (rule !== null || !this.#isNamedMoney) return rule;
    // Words below the rows, such as a summary, do not make a text of the amounts above them.
    const isAboveTexts = this.#money > 0 && this.#names === 0 && this.#firstText > this.#lastMoney;
    const isMostlyNumbers =
      this.#neither > 0 && this.#neither <= Math.max(this.#filled - this.#neither, maxWordsBelow);
    return isAboveTexts && isMostlyNumbers ? this.determineForcedRule() : null;
  }

  /** Determines the decimal separator of a column that the clerk declared to be numbers; `null` if no cell is a number. */
  determineForcedRule(): DecimalRule | null {
    if (this.#filled === this.#neither) return null;
    if (this.#differ === 0) return 'integer';
    if (this.#notPoint === this.#notComma) return 'ambiguous';
    return this.#notPoint < this.#notComma ? 'point' : 'comma';
  }

  /** Converts the first `rows` cells to minor units under a rule. The collector is unusable afterwards. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
  buildColumn(rule: DecimalRule, rows: number): NumberColumn {
    this.#extendTo(rows);
    const values = this.#digits.subarray(0, rows);
    const decimals = this.#decimals;
    const wide = this.#wide;
    const nibbleShift = rule === 'comma' ? 4 : 0;
    const decimalsOf = (row: number, nibble: number) => wide.get(row)?.decimals ?? nibble;
    const maxScale = rows > minRowsOfLargeColumn ? maxDecimalsOfLargeColumn : maxDecimals;
    let scale = 0;
    for (let row = 0; row < rows; row += 1) {
      let cellDecimals = ((decimals[row] ?? 0) >>> nibbleShift) & 0x0f;
      if (cellDecimals === notNumber || cellDecimals <= scale) continue;
      if (cellDecimals === manyDecimals) cellDecimals = decimalsOf(row, cellDecimals);
      if (cellDecimals > scale && cellDecimals <= maxScale) scale = cellDecimals;
    }
    const powers = Array.from({ length: maxDecimals + 1 }, (_, power) => 10 ** power);
    const large = new Map<number, bigint>();
    const badRows: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      let cellDecimals = ((decimals[row] ?? 0) >>> nibbleShift) & 0x0f;
      const wideNumber = wide.size === 0 || cellDecimals === notNumber ? undefined : wide.get(row);
      if (cellDecimals === manyDecimals) cellDecimals = decimalsOf(row, cellDecimals);
      if (cellDecimals === notNumber || cellDecimals > scale) {
        values[row] = Number.NaN;
        badRows.push(row);
      } else if (wideNumber !== undefined || cellDecimals !== scale) {
        const digits = values[row] ?? Number.NaN;
        if (Number.isNaN(digits)) continue;
        const value = digits * (powers[scale - cellDecimals] ?? 1);
        values[row] = value;
        if (Number.isSafeInteger(value) && wideNumber === undefined) continue;
        const units = (wideNumber?.digits ?? BigInt(digits)) * 10n ** BigInt(scale - cellDecimals);
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
