/** @file Finds the rows of payments by their references, in a statement that need not be open. */
import { decimalText } from '../../shared/model/proofs/amount.ts';
import type { StatementPayment } from '../../shared/model/statement-payment.ts';
import { eachReference } from './duplicate-references.ts';
import { foldText } from './fold.ts';
import { findExcludedRows } from './left-out.ts';
import { computeMovements, determineCurrencies } from './movements.ts';
import { determineMeanings, type Meanings } from './roles.ts';
import { buildDictionary } from './sums.ts';
import type { Table } from './table.ts';

/** Folded text has no quotation marks. */
const quote = 0x22;

/** Returns the key of a reference in the folded text of a statement. */
function foldReference(reference: string): string {
  return Buffer.from(foldText(reference).filter((byte) => byte !== quote)).toString('latin1');
}

/** Creates a reader of the signed amount of a row; the reader returns `null` without a certain amount. */
function createAmountReader(
  table: Table,
  meanings: Meanings,
  uncertain: ReadonlySet<number>,
): (row: number) => StatementPayment['amount'] {
  const { amount, debit, credit } = meanings.roles;
  const column = amount ?? debit ?? credit;
  const movements = column === null ? null : computeMovements(table, meanings, column);
  if (column === null || movements === null) return () => null;
  const currencies = determineCurrencies(table, meanings, column, {
    cellCurrencies: movements.currencies,
    readDictionary: (index) => buildDictionary(table, index),
  });
  const { values, large, scale } = movements;
  return (row) => {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value) || uncertain.has(row)) return null;
    const digits = large.get(row) ?? BigInt(value);
    return {
      value: decimalText({ digits, scale }),
      currency: currencies?.words[currencies.codes[row] ?? 0]?.toUpperCase() ?? '',
    };
  };
}

/** Creates a reader of the calendar date of a row, preferably its value date. */
function createDateReader(table: Table, { roles }: Meanings): (row: number) => string | null {
  const columns = [roles['value-date'], roles.date].flatMap((index) => {
    const column = index === null ? undefined : table.columns[index];
    return column?.kind === 'date' ? [column.values] : [];
  });
  return (row) => {
    const day = columns.map((values) => values[row] ?? 0).find((value) => value !== 0);
    if (day === undefined) return null;
    const digits = String(day).padStart(8, '0');
    return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  };
}

/**
 * Returns one payment for each row that has one of the references. Totals and other rows that are no transactions are
 * skipped. A payment that moved no money has no amount, because it would look paid.
 */
export function findPayments(
  table: Table,
  chosenColumn: number | null,
  references: readonly string[],
): StatementPayment[] {
  const meanings = determineMeanings(table);
  const column = chosenColumn ?? meanings.roles.reference;
  if (column === null) return [];
  const wanted = new Set(references);
  const keys = new Set(references.map(foldReference));
  const rows: { row: number; reference: string }[] = [];
  eachReference(table, column, (text, row) => {
    if (!keys.has(text)) return;
    const reference = (table.cells(row)[column] ?? '').trim();
    if (wanted.has(reference)) rows.push({ row, reference });
  });
  if (rows.length === 0) return [];
  const excluded = findExcludedRows(table, meanings);
  const skipped = new Set(
    (['header', 'total', 'odd'] as const).flatMap((reason) => [...(excluded.get(reason) ?? [])]),
  );
  const readAmount = createAmountReader(table, meanings, new Set(excluded.get('unfinished') ?? []));
  const readDate = createDateReader(table, meanings);
  const { counterparty } = meanings.roles;
  return rows.flatMap(({ row, reference }) => {
    if (skipped.has(row)) return [];
    const payee = counterparty === null ? '' : (table.cells(row)[counterparty] ?? '').trim();
    return [
      {
        reference,
        payee: payee === '' ? null : payee.slice(0, 200),
        amount: readAmount(row),
        date: readDate(row),
      },
    ];
  });
}
