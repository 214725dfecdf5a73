/**
 * @file Groups the rows of a view by one or two keys and by currency. Rows that are in no sum are in no group, so that the
 * figures of all groups add up to the sums of the view.
 */
import type { Groups as GroupPage } from '../../../shared/model/statements/open-statement.ts';
import type { ChartParty } from '../../../shared/model/statements/statement-chart.ts';
import {
  type GroupFilter,
  type Grouping,
  type GroupKey,
  type GroupQuery,
  maxGroups,
  type RowGroup,
  type WantedGroup,
} from '../../../shared/model/statements/statement-groups.ts';
import type { RowCodes } from '../read/cell-codes.ts';
import { foldText } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import { combineCodes, createSortValue, keyText, numberKey } from './group-keys.ts';
import { createShares } from './group-shares.ts';
import {
  codeOf,
  type ExactAmount,
  type GroupCodes,
  type GroupedAmounts,
  GroupTotals,
} from './group-totals.ts';
import { isBlank } from './left-out.ts';
import type { MoneySums } from './money-sums.ts';
import { intersectUnreadable } from './sums.ts';

/** Number of single keys whose codes are kept: four bytes for each row of the statement. */
const maxCachedKeys = 3;
/** Number of groupings whose codes are kept, in the same size. */
const maxCachedGroupings = 2;

/** Maximum number of pairs of a currency and a key whose figures are in one list, with places for pairs without rows. */
const maxPairs = 65_536;

/** The rows of a view in the order of the file, `null` for all, and a name for them. */
export interface ViewRows {
  readonly rows: Uint32Array | null;
  readonly name: string;
}

/** Amounts with the currency of each row. */
interface PartedAmounts extends GroupedAmounts {
  readonly currencies: { readonly words: readonly string[]; readonly codes: RowCodes } | null;
}

type ShareOf = ReturnType<typeof createShares>;

/** The groups of one currency with the largest sums, and the number of all groups of the currency with a sum. */
interface LargestGroups {
  readonly count: number;
  readonly largest: ChartParty[];
}

/** The groups of a view. */
interface ComputedGroups {
  readonly totals: GroupTotals;
  /** Codes of the groups; `null` when there are too many. */
  readonly codes: readonly number[] | null;
}

/** A cache of a fixed number of values. The value that was not used for the longest time is dropped first. */
class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, { readonly value: Value }>();
  readonly #maxValues: number;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** Returns the value of a key, which is computed if it is not cached. */
  get(key: Key, compute: () => Value): Value {
    const entry = this.#values.get(key) ?? { value: compute() };
    // The last used value is the last of the map.
    this.#values.delete(key);
    this.#values.set(key, entry);
    for (const oldestKey of this.#values.keys()) {
      if (this.#values.size <= this.#maxValues) break;
      this.#values.delete(oldestKey);
    }
    return entry.value;
  }
}

/** Groups the rows of one statement on demand. */
export class RowGroups {
  readonly #table: Table;
  readonly #money: MoneySums;
  readonly #amounts = new BoundedCache<number | null, PartedAmounts>(2);
  readonly #keyCodes = new BoundedCache<string, RowCodes | null>(maxCachedKeys);
  readonly #groupCodes = new BoundedCache<string, GroupCodes | null>(maxCachedGroupings);
  #zeros: Uint32Array | null = null;
  readonly #computed = new BoundedCache<string, ComputedGroups>(1);
  readonly #shares = new BoundedCache<string, ShareOf>(1);
  readonly #sortedCodes = new BoundedCache<string, readonly number[]>(1);

  constructor(table: Table, money: MoneySums) {
    this.#table = table;
    this.#money = money;
  }

