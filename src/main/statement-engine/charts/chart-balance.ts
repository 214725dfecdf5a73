/** @file The balance over time: the balances of the rows in view by wallet, currency and day. */
import {
  type BalanceJump,
  type BalanceSeries,
  type Chart,
  maxBalanceSeries,
  maxChartPoints,
} from '../../../shared/model/statements/statement-chart.ts';
import { type BalanceFinding, checkBalance } from '../checks/balance.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import type { Meanings, Roles } from '../columns/roles.ts';
import { checkPartBalance, checkSuccession } from '../combined/continuity.ts';
import type { StatementOrigin, Union, UnionPart } from '../combined/union.ts';
import type { MoneySums } from '../query/money-sums.ts';
import { buildDictionary } from '../query/sums.ts';
import type { Table } from '../read/table.ts';
import {
  BalanceCollector,
  type CollectedSeries,
  type RowCurrencies,
  type StatementBalances,
  toExact,
} from './chart-days.ts';
import { type Period, splitByPeriods, thinSegments } from './chart-points.ts';

/** Maximum number of points of all series together. */
const maxPointsOfAll = 20_000;
const dayMs = 86_400_000;

export interface ChartedTable {
  readonly table: Table;
  readonly meanings: Meanings;
  readonly money: MoneySums;
  /** `null` for one statement. */
  readonly union: Union | null;
}

function balanceColumnOf({ columns }: Table, roles: Roles): NumberColumn | null {
  const column = columns[roles.balance ?? roles['closing-balance'] ?? -1];
  return column?.kind === 'number' ? column : null;
}

function isDayBefore(date: string, other: string): boolean {
  return Date.parse(other) - Date.parse(date) <= dayMs;
}

/** True if the dates of the rows fall more often than they rise. */
function isNewestFirst(dates: Int32Array): boolean {
  let falls = 0;
  let previous = 0;
  for (const date of dates) {
    if (date === 0) continue;
    if (previous !== 0) falls += Math.sign(previous - date);
    previous = date;
  }
  return falls > 0;
}

/** Computes the balances of one statement, or of a combined statement. */
export class BalanceChart {
  readonly #charted: ChartedTable;
  readonly #findings = new Map<UnionPart, BalanceFinding>();
  #statements: readonly StatementBalances[] | null = null;
  #currencies: RowCurrencies | null | undefined;

  constructor(charted: ChartedTable) {
    this.#charted = charted;
  }

  /** Returns the balances of the rows of a view, in the order of the file; `null` for all rows. */
  chart(dateColumn: number, rows: Uint32Array | null): Extract<Chart, { kind: 'balance' }> {
    const { table, meanings } = this.#charted;
    const balances = balanceColumnOf(table, meanings.roles);
    const dates = table.columns[dateColumn];
    const empty = { kind: 'balance' as const, scale: 0, series: [], omitted: 0, undated: 0, isOrdered: true };
    if (balances === null || dates?.kind !== 'date') return empty;
    const statements = this.#readStatements(dates.values);
    const scale = statements.reduce((most, { added }) => Math.max(most, added?.scale ?? 0), balances.scale);
    const collector = new BalanceCollector(balances, dates.values, scale, {
      skipped: this.#rowsWithoutTransaction(),
      currencies: this.#rowCurrencies(),
    });
    for (const statement of statements) collector.add(statement, rows);
    const found = collector.series.toSorted((one, two) => two.rows - one.rows).slice(0, maxBalanceSeries);
    const kept = collector.series.filter((series) => found.includes(series));
    const maxPoints = Math.min(maxChartPoints, Math.floor(maxPointsOfAll / Math.max(1, kept.length)));
    return {
      ...empty,
      scale,
      series: kept.map((series) => this.#describe(series, { rows, scale, maxPoints })),
      omitted: collector.series.length - kept.length,
      undated: collector.undated,
      isOrdered: statements.every(({ isOrdered }) => isOrdered),
    };
  }

  #describe(
    series: CollectedSeries,
    view: { readonly rows: Uint32Array | null; readonly scale: number; readonly maxPoints: number },
  ): BalanceSeries {
    const { wallet, walletId, group, currency, rows } = series;
    const periods = walletId === null ? [] : this.#coveredPeriods(walletId);
    const days = [...series.days.values()].sort((one, two) => one.date - two.date);
    const segments = thinSegments(splitByPeriods(days, periods), view.maxPoints).map(({ period, points }) => {
      const [first, last] = [points[0]?.from ?? '', points.at(-1)?.till ?? ''];
      // A filter may have hidden balances before and behind, so that these did not last through the whole period.
      const isWhole = period !== null && view.rows === null;
      return {
        since: isWhole && period.since < first ? period.since : first,
        till: isWhole && period.till > last ? period.till : last,
        points,
      };
    });
    const [since, till] = [segments[0]?.since ?? '', segments.at(-1)?.till ?? ''];
    const jumps = walletId === null ? [] : this.#jumps(walletId, group === '' ? currency : group, view.scale);
    return {
      wallet,
      group,
      currency,
      rows,
      segments,
      jumps: jumps.filter(({ date }) => since <= date && date <= till),
    };
  }

