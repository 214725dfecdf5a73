/** @file Decides over all cells of a column whether they are dates, which part is which, and in which century they lie. */

/** How the dates of a column are written. */
export type DateRule = 'year-first' | 'day-first' | 'month-first' | 'ambiguous';

/** What was counted over the cells of a column. */
export interface DateCounts {
  readonly filled: number;
  readonly neither: number;
  /** Dates with their year first, and those with a name for the month, whose parts are told apart by the cell alone. */
  readonly yearFirst: number;
  readonly dayNamed: number;
  readonly monthNamed: number;
  /** Those whose name of the month is only Croatian, those of any other language, and those of both for two months. */
  readonly croatian: number;
  readonly otherNamed: number;
  readonly shared: number;
  /** Among those with their year first: eight digits in a row. */
  readonly compact: number;
  /** Dates whose parts are divided by points. */
  readonly points: number;
  /** Dates whose first, or second, part is no month. */
  readonly overFirst: number;
  readonly overSecond: number;
  /** Dates that are another day when day and month change places. */
  readonly differ: number;
  /** Dates of digits with a year of two digits, the smallest and the largest of these as they stand. */
  readonly short: number;
  readonly shortLeast: number;
  readonly shortMost: number;
  /** Dates with a time. */
  readonly timed: number;
  /** Days of the first part that occur where the year has two digits: a bit each. */
  readonly firstParts: number;
  /** Years of two digits that occur, ascending. */
  readonly years: readonly number[];
}

/** The share of filled cells that may be no date. */
export const maxBadShare = 0.25;
/** The same where dates are eight digits in a row, as identifiers can be. */
const maxBadShareOfCompact = 0.1;
/** The share of dates that may contradict the order of the others. */
const maxContraryShare = 0.1;
/** Different years from which on hardly ever the same day comes first. */
const manyYears = 5;

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** Whose names a column has, where names of months could be Croatian or not; `null` where nothing tells. */
export function languageOfMonths({
  croatian,
  otherNamed,
}: Pick<DateCounts, 'croatian' | 'otherNamed'>): 'croatian' | 'other' | null {
  if (croatian > 0) return otherNamed > 0 ? null : 'croatian';
  return otherNamed > 0 ? 'other' : null;
}

/** What the cells of a column say; `null` for one that is not of dates. */
export function dateRuleOf(counts: DateCounts): DateRule | null {
  const { filled, compact, yearFirst, monthNamed, short, points } = counts;
  const unknown = languageOfMonths(counts) === null ? counts.shared : 0;
  const neither = counts.neither + unknown;
  const dayNamed = counts.dayNamed - unknown;
  const dates = filled - neither;
  // Among very few cells one may be the name of the column, or the word before a total.
  const spared = dates > 1 ? 1 : 0;
  if (dates <= 0 || neither > Math.max(spared, filled * maxBadShare)) return null;
  // Beside anything else, eight digits are more likely to be an identifier.
  if (compact > 0 && (compact < dates || neither > filled * maxBadShareOfCompact)) return null;
  const numeric = dates - yearFirst - dayNamed - monthNamed;
  if (numeric === 0) {
    if (yearFirst >= dayNamed + monthNamed) return 'year-first';
    return dayNamed >= monthNamed ? 'day-first' : 'month-first';
  }
  if (short === dates && points === 0) {
    // The same numbers again and again are a code, such as the sort code of a bank.
    if (dates > 1 && counts.shortLeast === counts.shortMost) return null;
    if (bitsIn(counts.firstParts) * 2 < manyYears && counts.years.length >= manyYears) return 'year-first';
  }
  return orderOf(counts, numeric);
}

function orderOf({ overFirst, overSecond, points, differ }: DateCounts, numeric: number): DateRule | null {
  if (Math.min(overFirst, overSecond) > numeric * maxContraryShare) return null;
  if (overFirst > overSecond) return 'day-first';
  if (overSecond > overFirst) return 'month-first';
  if (overFirst > 0) return null;
  return points * 2 > numeric || differ === 0 ? 'day-first' : 'ambiguous';
}

/** Years of two digits up to this one are of this century, unless the others of the column say otherwise. */
const pivot = 69;

/** The whole year for each of two digits: those of one column lie as near to each other as they can. */
export function wholeYears(years: readonly number[]): Int32Array {
  const whole = new Int32Array(100);
  const [first = 0] = years;
  let start = first;
  let widest = 0;
  for (const [index, year] of years.entries()) {
    const next = years[index + 1] ?? first + 100;
    if (next - year <= widest) continue;
    widest = next - year;
    start = next % 100;
  }
  // The year before the widest gap is the latest one.
  const latest = (start + 100 - widest) % 100;
  const end = latest <= pivot ? 2000 + latest : 1900 + latest;
  for (let year = 0; year < 100; year += 1) whole[year] = end - ((latest - year + 100) % 100);
  return whole;
}
