/** @file Days, weeks, months, quarters and years of dates in the form YYYYMMDD. */
import type { DateUnit } from '../../../shared/model/statements/statement-groups.ts';
import type { RowCodes } from '../read/cell-codes.ts';

const dayMs = 86_400_000;

/** Returns the year and week of ISO 8601 as YYYYWW: the week belongs to the year of its Thursday. */
function isoWeek(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const weekday = (date.getUTCDay() + 6) % 7;
  const thursday = new Date(date.getTime() + (3 - weekday) * dayMs);
  const weekYear = thursday.getUTCFullYear();
  const yearStart = new Date(0);
  yearStart.setUTCFullYear(weekYear, 0, 1);
  return weekYear * 100 + 1 + Math.floor((thursday.getTime() - yearStart.getTime()) / dayMs / 7);
}

/** Returns the number of the bucket of a date, ascending with the dates; 0 for a missing date, which is 0 too. */
export function bucketOf(date: number, unit: DateUnit): number {
  const year = Math.floor(date / 10_000);
  const month = Math.floor(date / 100) % 100;
  if (date === 0 || unit === 'day') return date;
  if (unit === 'week') return isoWeek(year, month, date % 100);
  if (unit === 'month') return year * 100 + month;
  return unit === 'quarter' ? year * 10 + Math.ceil(month / 3) : year;
}

/** Formats a bucket as `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1` or `2026`; empty for a missing date. */
export function formatBucket(bucket: number, unit: DateUnit): string {
  if (bucket === 0) return '';
  const digits = String(bucket);
  const yearOf = (length: number) => digits.slice(0, -length).padStart(4, '0');
  switch (unit) {
    case 'day':
      return `${yearOf(4)}-${digits.slice(-4, -2)}-${digits.slice(-2)}`;
    case 'week':
      return `${yearOf(2)}-W${digits.slice(-2)}`;
    case 'month':
      return `${yearOf(2)}-${digits.slice(-2)}`;
    case 'quarter':
      return `${yearOf(1)}-Q${digits.slice(-1)}`;
    case 'year':
      return digits.padStart(4, '0');
  }
}

/** Maximum range of dates that are looked up in a list, about 400 years. */
const maxListedRange = 4_000_000;

/** Returns the first and the last date, without missing dates. */
function rangeOf(dates: Int32Array): { readonly first: number; readonly last: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (let row = 0; row < dates.length; row += 1) {
    const date = dates[row] ?? 0;
    if (date !== 0 && date < first) first = date;
    if (date > last) last = date;
  }
  return { first: Math.min(first, last), last };
}

/** Numbers the buckets of dates. */
export function numberDates(dates: Int32Array, unit: DateUnit): RowCodes {
  const codeByBucket = new Map<number, number>();
  const codeOf = (date: number) => {
    const bucket = bucketOf(date, unit);
    const known = codeByBucket.get(bucket);
    if (known !== undefined) return known;
    const code = codeByBucket.size;
    codeByBucket.set(bucket, code);
    return code;
  };
  const { first, last } = rangeOf(dates);
  const codes = new Uint32Array(dates.length);
  if (last - first > maxListedRange) {
    for (let row = 0; row < codes.length; row += 1) codes[row] = codeOf(dates[row] ?? 0);
    return { codes, count: codeByBucket.size };
  }
  // A missing date has the place before the first date.
  const codesByDate = new Int32Array(last - first + 2).fill(-1);
  for (let row = 0; row < codes.length; row += 1) {
    const date = dates[row] ?? 0;
    const place = date === 0 ? 0 : date - first + 1;
    let code = codesByDate[place] ?? -1;
    if (code < 0) {
      code = codeOf(date);
      codesByDate[place] = code;
    }
    codes[row] = code;
  }
  return { codes, count: codeByBucket.size };
}
