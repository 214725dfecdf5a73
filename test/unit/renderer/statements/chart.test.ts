/** @file Charts of statements in the window: days of periods, scales, and gaps of lines. */
import { describe, expect, test } from 'vitest';
import { dateOf, daysOfPeriod } from '../../../../src/renderer/features/statements/chart/days.ts';
import {
  balanceFigures,
  flowFigures,
  nearestPoint,
} from '../../../../src/renderer/features/statements/chart/figures.ts';
import { datesOf, scaleAmounts } from '../../../../src/renderer/features/statements/chart/ticks.ts';
import type { Chart } from '../../../../src/shared/model/statements/statement-chart.ts';

const point = (date: string, closing: string) => ({
  from: date,
  till: date,
  least: closing,
  largest: closing,
  closing,
  inQuestion: 0,
});

const balance: Extract<Chart, { kind: 'balance' }> = {
  kind: 'balance',
  scale: 2,
  omitted: 0,
  undated: 0,
  isOrdered: true,
  series: [
    {
      wallet: '',
      group: '',
      currency: 'EUR',
      rows: 3,
      jumps: [],
      segments: [
        {
          since: '2026-01-01',
          till: '2026-01-31',
          points: [point('2026-01-05', '10000'), point('2026-01-09', '-2550')],
        },
        { since: '2026-03-01', till: '2026-03-31', points: [point('2026-03-02', '40000')] },
      ],
    },
  ],
};

/** The lines and points of the balance in one currency. */
function figuresOf(currency: string) {
  const figures = balanceFigures(balance, currency, 0);
  if (figures === null) throw new Error('There are no figures');
  return figures;
}

test.each([
  ['2026-02-28', 'day', '2026-02-28', '2026-02-28'],
  ['2026-W01', 'week', '2025-12-29', '2026-01-04'],
  ['2020-W53', 'week', '2020-12-28', '2021-01-03'],
  ['2024-02', 'month', '2024-02-01', '2024-02-29'],
  ['2026-Q4', 'quarter', '2026-10-01', '2026-12-31'],
  ['0099', 'year', '0099-01-01', '0099-12-31'],
] as const)('the days of %s by %s are %s to %s', (period, unit, from, till) => {
  const days = daysOfPeriod(period, unit);
  expect([dateOf(days.from), dateOf(days.till)]).toEqual([from, till]);
});

test.each([
  [{ least: 0, largest: 531_250 }, 2, ['0', '1,000', '2,000', '3,000', '4,000', '5,000', '6,000']],
  [{ least: -57_880, largest: 125_000 }, 2, ['−1,000', '−500', '0', '500', '1,000', '1,500']],
  [
    { least: 9_000_000, largest: 9_000_100 },
    2,
    ['90,000.00', '90,000.20', '90,000.40', '90,000.60', '90,000.80', '90,001.00'],
  ],
  [{ least: 5, largest: 5 }, 0, ['5', '6']],
  [{ least: 0, largest: 0 }, 2, ['0.00', '0.01']],
])('a scale of amounts of %j with %i decimals has round ends', (range, scale, labels) => {
  expect(scaleAmounts(range, scale, 7).ticks.map(({ label }) => label)).toEqual(labels);
});

test('a scale of amounts has at most as many steps as asked for', () => {
  for (const largest of [1, 7, 99, 12_345, 9_999_999_999_999]) {
    const { ticks, min, max } = scaleAmounts({ least: -largest / 3, largest }, 2, 6);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(min).toBeLessThanOrEqual(-largest / 3);
    expect(max).toBeGreaterThanOrEqual(largest);
  }
});

describe('the figures of a balance', () => {
  const figures = figuresOf('EUR');

  test('end a line where a month is missing', () => {
    const steps = figures.lines[0]?.steps.map(({ day, amount }) => [dateOf(Math.floor(day)), amount]);
    expect(steps).toEqual([
      ['2026-01-05', 10_000],
      ['2026-01-09', -2_550],
      ['2026-02-01', -2_550],
      ['2026-02-15', null],
      ['2026-03-02', 40_000],
      ['2026-04-01', 40_000],
    ]);
    expect(figures.gaps.map(({ from, till }) => [dateOf(from), dateOf(till)])).toEqual([
      ['2026-02-01', '2026-02-28'],
    ]);
  });

  test('mark months on the axis, and find the point at a day', () => {
    expect(datesOf(figures, 8).map(({ label }) => label)).toEqual(['Jan 2026', 'Feb 2026', 'Mar 2026']);
    const days = [figures.from, figures.points[1]?.from ?? 0, figures.till];
    expect(days.map((day) => nearestPoint(figures.points, day))).toEqual([0, 1, 2]);
    expect(nearestPoint([], 1)).toBe(-1);
    const daily = figures.points.map((point, index) => ({ ...point, from: index, till: index }));
    expect(daily.map(({ from }) => nearestPoint(daily, from))).toEqual([0, 1, 2]);
    expect(nearestPoint(daily, 3)).toBe(2);
  });

  test('are none for a currency that no balance has', () => {
    expect(balanceFigures(balance, 'USD', 0)).toBeNull();
    const counts = { scale: 2, undated: 0, hasTooMany: false };
    expect(flowFigures({ ...counts, kind: 'flows', unit: 'month', currencies: [] }, 'EUR')).toBeNull();
  });
});
