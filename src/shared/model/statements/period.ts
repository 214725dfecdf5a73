/** @file Periods of statements: calendar dates without a time zone (specification, section 2.7). */
import { z } from 'zod';
import { isCalendarDate } from '../../calendar-date.ts';

export const calendarDateSchema = z.string().refine(isCalendarDate, { message: 'must be a date YYYY-MM-DD' });

/** Maximum number of periods in one command. */
export const maxPeriods = 60;

/** First and last day, both included. */
export const periodSchema = z
  .strictObject({ since: calendarDateSchema, till: calendarDateSchema })
  .refine(({ since, till }) => since <= till, { message: 'ends before it begins', path: ['till'] });

export type Period = z.infer<typeof periodSchema>;

/** A problem of a period that the clerk typed. */
type PeriodProblem = 'since-invalid' | 'till-invalid' | 'wrong-order' | 'in-future';

/** Returns the first problem, or `null`. */
export function periodProblem(since: string, till: string, today: string): PeriodProblem | null {
  if (!isCalendarDate(since)) return 'since-invalid';
  if (!isCalendarDate(till)) return 'till-invalid';
  if (since > till) return 'wrong-order';
  return till > today ? 'in-future' : null;
}

function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** A calendar month; `month` counts from 1. Months below 1 or above 12 belong to the previous or next year. */
export function monthPeriod(year: number, month: number): Period {
  return { since: dateOf(year, month, 1), till: dateOf(year, month + 1, 0) };
}

/** A quarter of a year; `quarter` counts from 1. */
function quarterPeriod(year: number, quarter: number): Period {
  return { since: dateOf(year, quarter * 3 - 2, 1), till: dateOf(year, quarter * 3 + 1, 0) };
}

/** Returns the month before the month of `today`. */
export function lastMonth(today: string): Period {
  return monthPeriod(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1);
}

/** Returns the quarter before the quarter of `today`. */
export function lastQuarter(today: string): Period {
  const quarter = Math.ceil(Number(today.slice(5, 7)) / 3);
  return quarterPeriod(Number(today.slice(0, 4)), quarter - 1);
}

/** Returns all months of a year that ended before `today`. */
export function monthsOfYear(year: number, today: string): Period[] {
  return Array.from({ length: 12 }, (_, index) => monthPeriod(year, index + 1)).filter(
    ({ till }) => till < today,
  );
}

/** The `count` months up to and including `lastMonthText` (YYYY-MM), in order. */
export function monthsUntil(lastMonthText: string, count: number): Period[] {
  const year = Number(lastMonthText.slice(0, 4));
  const month = Number(lastMonthText.slice(5, 7));
  return Array.from({ length: count }, (_, index) => monthPeriod(year, month - count + 1 + index));
}
