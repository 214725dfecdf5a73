/** @file The points of a series of balances: days, parted where statements are missing, and merged when there are many. */
import type { BalancePoint } from '../../../shared/model/statements/statement-chart.ts';
import { formatBucket } from '../query/date-buckets.ts';
import { type DayBalances, largestOf, leastOf } from './chart-days.ts';

const dayText = (date: number) => formatBucket(date, 'day');

/** Calendar dates, first and last. */
export interface Period {
  readonly since: string;
  readonly till: string;
}

interface Segment<Point> {
  /** `null` for one statement, whose period the rows do not state. */
  readonly period: Period | null;
  readonly points: Point[];
}

/** Parts days, which are in order, by the periods of the statements. A day outside belongs to the period before it. */
export function splitByPeriods(
  days: readonly DayBalances[],
  periods: readonly Period[],
): Segment<DayBalances>[] {
  if (periods.length === 0) return days.length === 0 ? [] : [{ period: null, points: [...days] }];
  const segments = periods.map((period): Segment<DayBalances> => ({ period, points: [] }));
  for (const day of days) {
    const date = dayText(day.date);
    const index = periods.findLastIndex(({ since }) => since <= date);
    segments[Math.max(0, index)]?.points.push(day);
  }
  return segments.filter(({ points }) => points.length > 0);
}

/**
 * Merges neighbouring days of a long series, so that about `maxPoints` remain. Every point keeps the lowest, the highest
 * and the last balance of its days.
 */
export function thinSegments(
  segments: readonly Segment<DayBalances>[],
  maxPoints: number,
): Segment<BalancePoint>[] {
  const count = segments.reduce((sum, { points }) => sum + points.length, 0);
  const perPoint = count <= maxPoints ? 1 : Math.ceil(count / Math.max(1, maxPoints - segments.length));
  return segments.map(({ period, points }) => ({
    period,
    points: Array.from({ length: Math.ceil(points.length / perPoint) }, (_, index) =>
      mergeDays(points.slice(index * perPoint, (index + 1) * perPoint)),
    ),
  }));
}

function mergeDays(days: readonly DayBalances[]): BalancePoint {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) throw new Error('A point has at least one day');
  return {
    from: dayText(first.date),
    till: dayText(last.date),
    least: String(days.reduce((least, day) => leastOf(least, day.least), first.least)),
    largest: String(days.reduce((largest, day) => largestOf(largest, day.largest), first.largest)),
    closing: String(last.closing),
    inQuestion: days.reduce((sum, day) => sum + day.inQuestion, 0),
  };
}
