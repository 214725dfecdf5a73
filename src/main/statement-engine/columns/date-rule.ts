/** @file Decides for a whole column whether it holds dates, the order of day and month, and the century. */

/** Notation of the dates of a column. */
export type DateRule = 'year-first' | 'day-first' | 'month-first' | 'ambiguous';

/** Counts over the cells of a column. Cells without text are not counted. */
export interface DateCounts {
  /** Cells with text. */
  readonly filled: number;
  /** Filled cells that are not dates. */
  readonly neither: number;
  /** Dates that certainly begin with the year. */
  readonly yearFirst: number;
  /** Dates with a month name after the day. */
  readonly dayNamed: number;
  /** Dates with a month name before the day. */
  readonly monthNamed: number;
  /** Dates with a month name that only Croatian has. */
  readonly croatian: number;
  /** Dates with a month name that Croatian does not have. */
  readonly otherNamed: number;
  /** Dates with a month name that means different months in Croatian and in other languages. */
  readonly shared: number;
  /** Dates of eight consecutive digits; {@link yearFirst} includes them. */
  readonly compact: number;
  /** Dates separated by points. */
  readonly points: number;
  /** Dates whose first part is above 12, and therefore not a month. */
  readonly overFirst: number;
  /** Dates whose second part is above 12, and therefore not a month. */
  readonly overSecond: number;
  /** Dates that become another day if day and month are swapped. */
  readonly differ: number;
  /** Numeric dates with a two-digit year. */
  readonly short: number;
  /** Smallest packed date with a two-digit year. */
  readonly shortLeast: number;
  /** Largest packed date with a two-digit year. */
  readonly shortMost: number;
  /** Dates with a time. */
  readonly timed: number;
  /** Bit set of the first parts of dates with a two-digit year. */
  readonly firstParts: number;
  /** Distinct two-digit years, ascending. */
  readonly years: readonly number[];
}

/** Maximum share of filled cells that are not dates. */
export const maxBadShare = 0.25;
/** Maximum share of such cells in a column with dates of eight consecutive digits, which could be identifiers. */
const maxBadShareOfCompact = 0.1;
/** Maximum share of dates that contradict the order of day and month in the column. */
const maxContraryShare = 0.1;
/** Minimum number of distinct last parts for the year to be the first part: days vary more than years. */
const minDistinctLastParts = 5;

function countBits(mask: number): number {
  let bits = 0;
  for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) bits += 1;
  return bits;
}

/** Determines the language of ambiguous month names in a column; `null` if the other month names do not tell. */
export function determineMonthLanguage({
  croatian,
  otherNamed,
}: Pick<DateCounts, 'croatian' | 'otherNamed'>): 'croatian' | 'other' | null {
  if (croatian > 0) return otherNamed > 0 ? null : 'croatian';
  return otherNamed > 0 ? 'other' : null;
}

/** Determines the notation of the dates of a column; `null` for a column that does not hold dates. */
export function determineDateRule(counts: DateCounts): DateRule | null {
  const { filled, compact, yearFirst, monthNamed, short, points } = counts;
  const unclearMonths = determineMonthLanguage(counts) === null ? counts.shared : 0;
  const neither = counts.neither + unclearMonths;
  const dayNamed = counts.dayNamed - unclearMonths;
  const dateCells = filled - neither;
  // In a column of few cells, one cell may be the name of the column or the label of a total.
  const maxSparedCells = dateCells > 1 ? 1 : 0;
  if (dateCells <= 0 || neither > Math.max(maxSparedCells, filled * maxBadShare)) return null;
  // Next to cells of another notation, eight digits are more likely an identifier.
  if (compact > 0 && (compact < dateCells || neither > filled * maxBadShareOfCompact)) return null;
  const numericDates = dateCells - yearFirst - dayNamed - monthNamed;
  if (numericDates === 0) {
    if (yearFirst >= dayNamed + monthNamed) return 'year-first';
    return dayNamed >= monthNamed ? 'day-first' : 'month-first';
  }
  if (short === dateCells && points === 0) {
    // A constant number is a code, such as the sort code of a bank.
    if (dateCells > 1 && counts.shortLeast === counts.shortMost) return null;
    if (
      countBits(counts.firstParts) * 2 < minDistinctLastParts &&
      counts.years.length >= minDistinctLastParts
    )
      return 'year-first';
  }
  return determineDayMonthOrder(counts, numericDates);
}

function determineDayMonthOrder(
  { overFirst, overSecond, points, differ }: DateCounts,
  numericDates: number,
): DateRule | null {
  if (Math.min(overFirst, overSecond) > numericDates * maxContraryShare) return null;
  if (overFirst > overSecond) return 'day-first';
  if (overSecond > overFirst) return 'month-first';
  if (overFirst > 0) return null;
  return points * 2 > numericDates || differ === 0 ? 'day-first' : 'ambiguous';
}

/** Latest two-digit year that belongs to the 2000s; only the latest year of a column is compared with it. */
const pivotYear = 69;
/** First and last two-digit year of the Thai calendar: 2558 to 2579 are 2015 to 2036. */
const thaiPivotYears = { first: 58, last: 79 };
/** Years between the Thai calendar and ours. */
const thaiYears = 543;

/** Returns the year of our calendar: a year of the Thai calendar is later by 543. */
export function toCommonYear(year: number): number {
  return year >= 2450 && year <= 2650 ? year - thaiYears : year;
}

/** Maps each two-digit year to a four-digit year. The years of the column become as close together as possible. */
export function expandTwoDigitYears(years: readonly number[], isThai: boolean): Int32Array {
  const fullYears = new Int32Array(100);
  const [firstYear = 0] = years;
  let yearAfterGap = firstYear;
  let widestGap = 0;
  for (const [index, year] of years.entries()) {
    const nextYear = years[index + 1] ?? firstYear + 100;
    if (nextYear - year <= widestGap) continue;
    widestGap = nextYear - year;
    yearAfterGap = nextYear % 100;
  }
  // The year before the widest gap is the latest year of the column.
  const latestYear = (yearAfterGap + 100 - widestGap) % 100;
  const isThaiYear = isThai && latestYear >= thaiPivotYears.first && latestYear <= thaiPivotYears.last;
  const century = isThaiYear ? 2500 - thaiYears : latestYear <= pivotYear ? 2000 : 1900;
  const latestFullYear = century + latestYear;
  for (let year = 0; year < 100; year += 1)
    fullYears[year] = latestFullYear - ((latestYear - year + 100) % 100);
  return fullYears;
}
