/** @file Reads the facts of payments in the rows of a table: exact amounts, dates and counterparty. */
import { decimalText } from '../../../shared/model/proofs/amount.ts';
import type { PaymentColumns, PaymentRow, RowAmount } from '../../../shared/model/statements/payment-row.ts';
import type { Meanings } from '../columns/roles.ts';
import type { Table } from '../read/table.ts';
import type { MoneySums } from './money-sums.ts';
import { toCurrency } from './row-facts.ts';

/** A table with its columns and its money. */
export interface PaymentsTable {
  readonly table: Table;
  readonly meanings: Meanings;
  readonly money: MoneySums;
}

/** The facts of a row that do not depend on its reference. */
type PaymentFacts = Omit<PaymentRow, 'row' | 'reference'>;

const maxPayeeLength = 200;
const dateMeanings: ReadonlySet<string | null> = new Set([
  'date',
  'value-date',
  'transaction-date',
  'other-date',
]);
const amountMeanings: ReadonlySet<string | null> = new Set(['amount', 'debit', 'credit', 'other-amount']);

/** Creates a reader of the amount of a row; the reader returns `null` for a row without an amount. */
function createAmountReader(
  { table, money }: PaymentsTable,
  column: number,
): (row: number) => RowAmount | null {
  const payments = money.payments(column);
  const numbers = table.columns[column];
  if (payments === null || numbers?.kind !== 'number') return () => null;
  const { rowCurrencies } = payments;
  const currencies = rowCurrencies?.words.map(toCurrency) ?? [];
  const unitsOf = (source: Pick<typeof payments, 'values' | 'large'>, row: number) => {
    const value = source.values[row] ?? Number.NaN;
    return Number.isNaN(value) ? null : (source.large.get(row) ?? BigInt(value));
  };
  return (row) => {
    const currency = currencies[rowCurrencies?.codes[row] ?? 0] ?? '';
    const signed = unitsOf(payments, row);
    if (signed !== null) return { value: decimalText({ digits: signed, scale: payments.scale }), currency };
    // The file does not state the direction of the row.
    const written = unitsOf(numbers, row);
    return written === null
      ? null
      : { value: decimalText({ digits: written, scale: numbers.scale }), currency };
  };
}

/** Creates a reader of the calendar date of a row in one column. */
function createDateReader(table: Table, index: number | null): (row: number) => string | null {
  const column = index === null ? undefined : table.columns[index];
  if (column?.kind !== 'date') return () => null;
  return (row) => {
    const day = column.values[row] ?? 0;
    if (day === 0) return null;
    const digits = String(day).padStart(8, '0');
    return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  };
}

/** Returns the column of amounts: debits and credits are read together. */
function findAmountColumn({ roles }: Meanings): number | null {
  return roles.amount ?? roles.debit ?? roles.credit;
}

/** True if the statement tells incoming from outgoing amounts. */
function hasDirections({ meanings: { roles }, money }: PaymentsTable): boolean {
  if (roles.amount === null || roles.direction !== null) return true;
  return money.payments(roles.amount)?.values.some((value) => value < 0) === true;
}

/** Finds out whether a column of the kind can be used. */
function describeColumns(
  { table, meanings }: PaymentsTable,
  kind: 'number' | 'date',
  found: number | null,
): PaymentColumns['amount'] {
  const usedMeanings = kind === 'number' ? amountMeanings : dateMeanings;
  if (found !== null && table.columns[found]?.kind === kind) return 'read';
  const isAmbiguous = table.columns.some(
    (column, index) =>
      column.kind === 'undecided' &&
      column.of === kind &&
      usedMeanings.has(meanings.columns[index]?.meaning ?? (kind === 'date' ? 'date' : 'amount')),
  );
  return isAmbiguous ? 'ambiguous' : 'none';
}

/** Creates a reader of the payments of a table. */
export function createPaymentReader(payments: PaymentsTable) {
  const { table, meanings, money } = payments;
  const { roles, columns } = meanings;
  const amountColumn = findAmountColumn(meanings);
  const excludedRows = money.excludedRows();
  const rowsWith = (...reasons: readonly ('header' | 'total' | 'odd' | 'unfinished')[]) =>
    new Set(reasons.flatMap((reason) => [...(excludedRows.get(reason) ?? [])]));
  const skipped = rowsWith('header', 'total');
  const odd = rowsWith('odd');
  const unfinished = rowsWith('unfinished');
  const isDirected = hasDirections(payments);
  const undirected = new Set(amountColumn === null ? [] : (money.payments(amountColumn)?.undirected ?? []));
  const readAmount = amountColumn === null ? () => null : createAmountReader(payments, amountColumn);
  const readFee = roles.fee === null ? () => null : createAmountReader(payments, roles.fee);
  const otherAmounts = columns.flatMap(({ meaning }, index) =>
    meaning === 'other-amount' && index !== amountColumn ? [createAmountReader(payments, index)] : [],
  );
  // A statement with one column of dates has value dates if the column is called so.
  const isOnlyValueDate = roles.date !== null && columns[roles.date]?.meaning === 'value-date';
  const valueDateColumn = isOnlyValueDate ? roles.date : roles['value-date'];
  const readValueDate = createDateReader(table, valueDateColumn);
  const readDate = createDateReader(table, isOnlyValueDate ? null : roles.date);
  const otherDates = columns.flatMap(({ meaning }, index) =>
    dateMeanings.has(meaning) && index !== roles.date && index !== valueDateColumn
      ? [createDateReader(table, index)]
      : [],
  );
  const readAll = <Value>(readers: readonly ((row: number) => Value | null)[], row: number) =>
    readers.flatMap((read): Value[] => {
      const value = read(row);
      return value === null ? [] : [value];
    });
  return {
    columns: {
      amount: describeColumns(payments, 'number', amountColumn),
      date: describeColumns(payments, 'date', roles.date ?? roles['value-date']),
      hasCounterparty: roles.counterparty !== null,
    } satisfies Omit<PaymentColumns, 'hasReferences'>,
    /** Returns false for rows that are no payments: totals and repeated headers. */
    isPayment: (row: number): boolean => !skipped.has(row),
    /** True for a row whose amount has no direction, although those of other rows have one. */
    isUndirected: (row: number): boolean => undirected.has(row),
    read(row: number): PaymentFacts {
      const amount = readAmount(row);
      const hasNoDirection =
        amount === null || !isDirected || undirected.has(row) || /^-?[0.]+$/.test(amount.value);
      const payee = roles.counterparty === null ? '' : (table.cells(row)[roles.counterparty] ?? '').trim();
      return {
        doubt: odd.has(row) ? 'odd' : unfinished.has(row) ? 'unfinished' : null,
        amount,
        direction: hasNoDirection ? null : amount.value.startsWith('-') ? 'out' : 'in',
        fee: readFee(row),
        otherAmounts: readAll(otherAmounts, row),
        valueDate: readValueDate(row),
        date: readDate(row),
        otherDates: readAll(otherDates, row),
        counterparty: payee === '' ? null : payee.slice(0, maxPayeeLength),
      };
    },
  };
}
