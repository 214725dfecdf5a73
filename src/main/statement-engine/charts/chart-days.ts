/** @file Collects balances of rows by series and day. */
import type { BalanceInterpretation } from '../checks/balance-run.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import { firstAtLeast } from '../columns/unreadable-cells.ts';
import type { StatementOrigin } from '../combined/union.ts';
import type { ExactAmount } from '../query/group-totals.ts';
import type { Dictionary } from '../query/sums.ts';

/** How the balances of one statement are read, without what only its check needs. */
export interface StatementBalances {
  readonly firstRow: number;
  readonly rows: number;
  readonly origin: StatementOrigin | null;
  readonly isNewestFirst: boolean;
  readonly isOrdered: boolean;
  readonly groups: BalanceInterpretation['groups'];
  readonly groupNames: readonly string[];
  /** Amounts that are added to the balances, which were written before them; otherwise `null`. */
  readonly added: Pick<BalanceInterpretation, 'amounts' | 'scale'> | null;
  /** Rows in question, counted in the statement. */
  readonly inQuestion: ReadonlySet<number>;
}

export interface DayBalances {
  readonly date: number;
  least: ExactAmount;
  largest: ExactAmount;
  closing: ExactAmount;
  inQuestion: number;
}

export interface CollectedSeries {
  readonly wallet: string;
  readonly walletId: number | null;
  readonly group: string;
  readonly currency: string;
  readonly days: Map<number, DayBalances>;
  rows: number;
  last: DayBalances | null;
}

export type RowCurrencies = Pick<Dictionary, 'words' | 'codes'>;

/** Multiplies minor units by ten to a power, exactly. */
export function toExact(value: number | bigint, power: number): ExactAmount {
  const scaled = typeof value === 'number' ? value * 10 ** power : value;
  if (typeof scaled === 'number' && Number.isSafeInteger(scaled)) return scaled;
  return BigInt(value) * 10n ** BigInt(power);
}

function addExact(one: ExactAmount, other: ExactAmount): ExactAmount {
  if (typeof one === 'number' && typeof other === 'number' && Number.isSafeInteger(one + other))
    return one + other;
  return BigInt(one) + BigInt(other);
}

export const leastOf = (one: ExactAmount, other: ExactAmount) => (other < one ? other : one);
export const largestOf = (one: ExactAmount, other: ExactAmount) => (other > one ? other : one);

/** Collects the balances of rows by series and day. */
export class BalanceCollector {
  readonly #balances: NumberColumn;
  readonly #dates: Int32Array;
  readonly #scale: number;
  readonly #skipped: ReadonlySet<number>;
  readonly #currencies: RowCurrencies | null;
  readonly #byName = new Map<string, CollectedSeries>();
  /** Number of rows with a balance and without a date. */
  undated = 0;

  constructor(
    balances: NumberColumn,
    dates: Int32Array,
    scale: number,
    {
      skipped,
      currencies,
    }: { readonly skipped: ReadonlySet<number>; readonly currencies: RowCurrencies | null },
  ) {
    this.#balances = balances;
    this.#dates = dates;
    this.#scale = scale;
    this.#skipped = skipped;
    this.#currencies = currencies;
  }

  /** All series, in the order of their first rows. */
  get series(): CollectedSeries[] {
    return [...this.#byName.values()];
  }

  /** Adds the rows of a statement that are in view, the oldest first. */
  add(statement: StatementBalances, rows: Uint32Array | null): void {
    const { firstRow, rows: count, groups } = statement;
    const from = rows === null ? firstRow : firstAtLeast(rows, firstRow);
    const to = rows === null ? firstRow + count : firstAtLeast(rows, firstRow + count, from);
    const byGroup = new Map<number, CollectedSeries>();
    for (let index = 0; index < to - from; index += 1) {
      const place = statement.isNewestFirst ? to - 1 - index : from + index;
      const row = rows === null ? place : (rows[place] ?? 0);
      if (!this.#isCounted(row)) continue;
      const group = groups?.[row - firstRow] ?? 0;
      let series = byGroup.get(group);
      if (series === undefined) {
        series = this.#seriesOf(statement, group, row);
        byGroup.set(group, series);
      }
      this.#addRow(series, this.#dates[row] ?? 0, this.#balanceOf(statement, row));
      if (series.last !== null && statement.inQuestion.has(row - firstRow)) series.last.inQuestion += 1;
    }
  }

  /** True for a transaction with a balance and a date. */
  #isCounted(row: number): boolean {
    if (Number.isNaN(this.#balances.values[row] ?? Number.NaN) || this.#skipped.has(row)) return false;
    const isDated = (this.#dates[row] ?? 0) !== 0;
    if (!isDated) this.undated += 1;
    return isDated;
  }

  #balanceOf({ firstRow, added }: StatementBalances, row: number): ExactAmount {
    const { values, large, scale } = this.#balances;
    const written = (large.size === 0 ? undefined : large.get(row)) ?? values[row] ?? 0;
    const exact = toExact(written, this.#scale - scale);
    const amount = added?.amounts[row - firstRow] ?? Number.NaN;
    if (added === null || Number.isNaN(amount)) return exact;
    return addExact(exact, toExact(amount, this.#scale - added.scale));
  }

  #addRow(series: CollectedSeries, date: number, balance: ExactAmount): void {
    series.rows += 1;
    const day = series.last?.date === date ? series.last : series.days.get(date);
    if (day === undefined) {
      series.last = { date, least: balance, largest: balance, closing: balance, inQuestion: 0 };
      series.days.set(date, series.last);
      return;
    }
    day.least = leastOf(day.least, balance);
    day.largest = largestOf(day.largest, balance);
    day.closing = balance;
    series.last = day;
  }

  #seriesOf({ origin, groups, groupNames }: StatementBalances, group: number, row: number): CollectedSeries {
    const currency = this.#currencyOf(origin, groups !== null, row);
    const name = groups === null ? '' : (groupNames[group] ?? '');
    const series = {
      wallet: origin?.wallet ?? '',
      walletId: origin?.walletId ?? null,
      group: name.toUpperCase() === currency.toUpperCase() ? '' : name,
      currency,
    };
    const key = JSON.stringify([series.walletId, series.group, currency.toUpperCase()]);
    const known = this.#byName.get(key) ?? { ...series, days: new Map(), rows: 0, last: null };
    known.last = null;
    this.#byName.set(key, known);
    return known;
  }

  /** The currency of a balance; empty if a single balance has rows of several currencies. */
  #currencyOf(origin: StatementOrigin | null, isParted: boolean, row: number): string {
    const currencies = this.#currencies;
    if (currencies === null) return origin?.currency ?? '';
    if (origin === null && !isParted && currencies.words.length > 1) return '';
    return currencies.words[currencies.codes[row] ?? 0] ?? '';
  }
}
