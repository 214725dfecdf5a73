/**
 * @file Rows that share a reference, such as a payment, its fee and its return: only one of them is what the proof
 * is about, so that the others are no differences.
 */
import { add, type Decimal, decimalText, readDecimal } from '../../../../shared/model/proofs/amount.ts';
import type { ProofFacts } from '../../../../shared/model/proofs/proof.ts';
import type { PaymentColumns, PaymentRow } from '../../../../shared/model/statements/payment-row.ts';
import { compareAmounts } from './compare-amounts.ts';
import { type Agreement, decideState } from './compare-payment.ts';

/** A row that was compared with the proof of its reference. */
export interface ComparedRow {
  readonly row: PaymentRow;
  readonly facts: ProofFacts;
  readonly agreement: Agreement;
}

function readSigned({ amount }: PaymentRow): Decimal | null {
  const value = amount?.value ?? '';
  const number = readDecimal(value.replace(/^-/, ''));
  return number === null || !value.startsWith('-') ? number : { ...number, digits: -number.digits };
}

function resultOf({ fields }: Agreement, name: 'amount' | 'currency') {
  return fields.find(({ field }) => field === name)?.result ?? null;
}

/** Returns the amount of all rows together; `null` if they have no common currency. */
function sumRows(rows: readonly PaymentRow[]): PaymentRow['amount'] {
  const currency = rows[0]?.amount?.currency ?? '';
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const row of rows) {
    const number = readSigned(row);
    if (number === null || row.amount?.currency !== currency) return null;
    sum = add(sum, number);
  }
  return { value: decimalText(sum), currency };
}

/** Returns the amount and the currency of a row as a key; `null` without an amount. */
function amountKey({ amount }: PaymentRow, number: Decimal | null): string | null {
  if (number === null || number.digits === 0n) return null;
  // Without zeros at the end of the decimals.
  let { digits, scale } = number;
  for (; scale > 0 && digits % 10n === 0n; scale -= 1) digits /= 10n;
  return `${digits} ${scale} ${amount?.currency ?? ''}`;
}

/** Finds the rows whose amount another row has with the opposite sign. */
function findReversed(rows: readonly ComparedRow[]): ReadonlySet<ComparedRow> {
  const numbers = new Map(rows.map((compared) => [compared, readSigned(compared.row)]));
  const keys = new Set([...numbers].map(([{ row }, number]) => amountKey(row, number)));
  return new Set(
    rows.filter((compared) => {
      const number = numbers.get(compared) ?? null;
      const reversed = number === null ? null : { ...number, digits: -number.digits };
      const key = amountKey(compared.row, reversed);
      return key !== null && keys.has(key);
    }),
  );
}

function absolute({ row }: ComparedRow): Decimal {
  const number = readSigned(row) ?? { digits: 0n, scale: 0 };
  return { ...number, digits: number.digits < 0n ? -number.digits : number.digits };
}

/** Finds the largest row, the first one of several. */
function findLargest(rows: readonly ComparedRow[]): ComparedRow | undefined {
  let found = rows[0];
  let largest = found === undefined ? null : absolute(found);
  for (const row of rows) {
    const amount = absolute(row);
    if (largest !== null && add(amount, largest, -1).digits <= 0n) continue;
    largest = amount;
    found = row;
  }
  return found;
}

/** True if the amount of the row is that of the proof. */
function hasAmountOfProof({ agreement }: ComparedRow): boolean {
  return resultOf(agreement, 'amount') === 'agrees' && resultOf(agreement, 'currency') !== 'differs';
}

/** Finds the rows that have the amount of the proof in one direction more than once: a proof is about one payment. */
function findBookedTwice(rows: readonly ComparedRow[]): ReadonlySet<ComparedRow> {
  const agreed = rows.filter(hasAmountOfProof);
  const isOutgoing = ({ row }: ComparedRow) => row.amount?.value.startsWith('-') === true;
  const outgoing = agreed.filter(isOutgoing);
  const incoming = agreed.filter((row) => !isOutgoing(row));
  return new Set([outgoing, incoming].filter(({ length }) => length > 1).flat());
}

function toNotComparable(agreement: Agreement, reason: 'shared-reference' | 'reversed'): Agreement {
  return {
    state: 'not-comparable',
    reason,
    // What differs is a fact of another payment, and no difference.
    fields: agreement.fields.map((field) =>
      field.result === 'differs' ? { ...field, result: 'not-compared' } : field,
    ),
  };
}

/** Compares the sum of all rows; `null` if the proof does not have that amount. */
function compareTotal(rows: readonly ComparedRow[], columns: PaymentColumns): Agreement[] | null {
  const total = sumRows(rows.map(({ row }) => row));
  const facts = rows[0]?.facts;
  if (total === null || facts === undefined || rows.some(({ row }) => row.doubt !== null)) return null;
  const direction = total.value.startsWith('-') ? 'out' : 'in';
  const { amount, currency } = compareAmounts(
    { amount: total, direction, fee: null, otherAmounts: [] },
    facts,
    columns,
  );
  if (amount.result !== 'agrees' || currency.result === 'differs') return null;
  return rows.map(({ agreement }) => {
    const fields = agreement.fields.map((field) =>
      field.field === 'amount' ? { ...field, ...amount, note: 'total-of-rows' as const } : field,
    );
    return decideState(fields, facts);
  });
}

/** Returns the final agreements of all rows with one reference. */
export function resolveSharedReference(rows: readonly ComparedRow[], columns: PaymentColumns): Agreement[] {
  const isAgreed = rows.some(hasAmountOfProof);
  const isCompared = ({ agreement: { state, reason } }: ComparedRow) =>
    state === 'differs' || state === 'agrees' || reason === 'payee';
  if (rows.length === 1 || !rows.some(isCompared)) return rows.map(({ agreement }) => agreement);
  const total = isAgreed ? null : compareTotal(rows, columns);
  if (total !== null) return total;
  const largest = findLargest(rows);
  const reversed = findReversed(rows);
  const bookedTwice = findBookedTwice(rows);
  return rows.map((compared) => {
    const { agreement } = compared;
    if (!isCompared(compared)) return agreement;
    if (reversed.has(compared)) return toNotComparable(agreement, 'reversed');
    if (bookedTwice.has(compared)) return toNotComparable(agreement, 'shared-reference');
    if (agreement.state === 'agrees') return agreement;
    const isThePayment = isAgreed ? resultOf(agreement, 'amount') === 'agrees' : compared === largest;
    return isThePayment ? agreement : toNotComparable(agreement, 'shared-reference');
  });
}
