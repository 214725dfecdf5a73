/** @file Finds the rows of payments by their references, in a statement that need not be open or in the open one. */
import type { PaymentRow, PaymentRows } from '../../../shared/model/statements/payment-row.ts';
import type { StatementPayment } from '../../../shared/model/statements/statement-payment.ts';
import { determineMeanings } from '../columns/roles.ts';
import { firstAtLeast } from '../columns/unreadable-cells.ts';
import { eachReference } from '../compare/duplicate-references.ts';
import { foldText } from '../read/fold.ts';
import type { Table } from '../read/table.ts';
import { MoneySums } from './money-sums.ts';
import { createPaymentReader, type PaymentsTable } from './payment-facts.ts';
import { buildDictionary } from './sums.ts';

/** Folded text has no quotation marks. */
const quote = 0x22;

/** Returns the key of a reference in the folded text of a statement. */
function foldReference(reference: string): string {
  return Buffer.from(foldText(reference).filter((byte) => byte !== quote)).toString('latin1');
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
  const money = new MoneySums({ table, meanings, union: null }, (index) => buildDictionary(table, index));
  const reader = createPaymentReader({ table, meanings, money });
  return rows.flatMap(({ row, reference }) => {
    const { doubt, amount, valueDate, date, counterparty } = reader.read(row);
    if (!reader.isPayment(row) || doubt === 'odd') return [];
    const isCertain = doubt === null && !reader.isUndirected(row);
    return [{ reference, payee: counterparty, amount: isCertain ? amount : null, date: valueDate ?? date }];
  });
}

/** Pages of the rows with references of an open table. */
export class OpenPayments {
  readonly #payments: PaymentsTable;
  readonly #column: number | null;
  readonly #reader: ReturnType<typeof createPaymentReader>;
  readonly #rowsWithReferences: Uint32Array;

  /** `column` has the references; `null` if the table has none. */
  constructor(payments: PaymentsTable, column: number | null) {
    this.#payments = payments;
    this.#column = column;
    this.#reader = createPaymentReader(payments);
    const rows: number[] = [];
    if (column !== null) eachReference(payments.table, column, (_, row) => rows.push(row));
    this.#rowsWithReferences = Uint32Array.from(rows);
  }

  /** Returns up to `limit` rows with references, from row `from` on. */
  page(from: number, limit: number): PaymentRows {
    const column = this.#column;
    const columns = { ...this.#reader.columns, hasReferences: column !== null };
    const rows: PaymentRow[] = [];
    const numbers = this.#rowsWithReferences;
    for (let at = firstAtLeast(numbers, from, 0); at < numbers.length && column !== null; at += 1) {
      const row = numbers[at] ?? 0;
      if (rows.length >= limit) return { rows, columns, next: row };
      const reference = (this.#payments.table.cells(row)[column] ?? '').trim();
      if (reference !== '' && this.#reader.isPayment(row))
        rows.push({ row, reference, ...this.#reader.read(row) });
    }
    return { rows, columns, next: null };
  }
}
