/** @file The figures of a chart over time as a table. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatCalendarDate, formatNumber, t } from '../../../../shared/messages/index.ts';
import type {
  BalanceJump,
  BalanceSeries,
  Chart,
} from '../../../../shared/model/statements/statement-chart.ts';
import { formatMoney, seriesName } from './chart-names.ts';
import { dateOf, dayOf } from './days.ts';
import { formatFlowPeriod } from './figures.ts';

interface FigureRow {
  readonly id: string;
  readonly cells: readonly string[];
  /** A sentence over the whole row instead of figures. */
  readonly note: string | null;
}

export interface FigureTable {
  readonly head: readonly string[];
  /** Number of leading columns with texts instead of figures. */
  readonly texts: number;
  readonly rows: readonly FigureRow[];
}

interface Dated {
  readonly date: string;
  readonly row: FigureRow;
}

function jumpRow({ date, closing, opening }: BalanceJump, scale: number, currency: string): FigureRow {
  return {
    id: `jump ${date}`,
    cells: [],
    note: t('statementChart.jump', {
      date: formatCalendarDate(date),
      closing: formatMoney(closing, scale, currency),
      opening: formatMoney(opening, scale, currency),
    }),
  };
}

function rowsOfSeries(series: BalanceSeries, scale: number, names: readonly string[]): FigureRow[] {
  const { segments, jumps, currency } = series;
  const points = segments.flatMap((segment) =>
    segment.points.map(
      ({ from, till, least, largest, closing, inQuestion }): Dated => ({
        date: from,
        row: {
          id: from,
          cells: [
            ...names,
            formatPeriod(from, till),
            ...[least, largest, closing].map((amount) => formatAmountText(amount, scale)),
            inQuestion === 0 ? '' : t('statementChart.inQuestion', { count: inQuestion }),
          ],
          note: null,
        },
      }),
    ),
  );
  const gaps = segments.slice(1).map(({ since }, index): Dated => {
    const from = dateOf(dayOf(segments[index]?.till ?? since) + 1);
    const period = formatPeriod(from, dateOf(dayOf(since) - 1));
    return {
      date: from,
      row: { id: `gap ${from}`, cells: [], note: t('statementChart.gap', { period }) },
    };
  });
  const jumpRows = jumps.map((jump): Dated => ({ date: jump.date, row: jumpRow(jump, scale, currency) }));
  // Equal dates stay in this order: a sentence is before the figures of its day.
  return [...gaps, ...jumpRows, ...points]
    .toSorted((one, two) => one.date.localeCompare(two.date))
    .map(({ row }) => row);
}

function balanceTable(chart: Extract<Chart, { kind: 'balance' }>, currency: string): FigureTable {
  const own = chart.series.filter((series) => series.currency === currency);
  const isNamed = own.length > 1;
  return {
    head: [
      ...(isNamed ? [t('statementChart.series')] : []),
      t('statementChart.column.date'),
      t('statementChart.column.lowest'),
      t('statementChart.column.highest'),
      t('statementChart.column.closing'),
      t('statementChart.column.check'),
    ],
    texts: isNamed ? 2 : 1,
    rows: own.flatMap((series, index) =>
      rowsOfSeries(series, chart.scale, isNamed ? [seriesName(series)] : []).map((row) => ({
        ...row,
        id: `${index} ${row.id}`,
      })),
    ),
  };
}

function flowTable(chart: Extract<Chart, { kind: 'flows' }>, currency: string): FigureTable {
  const periods = chart.currencies.find((candidate) => candidate.currency === currency)?.periods ?? [];
  return {
    head: [
      t(`statementGroups.unit.${chart.unit}`),
      t('statementViewer.sums.rows'),
      t('statementViewer.sums.incoming'),
      t('statementViewer.sums.outgoing'),
      t('statementViewer.sums.net'),
    ],
    texts: 1,
    rows: periods.map(({ period, rows, incoming, outgoing, net }) => ({
      id: period,
      cells: [
        formatFlowPeriod(period, chart.unit),
        formatNumber(rows),
        ...[incoming, outgoing, net].map((amount) => formatAmountText(amount, chart.scale)),
      ],
      note: null,
    })),
  };
}

/** Returns the figures of one currency; a chart of counterparties is a table itself. */
export function figureTable(chart: Exclude<Chart, { kind: 'parties' }>, currency: string): FigureTable {
  return chart.kind === 'balance' ? balanceTable(chart, currency) : flowTable(chart, currency);
}
