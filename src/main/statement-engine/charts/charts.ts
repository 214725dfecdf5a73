/** @file Charts of the rows of a view. Those of amounts have the figures of the groups. */
import {
  type Chart,
  type ChartQuery,
  maxChartParties,
  maxChartPoints,
  type PartySide,
} from '../../../shared/model/statements/statement-chart.ts';
import type { DateUnit, GroupKey, GroupQuery } from '../../../shared/model/statements/statement-groups.ts';
import { bucketOf } from '../query/date-buckets.ts';
import type { RowGroups, ViewRows } from '../query/groups.ts';
import { BalanceChart, type ChartedTable } from './chart-balance.ts';

/** Maximum number of periods of all currencies together. */
const maxPeriods = 20_000;
/** Maximum number of months that are chosen as the unit without a choice of the clerk, and of quarters in months. */
const maxMonths = 60;
const maxQuarterMonths = 240;

type QueryOf<Kind extends ChartQuery['kind']> = Extract<ChartQuery, { kind: Kind }>;
type ChartOf<Kind extends Chart['kind']> = Extract<Chart, { kind: Kind }>;

/** Chooses the unit for dates in the form YYYYMMDD. */
function chooseUnit(first: number, last: number): DateUnit {
  const monthsOf = (date: number) => Math.floor(date / 10_000) * 12 + (Math.floor(date / 100) % 100);
  const months = monthsOf(last) - monthsOf(first) + 1;
  if (bucketOf(first, 'month') === bucketOf(last, 'month')) return 'day';
  if (months <= maxMonths) return 'month';
  return months <= maxQuarterMonths ? 'quarter' : 'year';
}

/** Computes the charts of one statement, or of a combined statement. */
export class Charts {
  readonly #charted: ChartedTable;
  readonly #groups: RowGroups;
  readonly #balance: BalanceChart;

  constructor(charted: ChartedTable, groups: RowGroups) {
    this.#charted = charted;
    this.#groups = groups;
    this.#balance = new BalanceChart(charted);
  }

  /** Returns a chart of the rows of a view. */
  chart(query: ChartQuery, view: ViewRows): Chart {
    switch (query.kind) {
      case 'balance':
        return this.#balance.chart(query.date, view.rows);
      case 'flows':
        return this.#flows(query, view);
      case 'parties':
        return this.#parties(query, view);
    }
  }

  #flows({ amount, date, unit: chosenUnit }: QueryOf<'flows'>, view: ViewRows): ChartOf<'flows'> {
    const unit = chosenUnit ?? this.#chooseUnit(date, view.rows);
    const query: GroupQuery = {
      amount,
      keys: [{ kind: 'date', column: date, unit }],
      share: 'rows',
      sort: { by: 'key', descending: false },
    };
    const { groups, total, hasTooMany, scale } = this.#groups.page(query, view, 0, maxPeriods);
    const byCurrency = Map.groupBy(groups, ({ currency }) => currency);
    const undated = groups.reduce((sum, { keys, rows }) => sum + (keys[0] === '' ? rows : 0), 0);
    const currencies = [...byCurrency].map(([currency, ofCurrency]) => ({
      currency,
      periods: ofCurrency.flatMap(({ keys: [period = ''], rows, incoming, outgoing, net }) =>
        period === '' ? [] : [{ period, rows, incoming, outgoing, net }],
      ),
    }));
    const areTooMany =
      hasTooMany || total > maxPeriods || currencies.some(({ periods }) => periods.length > maxChartPoints);
    return {
      kind: 'flows',
      scale,
      unit,
      currencies: areTooMany ? [] : currencies,
      undated,
      hasTooMany: areTooMany,
    };
  }

  #chooseUnit(column: number, rows: Uint32Array | null): DateUnit {
    const dates = this.#charted.table.columns[column];
    if (dates?.kind !== 'date') return 'month';
    let first = Number.POSITIVE_INFINITY;
    let last = 0;
    const count = rows?.length ?? dates.values.length;
    for (let index = 0; index < count; index += 1) {
      const date = dates.values[rows === null ? index : (rows[index] ?? 0)] ?? 0;
      if (date !== 0 && date < first) first = date;
      if (date > last) last = date;
    }
    return last === 0 ? 'month' : chooseUnit(first, last);
  }

  #parties({ amount, party }: QueryOf<'parties'>, view: ViewRows): ChartOf<'parties'> {
    const keys: GroupKey[] = [{ kind: 'cell', column: party }];
    const [incoming, outgoing] = (['incoming', 'outgoing'] as const).map((figure) => {
      const sort = { by: figure, descending: figure === 'incoming' };
      return this.#groups.largest({ amount, keys, share: figure, sort }, view, figure, maxChartParties);
    });
    const sums = this.#charted.money.of(amount, view.rows);
    const sideOf = (found: typeof incoming, currency: string, total: string): PartySide => {
      const ofCurrency = found?.get(currency);
      return { parties: ofCurrency?.largest ?? [], count: ofCurrency?.count ?? 0, total };
    };
    const hasTooMany = incoming === null || outgoing === null;
    return {
      kind: 'parties',
      scale: this.#charted.money.scaleOf(amount),
      currencies: hasTooMany
        ? []
        : sums.map((sum) => ({
            currency: sum.currency,
            incoming: sideOf(incoming, sum.currency, sum.incoming),
            outgoing: sideOf(outgoing, sum.currency, sum.outgoing),
          })),
      hasTooMany,
    };
  }
}
