/** @file Filters the rows of a statement by date, exact amount and currency, and names what could not be compared. */
import { unitsFrom, unitsUpTo } from '../../../shared/model/statements/amount-query.ts';
import type { GapReason, SearchFilters } from '../../../shared/model/statements/statement-search.ts';
import type { MoneyFacts, RowCurrencies, RowFacts } from './row-facts.ts';

/** The filters that apply to rows. */
export type RowFilters = Pick<SearchFilters, 'from' | 'till' | 'amount' | 'currency'>;

/** Rows that pass the filters. */
export interface FilteredRows {
  /** For each row: 0 for a row that does not pass, otherwise the column that passed plus one. */
  readonly columns: Uint16Array;
  /** Number of rows that pass. */
  readonly count: number;
  /** Why rows could not be compared. */
  readonly reasons: readonly GapReason[];
}

const unknown = 'unknown';

function toDayNumber(date: string | null, missing: number): number {
  return date === null ? missing : Number(date.replaceAll('-', ''));
}

/** Creates a test of exact amounts: a double, or the exact amount that a double cannot hold. */
function createRangeTest(
  { from, to, eitherSign }: NonNullable<RowFilters['amount']>,
  scale: number,
): (value: number, units: bigint | undefined) => boolean {
  const least = from === null ? null : unitsFrom(from, scale);
  const most = to === null ? null : unitsUpTo(to, scale);
  // A bound that a double cannot hold is beyond all amounts that a double can hold.
  const smallestNumber = least === null ? Number.NEGATIVE_INFINITY : Number(least);
  const greatestNumber = most === null ? Number.POSITIVE_INFINITY : Number(most);
  return (value, units) => {
    if (units === undefined) {
      const compared = eitherSign ? Math.abs(value) : value;
      return compared >= smallestNumber && compared <= greatestNumber;
    }
    const compared = eitherSign && units < 0n ? -units : units;
    return (least === null || compared >= least) && (most === null || compared <= most);
  };
}

/** Creates a test of the amount of a row. A row whose direction is unknown passes only without regard to signs. */
function createAmountTest(
  range: NonNullable<RowFilters['amount']>,
  money: MoneyFacts,
): (row: number) => boolean {
  const isInRange = createRangeTest(range, money.scale);
  const undirected = new Set(money.undirected);
  return (row) => {
    const isUndirected = undirected.size > 0 && undirected.has(row);
    if (isUndirected && !range.eitherSign) return false;
    const { values, large } = isUndirected ? money.written : money;
    const value = values[row] ?? Number.NaN;
    return !Number.isNaN(value) && isInRange(value, large.size === 0 ? undefined : large.get(row));
  };
}

/** Creates a test of the currency of a row; `unknown` for a row whose currency is not known. */
function createCurrencyTest(
  currency: string,
  currencies: RowCurrencies | null,
  walletCurrency: string | null,
): (row: number) => boolean | typeof unknown {
  const results = (currencies?.words ?? []).map((word): boolean | typeof unknown => {
    if (word === currency) return true;
    // The wallet decides for a row without a currency, or with a sign that several currencies share.
    if (/^[A-Z0-9]{2,10}$/.test(word)) return false;
    return walletCurrency === null ? unknown : walletCurrency === currency;
  });
  const byWallet = walletCurrency === null ? unknown : walletCurrency === currency;
  if (currencies === null) return () => byWallet;
  return (row) => results[currencies.codes[row] ?? 0] ?? byWallet;
}

/** Returns the reasons for which no row of a statement can be compared. */
function findMissingFacts(facts: RowFacts, filters: RowFilters): GapReason[] {
  const reasons: GapReason[] = [];
  const { dates, money, hasAmbiguousDates, hasAmbiguousAmounts } = facts;
  if ((filters.from !== null || filters.till !== null) && dates === null)
    reasons.push(hasAmbiguousDates ? 'ambiguous-dates' : 'no-dates');
  if (filters.amount !== null && money.length === 0)
    reasons.push(hasAmbiguousAmounts ? 'ambiguous-amounts' : 'no-amounts');
  return reasons;
}

/** Filters the rows of a statement. `walletCurrency` is the currency of the wallet, or `null` if it is not known. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
export function filterRows(
  facts: RowFacts,
  filters: RowFilters,
  walletCurrency: string | null,
): FilteredRows {
  const { rows, dates, money } = facts;
  const columns = new Uint16Array(rows);
  const missing = findMissingFacts(facts, filters);
  if (missing.length > 0) return { columns, count: 0, reasons: missing };
  const { amount, currency } = filters;
  const filtersDates = filters.from !== null || filters.till !== null;
  const first = toDayNumber(filters.from, 0);
  const last = toDayNumber(filters.till, Number.MAX_SAFE_INTEGER);
  const tests = money.map((column) => ({
    ...column,
    amountTest: amount === null ? null : createAmountTest(amount, column),
    currencyTest: currency === null ? null : createCurrencyTest(currency, column.currencies, walletCurrency),
  }));
  const rowCurrency =
    currency === null || money.length > 0
      ? null
      : createCurrencyTest(currency, facts.currencies, walletCurrency);
  const reasons = new Set<GapReason>();
  const shownColumn = (filtersDates ? facts.dateColumn : null) ?? money[0]?.column ?? 0;
  let count = 0;
  let knownCurrencies = 0;
  let unknownCurrencies = 0;
  for (let row = 0; row < rows; row += 1) {
    if (filtersDates) {
      const date = dates?.[row] ?? 0;
      if (date === 0 && (money.length === 0 || money.some(({ values }) => !Number.isNaN(values[row]))))
        reasons.add('some-dates');
      if (date === 0 || date < first || date > last) continue;
    }
    let found = amount === null && currency === null ? shownColumn + 1 : 0;
    if (rowCurrency !== null) {
      const result = rowCurrency(row);
      if (result === unknown) unknownCurrencies += 1;
      else knownCurrencies += 1;
      if (result === true) found = shownColumn + 1;
    }
    for (const { column, values, amountTest, currencyTest } of found === 0 ? tests : []) {
      if (amountTest === null ? Number.isNaN(values[row]) : !amountTest(row)) continue;
      const result = currencyTest === null ? true : currencyTest(row);
      if (result === unknown) unknownCurrencies += 1;
      else knownCurrencies += 1;
      if (result !== true) continue;
      found = column + 1;
      break;
    }
    if (found === 0) continue;
    columns[row] = Math.min(found, 0xffff);
    count += 1;
  }
  if (unknownCurrencies > 0) reasons.add(knownCurrencies > 0 ? 'some-currencies' : 'no-currencies');
  if (amount !== null) {
    const hasUndirected = !amount.eitherSign && money.some(({ undirected }) => undirected.length > 0);
    if (hasUndirected || money.some(({ bad }) => bad > 0)) reasons.add('some-amounts');
    if (facts.hasAmbiguousAmounts) reasons.add('ambiguous-amounts');
  }
  return { columns, count, reasons: [...reasons] };
}
