/** @file Calendar dates as whole days since 1970, and the days of periods. */
import type { DateUnit } from '../../../../shared/model/statements/statement-groups.ts';

const dayMs = 86_400_000;
const daysOfWeek = 7;

/** First and last day, both included. */
export interface DayRange {
  readonly from: number;
  readonly till: number;
}

/** Returns the day of a date YYYY-MM-DD. */
export function dayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

/** Returns the date YYYY-MM-DD of a day. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns the first day of a month, which may be beyond the end of the year. `month` counts from 0. */
export function firstOfMonth(year: number, month: number): number {
  return Math.floor(new Date(0).setUTCFullYear(year, month, 1) / dayMs);
}

/** Returns the Monday of a week of ISO 8601. */
function mondayOf(year: number, week: number): number {
  // The fourth of January is always in the first week.
  const fourth = firstOfMonth(year, 0) + 3;
  const weekday = (new Date(fourth * dayMs).getUTCDay() + 6) % daysOfWeek;
  return fourth - weekday + (week - 1) * daysOfWeek;
}

/** Returns the days of a period: `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1` or `2026`. */
export function daysOfPeriod(period: string, unit: DateUnit): DayRange {
  const year = Number(period.slice(0, 4));
  const number = Number(period.slice(unit === 'month' ? 5 : 6));
  const ofMonths = (first: number, count: number): DayRange => ({
    from: firstOfMonth(year, first),
    till: firstOfMonth(year, first + count) - 1,
  });
  switch (unit) {
    case 'day':
      return { from: dayOf(period), till: dayOf(period) };
    case 'week': {
      const monday = mondayOf(year, number);
      return { from: monday, till: monday + daysOfWeek - 1 };
    }
    case 'month':
      return ofMonths(number - 1, 1);
    case 'quarter':
      return ofMonths((number - 1) * 3, 3);
    case 'year':
      return ofMonths(0, 12);
  }
}