  /** Returns groups of a view from a position on. */
  page(query: GroupQuery, view: ViewRows, offset: number, limit: number): GroupPage {
    const { totals, codes } = this.#compute(query, view);
    const of = view.rows?.length ?? this.#table.rows;
    const leftOut = this.#money.leftOut(query.amount, view.rows);
    const unread =
      query.amount === null ? { cells: 0, rows: [] } : this.#money.unreadableCells(query.amount, view.rows);
    const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0);
    const unreadCount = query.amount === null ? 0 : this.#countUnread(query.amount, view.rows);
    return {
      groups:
        codes === null
          ? []
          : this.#describe(
              query,
              view,
              { totals, codes },
              this.#sorted(query, view, totals, codes).slice(offset, offset + limit),
            ),
      total: codes?.length ?? 0,
      hasTooMany: codes === null,
      grouped: totals.grouped,
      of,
      withoutAmount: of - totals.grouped - leftOutCount - unreadCount,
      scale: query.amount === null ? 0 : this.#money.scaleOf(query.amount),
      leftOut,
      unread,
    };
  }

  /**
   * Returns the first groups of each currency that have a figure, in the order of the query, and the number of all of them.
   * `null` if there are too many groups.
   */
  largest(
    query: GroupQuery,
    view: ViewRows,
    figure: 'incoming' | 'outgoing',
    maxGroupsOfCurrency: number,
  ): ReadonlyMap<string, LargestGroups> | null {
    const { totals, codes } = this.#compute(query, view);
    if (codes === null) return null;
    const byCurrency = new Map<string, { count: number; readonly largest: number[] }>();
    for (const code of this.#sorted(query, view, totals, codes)) {
      if (BigInt(totals[figure](code)) === 0n) continue;
      const currency = this.#currencyOf(query, totals, code);
      const found = byCurrency.get(currency) ?? { count: 0, largest: [] };
      found.count += 1;
      if (found.largest.length < maxGroupsOfCurrency) found.largest.push(code);
      byCurrency.set(currency, found);
    }
    return new Map(
      [...byCurrency].map(([currency, { count, largest }]) => {
        const groups = this.#describe(query, view, { totals, codes }, largest);
        const parties = groups.map(({ row, keys: [name = ''], rows, share, ...group }) => ({
          row,
          name,
          rows,
          amount: group[figure],
          share,
        }));
        return [currency, { count, largest: parties }];
      }),
    );
  }

  /** Creates a test of whether a row is in a group. */
  createTest(filter: GroupFilter): (row: number) => boolean {
    const grouped = this.#codesOf(filter);
    const { values } = this.#amountsOf(filter.amount);
    if (grouped === null || filter.row >= values.length) return () => false;
    const code = codeOf(grouped, filter.row);
    return (row) => codeOf(grouped, row) === code && !Number.isNaN(values[row]);
  }

  /** Returns the first row of a group that is wanted by its texts; `null` when no group has them. */
  findRow({ amount, keys, texts, currency }: WantedGroup): number | null {
    const grouped = this.#codesOf({ amount, keys });
    if (grouped === null) return null;
    const { values, currencies } = this.#amountsOf(amount);
    const wanted = [...texts, currency].map(foldedName).join('\n');
    const seen = new Uint8Array(grouped.count);
    for (let row = 0; row < values.length; row += 1) {
      const code = codeOf(grouped, row);
      if (seen[code] === 1 || Number.isNaN(values[row])) continue;
      seen[code] = 1;
      const found = keys.map((key) => keyText(this.#table, key, values, row));
      found.push(currencies?.words[currencies.codes.codes[row] ?? 0] ?? '');
      if (found.map(foldedName).join('\n') === wanted) return row;
    }
    return null;
  }

  /** Counts the unreadable cells without an amount; a row of debits and credits may have one of each. */
  #countUnread(amount: number, rows: Uint32Array | null): number {
    const { values } = this.#amountsOf(amount);
    const unreadRows = this.#money.unreadableRows(amount).filter((row) => Number.isNaN(values[row]));
    return unreadRows.length === 0 ? 0 : intersectUnreadable(unreadRows, rows).cells;
  }

  #compute(query: GroupQuery, view: ViewRows): ComputedGroups {
    return this.#computed.get(JSON.stringify([query.amount, query.keys, view.name]), () => {
      const grouped = this.#codesOf(query);
      const amounts = this.#amountsOf(query.amount);
      if (grouped === null) {
        const all = this.#noCodes();
        const one = { outer: all, inner: all, innerCount: 1, count: 1 };
        return { totals: new GroupTotals(one, amounts, view.rows), codes: null };
      }
      const totals = new GroupTotals(grouped, amounts, view.rows);
      const codes = totals.codes();
      return { totals, codes: codes.length > maxGroups ? null : codes };
    });
  }

  #sharesOf(query: GroupQuery, view: ViewRows, totals: GroupTotals, codes: readonly number[]): ShareOf {
    return this.#shares.get(JSON.stringify([query.amount, query.keys, query.share, view.name]), () =>
      createShares(totals, codes, query.share, (code) => this.#currencyOf(query, totals, code)),
    );
  }

  #sorted(
    query: GroupQuery,
    view: ViewRows,
    totals: GroupTotals,
    codes: readonly number[],
  ): readonly number[] {
    return this.#sortedCodes.get(JSON.stringify([query, view.name]), () =>
      this.#sort(query, totals, codes, this.#sharesOf(query, view, totals, codes)),
    );
  }

  #describe(
    query: GroupQuery,
    view: ViewRows,
    { totals, codes }: { readonly totals: GroupTotals; readonly codes: readonly number[] },
    described: readonly number[],
  ): RowGroup[] {
    const { values } = this.#amountsOf(query.amount);
    const shareOf = this.#sharesOf(query, view, totals, codes);
    return described.map((code) => {
      const row = totals.firstRow(code);
      return {
        row,
        keys: query.keys.map((key) => keyText(this.#table, key, values, row)),
        currency: this.#currencyOf(query, totals, code),
        rows: totals.rows(code),
        incoming: String(totals.incoming(code)),
        outgoing: String(totals.outgoing(code)),
        net: String(totals.net(code)),
        share: shareOf(code)?.thousandths ?? null,
      };
    });
  }

  #currencyOf({ amount }: Grouping, totals: GroupTotals, code: number): string {
    const { currencies } = this.#amountsOf(amount);
    return currencies?.words[currencies.codes.codes[totals.firstRow(code)] ?? 0] ?? '';
  }

  /** Sorts groups; those without a value are last in both directions, equal ones in the order of the file. */
  #sort(query: GroupQuery, totals: GroupTotals, codes: readonly number[], shareOf: ShareOf): number[] {
    const sortValueOf = this.#createGroupValue(query, totals, shareOf);
    const entries = codes.map((code) => ({ code, value: sortValueOf(code), row: totals.firstRow(code) }));
    const direction = query.sort.descending ? -1 : 1;
    entries.sort((one, two) => {
      if (one.value === null || two.value === null)
        return Number(one.value === null) - Number(two.value === null) || one.row - two.row;
      return direction * compare(one.value, two.value) || one.row - two.row;
    });
    return entries.map(({ code }) => code);
  }

  #createGroupValue(
    { sort: { by }, keys, amount }: GroupQuery,
    totals: GroupTotals,
    shareOf: ShareOf,
  ): (code: number) => ExactAmount | string | null {
    const createKeyValue = (key: GroupKey | undefined) => {
      if (key === undefined) return () => null;
      const sortValue = createSortValue(this.#table, key, this.#amountsOf(amount).values);
      return (code: number) => sortValue(totals.firstRow(code));
    };
    switch (by) {
      case 'key':
        return createKeyValue(keys[0]);
      case 'second-key':
        return createKeyValue(keys[1]);
      case 'currency':
        return (code) => this.#currencyOf({ amount, keys }, totals, code);
      case 'share':
        return (code) => shareOf(code)?.fraction ?? null;
      default:
        return (code) => totals[by](code);
    }
  }

  #codesOf({ amount, keys }: Grouping): GroupCodes | null {
    return this.#groupCodes.get(JSON.stringify([amount, keys]), () => {
      const { currencies, values } = this.#amountsOf(amount);
      let inner: RowCodes | null = { codes: new Uint32Array(0), count: 1 };
      for (const key of keys) {
        const name = key.kind === 'sign' ? [key, amount] : [key];
        const codes = this.#keyCodes.get(JSON.stringify(name), () => numberKey(this.#table, key, values));
        inner = inner === null || codes === null ? null : combineCodes(inner, codes);
      }
      if (inner === null) return null;
      const outer = currencies?.codes ?? { codes: this.#noCodes(), count: 1 };
      const count = outer.count * inner.count;
      if (count <= maxPairs)
        return { outer: outer.codes, inner: inner.codes, innerCount: inner.count, count };
      const pairs = combineCodes(outer, inner);
      return pairs === null
        ? null
        : { outer: this.#noCodes(), inner: pairs.codes, innerCount: pairs.count, count: pairs.count };
    });
  }

  /** The code 0 for each row. */
  #noCodes(): Uint32Array {
    this.#zeros ??= new Uint32Array(this.#table.rows);
    return this.#zeros;
  }

  #amountsOf(column: number | null): PartedAmounts {
    return this.#amounts.get(column, () => {
      const amounts = column === null ? null : this.#money.amounts(column);
      if (amounts === null) return { values: this.#countedRows(), large: new Map(), currencies: null };
      const { currencies } = amounts;
      return {
        ...amounts,
        currencies:
          currencies === null
            ? null
            : {
                words: currencies.words,
                codes: { codes: Uint32Array.from(currencies.codes), count: currencies.words.length },
              },
      };
    });
  }

  /** Returns 0 for each row that is counted without amounts, otherwise NaN. */
  #countedRows(): Float64Array {
    const values = new Float64Array(this.#table.rows);
    for (const rows of this.#money.excludedRows().values()) for (const row of rows) values[row] = Number.NaN;
    for (let row = 0; row < values.length; row += 1) if (isBlank(this.#table, row)) values[row] = Number.NaN;
    return values;
  }
}

/** Returns a text without case and accents, as groups compare cells. */
function foldedName(text: string): string {
  return Buffer.from(foldText(text.trim())).toString('latin1');
}

function compare(one: ExactAmount | string, two: ExactAmount | string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