  /** Returns the periods of a wallet that its statements cover without a missing day. */
  #coveredPeriods(walletId: number): Period[] {
    const periods: { since: string; till: string }[] = [];
    const own = (this.#charted.union?.parts ?? []).filter(({ origin }) => origin.walletId === walletId);
    for (const { origin } of own.toSorted((one, two) => one.origin.since.localeCompare(two.origin.since))) {
      const last = periods.at(-1);
      if (last === undefined || !isDayBefore(last.till, origin.since))
        periods.push({ since: origin.since, till: origin.till });
      else if (origin.till > last.till) last.till = origin.till;
    }
    return periods;
  }

  /** Returns where statements of a wallet do not begin with the balance of the statement before. */
  #jumps(walletId: number, group: string, scale: number): BalanceJump[] {
    const parts = (this.#charted.union?.parts ?? []).filter(({ origin }) => origin.walletId === walletId);
    return checkSuccession(parts, (part) => this.#findingOf(part)).flatMap(({ after, result, balances }) => {
      if (balances === null || (result !== 'failed' && result !== 'look')) return [];
      if (balances.currency !== '' && balances.currency.toUpperCase() !== group.toUpperCase()) return [];
      const power = scale - balances.scale;
      // The check may have read more decimals than the balances have.
      const textOf = (value: number) =>
        String(power >= 0 ? toExact(value, power) : Math.round(value / 10 ** -power));
      return [
        { date: after.origin.since, closing: textOf(balances.closing), opening: textOf(balances.opening) },
      ];
    });
  }

  #findingOf(part: UnionPart): BalanceFinding {
    const known = this.#findings.get(part) ?? checkPartBalance(part);
    this.#findings.set(part, known);
    return known;
  }

  #readStatements(dates: Int32Array): readonly StatementBalances[] {
    const { table, meanings, money, union } = this.#charted;
    this.#statements ??=
      union === null
        ? [
            this.#readStatement(checkBalance(table, meanings, money.excludedRows()), {
              firstRow: 0,
              origin: null,
              table,
              dates,
            }),
          ]
        : union.parts
            .map((part) =>
              this.#readStatement(this.#findingOf(part), {
                ...part,
                dates: dates.subarray(part.firstRow, part.firstRow + part.table.rows),
              }),
            )
            // Later statements close the days that several statements have.
            .toSorted((one, two) => (one.origin?.since ?? '').localeCompare(two.origin?.since ?? ''));
    return this.#statements;
  }

  #readStatement(
    { result, reading, followed, rows: questionedRows }: BalanceFinding,
    {
      firstRow,
      origin,
      table,
      dates,
    }: {
      readonly firstRow: number;
      readonly origin: StatementOrigin | null;
      readonly table: Table;
      readonly dates: Int32Array;
    },
  ): StatementBalances {
    const own = { firstRow, rows: table.rows, origin };
    if (followed === null || reading === null) {
      const currencies = this.#rowCurrencies();
      const isParted = currencies !== null && currencies.words.length > 1;
      return {
        ...own,
        isNewestFirst: isNewestFirst(dates),
        isOrdered: true,
        groups: isParted
          ? Uint16Array.from(currencies.codes.subarray(firstRow, firstRow + table.rows))
          : null,
        groupNames: isParted ? currencies.words : [],
        added: null,
        inQuestion: new Set(),
      };
    }
    const { amounts, scale, groups, isBefore } = followed.reading;
    return {
      ...own,
      isNewestFirst: followed.reading.isNewestFirst,
      isOrdered: reading.order !== 'other-order',
      groups,
      groupNames: followed.groupNames,
      added: isBefore ? { amounts, scale } : null,
      inQuestion: new Set(result === 'failed' || result === 'look' ? questionedRows : []),
    };
  }

  /** The currency of each row; `null` if the file states none. */
  #rowCurrencies(): RowCurrencies | null {
    if (this.#currencies !== undefined) return this.#currencies;
    const { table, meanings, money } = this.#charted;
    const { amount, debit, credit, currency } = meanings.roles;
    const amountColumn = amount ?? debit ?? credit;
    const found = amountColumn === null ? null : (money.amounts(amountColumn)?.currencies ?? null);
    this.#currencies = found ?? (currency === null ? null : buildDictionary(table, currency));
    return this.#currencies;
  }

  #rowsWithoutTransaction(): ReadonlySet<number> {
    const skipped = new Set<number>();
    for (const [reason, rows] of this.#charted.money.excludedRows())
      if (reason === 'total' || reason === 'header' || reason === 'unfinished')
        for (const row of rows) skipped.add(row);
    return skipped;
  }
}
