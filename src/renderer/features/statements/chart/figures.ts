/** @file What a chart over time shows, as numbers to draw and as texts to read. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type {
  BalancePoint,
  BalanceSeries,
  Chart,
  FlowPeriod,
} from '../../../../shared/model/statements/statement-chart.ts';
import type { DateUnit } from '../../../../shared/model/statements/statement-groups.ts';
import { formatKey } from '../groups/grouping.ts';
import { formatMoney, seriesName } from './chart-names.ts';
import { type DayRange, dayOf, daysOfPeriod } from './days.ts';

/** A point that the marker can be on. */
export interface FigurePoint extends DayRange {
  /** Its days or its period. */
  readonly label: string;
  /** Its figures. */
  readonly reading: string;
  /** Where the marker is drawn, in minor units. */
  readonly amount: number;
}

/** A balance that lasts from a day on. `null` ends it, where statements are missing. */
interface BalanceStep {
  readonly day: number;
  readonly amount: number | null;
}

interface BalanceLine {
  readonly name: string;
  readonly steps: readonly BalanceStep[];
  readonly isChosen: boolean;
}

interface Bar extends DayRange {
  readonly incoming: number;
  readonly outgoing: number;
}

/** A chart over time. Amounts to draw are minor units, rounded beyond the range of doubles. */
export interface TimeFigures extends DayRange {
  readonly scale: number;
  readonly least: number;
  readonly largest: number;
  readonly points: readonly FigurePoint[];
  readonly lines: readonly BalanceLine[];
  /** Lowest to highest balance of the chosen line. */
  readonly ranges: readonly (DayRange & { readonly least: number; readonly largest: number })[];
  /** Where the chosen balance does not add up. */
  readonly problems: readonly { readonly day: number; readonly amount: number }[];
  /** Days without a statement of the chosen line. */
  readonly gaps: readonly DayRange[];
  readonly bars: readonly Bar[];
}

type BalanceChart = Extract<Chart, { kind: 'balance' }>;
type FlowsChart = Extract<Chart, { kind: 'flows' }>;

function readBalance({ least, largest, closing, inQuestion }: BalancePoint, scale: number, currency: string) {
  const balance = formatMoney(closing, scale, currency);
  const text =
    least === largest
      ? balance
      : t('statementChart.reading.balance', {
          balance,
          least: formatAmountText(least, scale),
          largest: formatAmountText(largest, scale),
        });
  return formatPlainList([
    text,
    inQuestion === 0 ? '' : t('statementChart.inQuestion', { count: inQuestion }),
  ]);
}

function readFlow({ incoming, outgoing, net }: FlowPeriod, scale: number, currency: string): string {
  return t('statementChart.reading.flow', {
    incoming: formatAmountText(incoming, scale),
    outgoing: formatAmountText(outgoing, scale),
    net: formatMoney(net, scale, currency),
  });
}

function stepsOf({ segments }: BalanceSeries): BalanceStep[] {
  return segments.flatMap(({ till, points }, index) => {
    const steps = points.map(
      ({ from, closing }): BalanceStep => ({ day: dayOf(from), amount: Number(closing) }),
    );
    const end = dayOf(till) + 1;
    const next = segments[index + 1]?.points[0];
    const last = steps.at(-1)?.amount ?? null;
    return [
      ...steps,
      { day: end, amount: last },
      ...(next === undefined ? [] : [{ day: (end + dayOf(next.from)) / 2, amount: null }]),
    ];
  });
}

function gapsOf({ segments }: BalanceSeries): DayRange[] {
  return segments.slice(1).flatMap(({ since }, index) => {
    const before = segments[index];
    return before === undefined ? [] : [{ from: dayOf(before.till) + 1, till: dayOf(since) - 1 }];
  });
}

/** Returns the balances of one currency; those of the series at `chosen` are shown with all figures. */
export function balanceFigures(
  { series, scale }: BalanceChart,
  currency: string,
  chosen: number,
): TimeFigures | null {
  const own = series.filter((candidate) => candidate.currency === currency);
  const shown = own[chosen] ?? own[0];
  const days = own.flatMap(({ segments }) => [
    dayOf(segments[0]?.since ?? ''),
    dayOf(segments.at(-1)?.till ?? ''),
  ]);
  if (shown === undefined) return null;
  const points = shown.segments.flatMap((segment) => segment.points);
  const amounts = own.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      segment.points.flatMap(({ least, largest }) => [Number(least), Number(largest)]),
    ),
  );
  return {
    from: Math.min(...days),
    till: Math.max(...days),
    scale,
    least: amounts.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    largest: amounts.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
    points: points.map((point) => ({
      from: dayOf(point.from),
      till: dayOf(point.till),
      label: formatPeriod(point.from, point.till),
      reading: readBalance(point, scale, currency),
      amount: Number(point.closing),
    })),
    // The chosen line is drawn last, above the others.
    lines: own
      .map((candidate) => ({
        name: seriesName(candidate),
        steps: stepsOf(candidate),
        isChosen: candidate === shown,
      }))
      .toSorted((one, two) => Number(one.isChosen) - Number(two.isChosen)),
    ranges: points.flatMap(({ from, till, least, largest }) =>
      least === largest
        ? []
        : [{ from: dayOf(from), till: dayOf(till), least: Number(least), largest: Number(largest) }],
    ),
    problems: [
      ...points.flatMap(({ from, closing, inQuestion }) =>
        inQuestion === 0 ? [] : [{ day: dayOf(from), amount: Number(closing) }],
      ),
      ...shown.jumps.map(({ date, opening }) => ({ day: dayOf(date), amount: Number(opening) })),
    ],
    gaps: gapsOf(shown),
    bars: [],
  };
}

export function formatFlowPeriod(period: string, unit: DateUnit): string {
  return formatKey({ kind: 'date', column: 0, unit }, period);
}

export function flowFigures({ currencies, scale, unit }: FlowsChart, currency: string): TimeFigures | null {
  const periods = currencies.find((candidate) => candidate.currency === currency)?.periods ?? [];
  const bars = periods.map(({ period, incoming, outgoing }) => ({
    ...daysOfPeriod(period, unit),
    incoming: Number(incoming),
    outgoing: Number(outgoing),
  }));
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    from: first.from,
    till: last.till,
    scale,
    least: bars.reduce((least, { outgoing }) => Math.min(least, outgoing), 0),
    largest: bars.reduce((largest, { incoming }) => Math.max(largest, incoming), 0),
    points: periods.map((period, index) => ({
      from: bars[index]?.from ?? 0,
      till: bars[index]?.till ?? 0,
      label: formatFlowPeriod(period.period, unit),
      reading: readFlow(period, scale, currency),
      amount: 0,
    })),
    lines: [],
    ranges: [],
    problems: [],
    gaps: [],
    bars,
  };
}

/** Returns the index of the point that is nearest to a day; -1 for none. */
export function nearestPoint(points: readonly FigurePoint[], day: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { from, till }] of points.entries()) {
    const distance = Math.max(0, from - day, day - (till + 1));
    // A day at which one point ends and the next begins belongs to the next.
    if (distance <= least) {
      nearest = index;
      least = distance;
    }
  }
  return nearest;
}
