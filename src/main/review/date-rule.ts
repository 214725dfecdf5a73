/** @file Decides for a whole column whether it holds dates, the order of day and month, and the century. */

/** Notation of the dates of a column. */
export type DateRule = 'year-first' | 'day-first' | 'month-first' | 'ambiguous';

/** Counts over the cells of a column. */
export interface DateCounts {
  readonly filled: number;
  /** Filled cells that are not dates. */
  readonly neither: number;
  /** Unambiguous dates: with the year first, or with the month as a name. */
  readonly yearFirst: number;
  readonly dayNamed: number;
  readonly monthNamed: number;
  /** Dates with a month name that is only Croatian, only of other languages, or of both with different months. */
  readonly croatian: number;
  readonly otherNamed: number;
  readonly shared: number;
  /** Of the dates with the year first: those of eight consecutive digits. */
  readonly compact: number;
  /** Dates separated by points. */
  readonly points: number;
  /** Dates whose first, or second, part is above 12. */
  readonly overFirst: number;
  readonly overSecond: number;
  /** Dates that become another day if day and month are swapped. */
  readonly differ: number;
  /** Numeric dates with a two-digit year, and the smallest and largest of them as written. */
  readonly short: number;
  readonly shortLeast: number;
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
/** The same maximum for dates of eight consecutive digits, which could be identifiers. */
const maxBadShareOfCompact = 0.1;
/** Maximum share of dates that contradict the order of the others. */
const maxContraryShare = 0.1;
/** Number of distinct years in which the first part is hardly ever the same day. */
const manyYears = 5;

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** Language of ambiguous month names in a column; `null` if it cannot be determined. */
export function languageOfMonths({
  croatian,
  otherNamed,
}: Pick<DateCounts, 'croatian' | 'otherNamed'>): 'croatian' | 'other' | null {
  if (croatian > 0) return otherNamed > 0 ? null : 'croatian';
  return otherNamed > 0 ? 'other' : null;
}

/** Returns the rule of a column; `null` if it does not hold dates. */
export function dateRuleOf(counts: DateCounts): DateRule | null {
  const { filled, compact, yearFirst, monthNamed, short, points } = counts;
  const unknown = languageOfMonths(counts) === null ? counts.shared : 0;
  const neither = counts.neither + unknown;
  const dayNamed = counts.dayNamed - unknown;
  const dates = filled - neither;
  // Among few cells, one may be the name of the column or the label of a total.
  const spared = dates > 1 ? 1 : 0;
  if (dates <= 0 || neither > Math.max(spared, filled * maxBadShare)) return null;
  // Next to cells of another form, eight digits are more likely an identifier.
  if (compact > 0 && (compact < dates || neither > filled * maxBadShareOfCompact)) return null;
  const numeric = dates - yearFirst - dayNamed - monthNamed;
  if (numeric === 0) {
    if (yearFirst >= dayNamed + monthNamed) return 'year-first';
    return dayNamed >= monthNamed ? 'day-first' : 'month-first';
  }
  if (short === dates && points === 0) {
    // A constant number is a code, such as the sort code of a bank.
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

/** Two-digit years up to this one belong to the 2000s, unless other years of the column contradict. */
const pivot = 69;

/** Maps each two-digit year to a four-digit year, so that the years of the column are as close together as possible. */
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
