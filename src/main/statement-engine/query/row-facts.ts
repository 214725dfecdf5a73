/** @file Dates, signed amounts and currencies of the rows of a statement, by which a search filters rows. */
import { currencyOfTerms } from '../columns/currency-signs.ts';
import type { Meaning } from '../columns/header-names.ts';
import { computeMovements, determineCurrencies, type Movements } from '../columns/movements.ts';
import { determineMeanings, type Meanings } from '../columns/roles.ts';
import { foldText } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import { buildDictionary, type Dictionary } from './sums.ts';

/** A column of money. */
export interface MoneyFacts extends Pick<Movements, 'values' | 'large' | 'scale' | 'undirected'> {
  readonly column: number;
  /** Amounts as written, for rows whose direction is unknown. */
  readonly written: Pick<Movements, 'values' | 'large'>;
  /** Number of cells that are not amounts. */
  readonly bad: number;
  readonly currencies: RowCurrencies | null;
}

/** Currency of each row: an ISO code, a sign that several currencies share, or an empty text. */
export interface RowCurrencies {
  readonly words: readonly string[];
  readonly codes: Uint16Array;
}

export interface RowFacts {
  readonly rows: number;
  /** YYYYMMDD; 0 for a row without a date. `null` for a statement without dates. */
  readonly dates: Int32Array | null;
  readonly dateColumn: number | null;
  /** The column of amounts first. */
  readonly money: readonly MoneyFacts[];
  /** Currencies of a statement without amounts. */
  readonly currencies: RowCurrencies | null;
  readonly hasAmbiguousDates: boolean;
  readonly hasAmbiguousAmounts: boolean;
}

const moneyMeanings: readonly (Meaning | null)[] = ['amount', 'debit', 'credit', 'fee', 'other-amount'];
const dateMeanings: readonly (Meaning | null)[] = ['date', 'transaction-date', 'value-date', null];
const decoder = new TextDecoder();

/** Returns the ISO code of a currency as written, or a sign that several currencies share; unknown names in upper case. */
export function toCurrency(word: string): string {
  return (
    currencyOfTerms([decoder.decode(foldText(word.trim()))].filter((term) => term !== '')) ??
    word.trim().toUpperCase()
  );
}

function withIsoCodes(found: Pick<Dictionary, 'words' | 'codes'> | null): RowCurrencies | null {
  return found === null ? null : { words: found.words.map(toCurrency), codes: found.codes };
}

function readMoney(table: Table, meanings: Meanings, column: number): MoneyFacts | null {
  const movements = computeMovements(table, meanings, column);
  const numbers = table.columns[column];
  if (movements === null || numbers?.kind !== 'number') return null;
  const currencies = determineCurrencies(table, meanings, column, {
    cellCurrencies: movements.currencies,
    readDictionary: (index) => buildDictionary(table, index),
  });
  return {
    column,
    values: movements.values,
    large: movements.large,
    scale: movements.scale,
    undirected: movements.undirected,
    written: { values: numbers.values, large: numbers.large },
    bad: movements.badRows.length,
    currencies: withIsoCodes(currencies),
  };
}

/** Reads the facts of a table. */
export function readRowFacts(table: Table): RowFacts {
  const meanings = determineMeanings(table);
  const { roles, columns } = meanings;
  const dateColumn = roles.date ?? roles['value-date'];
  const dates = dateColumn === null ? undefined : table.columns[dateColumn];
  // Debits and credits have the same movements, so the second column of the pair is left out.
  const isPair = roles.debit !== null && roles.credit !== null;
  const money = columns.flatMap((_, column) =>
    isPair && column === roles.credit ? [] : (readMoney(table, meanings, column) ?? []),
  );
  const first = roles.amount ?? roles.debit ?? roles.credit;
  const isUndecided = (kind: 'number' | 'date', meaningsOfKind: readonly (Meaning | null)[]) =>
    table.columns.some(
      (column, index) =>
        column.kind === 'undecided' &&
        column.of === kind &&
        meaningsOfKind.includes(columns[index]?.meaning ?? null),
    );
  return {
    rows: table.rows,
    dates: dates?.kind === 'date' ? dates.values : null,
    dateColumn,
    money: money.toSorted((one, other) => Number(other.column === first) - Number(one.column === first)),
    currencies: roles.currency === null ? null : withIsoCodes(buildDictionary(table, roles.currency)),
    hasAmbiguousDates: dates?.kind !== 'date' && isUndecided('date', dateMeanings),
    hasAmbiguousAmounts: isUndecided('number', money.length === 0 ? [...moneyMeanings, null] : moneyMeanings),
  };
}

/** Approximate size of facts in memory, in bytes. */
export function sizeOfFacts({ rows, money }: RowFacts): number {
  return rows * (4 + money.length * 18) + 1_000;
}

/** Returns the exact signed amount of a row in minor units; `null` for a row without an amount. */
export function unitsOfRow(
  { values, large }: Pick<MoneyFacts, 'values' | 'large'>,
  row: number,
): bigint | null {
  const value = values[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : (large.get(row) ?? BigInt(value));
}

/** Returns the currency of a row of a column of money; empty if it is unknown. */
export function currencyOfRow(currencies: RowCurrencies | null, row: number): string {
  return currencies === null ? '' : (currencies.words[currencies.codes[row] ?? 0] ?? '');
}
