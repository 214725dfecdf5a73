/** @file Dates of a column as numbers YYYYMMDD. Whether day or month comes first is decided over all rows. */
import { isTextFormula } from '../read/quoted-cell.ts';
import { type DateCell, isDay, parseDateCell } from './date-cell.ts';
import {
  type DateCounts,
  type DateRule,
  determineDateRule,
  determineMonthLanguage,
  expandTwoDigitYears,
  maxBadShare,
  toCommonYear,
} from './date-rule.ts';

export interface DateColumn {
  readonly rule: DateRule;
  /** YYYYMMDD; 0 if the cell is empty or not a date. */
  readonly values: Int32Array;
  /** True if some cells have a time, by which rows of one day are sorted. */
  readonly hasTimes: boolean;
  /** Number of cells that are neither empty nor a date. */
  readonly bad: number;
  /** Rows of the cells that {@link bad} counts, ascending. */
  readonly badRows: Uint32Array;
}

/** Flag of a packed date: the order of year, month and day is known from the cell alone. */
const knownOrder = 1 << 26;
/** Flag of a packed date: the year has two digits. */
const shortYear = 1 << 27;
/** Flag of a packed date: the month name, such as `listopad`, means one month earlier in Croatian than in other languages. */
const sharedName = 1 << 28;
const packedMask = (1 << 25) - 1;
const noDate = -1;
/** Maximum number of parsed cells in the cache. */
const maxCachedCells = 2_048;
const maxCellBytes = 100;

/** Collects the cells of one column while they are read for the first time. */
export class DateCollector {
  readonly kind = 'date';
  /** True once the column can no longer be dates. */
  isDone = false;
  readonly #stopsEarly: boolean;
  #packed: Int32Array<ArrayBuffer>;
  readonly #cache = new Map<string, DateCell | null>();
  #filled = 0;
  #neither = 0;
  #yearFirst = 0;
  #dayNamed = 0;
  #monthNamed = 0;
  #croatian = 0;
  #otherNamed = 0;
  #shared = 0;
  #compact = 0;
  #points = 0;
  #overFirst = 0;
  #overSecond = 0;
  #differ = 0;
  #short = 0;
  #shortLeast = Number.MAX_SAFE_INTEGER;
  #shortMost = 0;
  #timed = 0;
  #firstParts = 0;
  readonly #years = new Set<number>();

  readonly #isNamedDate: boolean;

  /**
   * With `stopsEarly`, the collector abandons a column of text; otherwise it evaluates all rows, in any order. `isNamedDate` for a
   * column whose name says that it holds dates.
   */
  constructor(rows: number, { stopsEarly = false, isNamedDate = false } = {}) {
    this.#stopsEarly = stopsEarly;
    this.#isNamedDate = isNamedDate;
    this.#packed = new Int32Array(rows);
  }

  /** Collects the folded cell of a row. */
  collect(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#includeRow(row);
    while (start < end && bytes[start] === 0x20) start += 1;
    while (end > start && bytes[end - 1] === 0x20) end -= 1;
    if (isTextFormula(bytes, start, end)) {
      start += 2;
      end -= 1;
    }
    if (start === end || isDashes(bytes, start, end)) return;
    this.#filled += 1;
    const cell = this.#cellOf(bytes, start, end);
    this.#packed[row] = cell === null ? noDate : this.#pack(cell);
    if (cell !== null) return;
    this.#neither += 1;
    if (this.#stopsEarly && this.#neither > 64 && this.#neither > this.#filled * maxBadShare)
      this.isDone = true;
  }

  #cellOf(bytes: Uint8Array, start: number, end: number): DateCell | null {
    if (end - start > maxCellBytes) return null;
    const dayEnd = findDayEnd(bytes, start, end);
    if (dayEnd < end) {
      // Days repeat often, times hardly ever: only the day is cached.
      const day = this.#parseCached(bytes, start, dayEnd);
      if (day !== null && day.timeMs === null) {
        this.#timed += 1;
        return day;
      }
    }
    const cell = this.#parseCached(bytes, start, end);
    if (cell !== null && cell.timeMs !== null) this.#timed += 1;
    return cell;
  }

  #parseCached(bytes: Uint8Array, start: number, end: number): DateCell | null {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const key = view.toString('latin1', start, end);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const cell = parseDateCell(view.toString('utf8', start, end));
    if (this.#cache.size >= maxCachedCells) this.#cache.clear();
    this.#cache.set(key, cell);
    return cell;
  }

  #pack(cell: DateCell): number {
    const { packed, isShort } = cell;
    if (isShort) this.#years.add(Math.floor(packed / 10_000));
    const flagged = isShort ? packed | shortYear : packed;
    if (cell.language === 'croatian') this.#croatian += 1;
    if (cell.language === 'other') this.#otherNamed += 1;
    if (cell.language === 'shared') {
      this.#shared += 1;
      this.#dayNamed += 1;
      return flagged | knownOrder | sharedName;
    }
    if (cell.order === 'known') {
      if (cell.named === 'day-first') this.#dayNamed += 1;
      else if (cell.named === 'month-first') this.#monthNamed += 1;
      else this.#yearFirst += 1;
      if (cell.isCompact) this.#compact += 1;
      return flagged | knownOrder;
    }
    const firstPart = Math.floor(packed / 100) % 100;
    const secondPart = packed % 100;
    if (cell.isDotted) this.#points += 1;
    if (firstPart > 12) this.#overFirst += 1;
    if (secondPart > 12) this.#overSecond += 1;
    if (firstPart !== secondPart) this.#differ += 1;
    if (isShort) {
      this.#short += 1;
      this.#shortLeast = Math.min(this.#shortLeast, packed);
      this.#shortMost = Math.max(this.#shortMost, packed);
      this.#firstParts |= 1 << firstPart;
    }
    return flagged;
  }

  /**
   * Collects a run of rows that the kernel parsed. Code 0 is an empty or missing cell, 1 a date with the year first,
   * 2 such a date with a time. `readUnparsed` is called for every other cell.
   */
  collectParsed(
    firstRow: number,
    codes: Uint8Array,
    values: Float64Array,
    readUnparsed: (row: number) => void,
  ): void {
    if (codes.length > 0) this.#includeRow(firstRow + codes.length - 1);
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] ?? 0;
      if (code === 1 || code === 2) {
        this.#filled += 1;
        this.#yearFirst += 1;
        if (code === 2) this.#timed += 1;
        this.#packed[firstRow + index] = (values[index] ?? 0) | knownOrder;
      } else if (code !== 0) readUnparsed(firstRow + index);
    }
  }

  #counts(): DateCounts {
    return {
      croatian: this.#croatian,
      otherNamed: this.#otherNamed,
      shared: this.#shared,
      filled: this.#filled,
      neither: this.#neither,
      yearFirst: this.#yearFirst,
      dayNamed: this.#dayNamed,
      monthNamed: this.#monthNamed,
      compact: this.#compact,
      points: this.#points,
      overFirst: this.#overFirst,
      overSecond: this.#overSecond,
      differ: this.#differ,
      short: this.#short,
      shortLeast: this.#shortLeast,
      shortMost: this.#shortMost,
      timed: this.#timed,
      firstParts: this.#firstParts,
      years: [...this.#years].sort((one, two) => one - two),
    };
  }

  /** Makes room for a row. */
  #includeRow(row: number): void {
    if (row < this.#packed.length) return;
    const larger = new Int32Array(row * 2 + 16);
    larger.set(this.#packed);
    this.#packed = larger;
  }

  /** Determines the notation of the cells; `null` for a column without dates. */
  determineRule(): DateRule | null {
    if (this.isDone) return null;
    const counts = this.#counts();
    const rule = determineDateRule(counts);
    const { filled, neither, compact } = counts;
    // Words between and below the rows, such as a summary, do not make a text of the dates.
    const isMostlyDates = this.#isNamedDate && compact === 0 && neither > 0 && neither * 2 <= filled;
    return (
      rule ?? (isMostlyDates ? determineDateRule({ ...counts, filled: filled - neither, neither: 0 }) : null)
    );
  }

  /** Determines the notation of a column that the clerk declared to be dates; `null` if no cell is a date. */
  determineForcedRule(): DateRule | null {
    if (this.#filled === this.#neither) return null;
    const rule = determineDateRule({
      ...this.#counts(),
      filled: this.#filled - this.#neither,
      neither: 0,
      compact: 0,
    });
    return rule ?? (this.#overSecond > this.#overFirst ? 'month-first' : 'day-first');
  }

  /**
   * Converts the first `rows` cells to YYYYMMDD under a rule; in a Thai file, years of two digits may be of the Thai calendar. The
   * collector is unusable afterwards.
   */
  buildColumn(rule: DateRule, rows: number, isThai = false): DateColumn {
    if (rows > 0) this.#includeRow(rows - 1);
    const values = this.#packed.subarray(0, rows);
    const badRows: number[] = [];
    const language = determineMonthLanguage(this.#counts());
    const years = [...this.#years].sort((one, two) => one - two);
    const fullYears = expandTwoDigitYears(
      rule === 'year-first' && this.#short > 0 ? this.#firstPartsAsYears() : years,
      isThai,
    );
    for (let row = 0; row < values.length; row += 1) {
      const flagged = values[row] ?? 0;
      if (flagged === 0) continue;
      const date = flagged === noDate ? 0 : dateOf(flagged, rule, { fullYears, language });
      values[row] = date;
      if (date === 0) badRows.push(row);
    }
    const hasTimes = this.#timed > 0;
    return { rule, values, hasTimes, bad: badRows.length, badRows: Uint32Array.from(badRows) };
  }

  /** First parts of the dates with two-digit years, ascending: the years, if the year comes first. */
  #firstPartsAsYears(): number[] {
    return Array.from({ length: 32 }, (_, part) => part).filter(
      (part) => (this.#firstParts & (1 << part)) !== 0,
    );
  }
}

/** The first packed date that can only be of the Thai calendar. */
const firstThaiDate = 24_500_000;

/** Converts a packed date with flags to YYYYMMDD; 0 for a day that does not exist. */
function dateOf(
  flagged: number,
  rule: DateRule,
  {
    fullYears,
    language,
  }: { readonly fullYears: Int32Array; readonly language: ReturnType<typeof determineMonthLanguage> },
): number {
  const packed = flagged & packedMask;
  // The kernel and the parser accept only existing days.
  if ((flagged & (knownOrder | shortYear | sharedName)) === knownOrder && packed < firstThaiDate)
    return packed;
  const isShared = (flagged & sharedName) !== 0;
  if (isShared && language === null) return 0;
  const statedYear = Math.floor(packed / 10_000);
  const firstPart = (Math.floor(packed / 100) % 100) - (isShared && language === 'croatian' ? 1 : 0);
  const secondPart = packed % 100;
  const isShort = (flagged & shortYear) !== 0;
  const isKnown = (flagged & knownOrder) !== 0;
  if (isShort && !isKnown && rule === 'year-first')
    return toDateNumber(fullYears[firstPart] ?? 0, secondPart, statedYear);
  const year = isShort ? (fullYears[statedYear] ?? 0) : statedYear;
  return isKnown || rule !== 'day-first'
    ? toDateNumber(year, firstPart, secondPart)
    : toDateNumber(year, secondPart, firstPart);
}

function toDateNumber(year: number, month: number, day: number): number {
  const commonYear = toCommonYear(year);
  return isDay(commonYear, month, day) ? commonYear * 10_000 + month * 100 + day : 0;
}

/** True for up to three dashes, which stand for a missing date. */
function isDashes(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 3) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== 0x2d) return false;
  return true;
}

/** Finds the end of the day before a time such as `9:05` or `09:05:30`; the end of the cell if there is no time. */
function findDayEnd(bytes: Uint8Array, start: number, end: number): number {
  let blankAt = end - 1;
  while (blankAt > start && bytes[blankAt] !== 0x20) blankAt -= 1;
  const colonAt = bytes[blankAt + 2] === 0x3a ? blankAt + 2 : blankAt + 3;
  const length = end - colonAt;
  if (blankAt === start || (length !== 3 && length !== 6) || bytes[colonAt] !== 0x3a) return end;
  const hour = parseDigits(bytes, blankAt + 1, colonAt);
  const minute = parseDigits(bytes, colonAt + 1, colonAt + 3);
  const second = length === 3 ? 0 : parseDigits(bytes, colonAt + 4, end);
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && (length === 3 || bytes[colonAt + 3] === 0x3a);
  return isTime ? blankAt : end;
}

/** Parses a short number; MAX_SAFE_INTEGER if there is another character. */
function parseDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return Number.MAX_SAFE_INTEGER;
    value = value * 10 + digit;
  }
  return value;
}
