/** @file Compares the dates of a row with the date of a proof. */
import type { DateRole, ProofFacts } from '../../../../shared/model/proofs/proof.ts';
import type { AgreementField } from '../../../../shared/model/statements/agreement.ts';
import type { PaymentColumns, PaymentRow } from '../../../../shared/model/statements/payment-row.ts';

const dayMs = 86_400_000;
/** Maximum number of days between the booking of a payment and its value date. */
const maxBookingDays = 10;

/** Roles of dates on which a payment has value. */
const valueDateRoles: readonly DateRole[] = ['value-date', 'settlement-date'];

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;
}

/**
 * Compares dates: value dates with each other where statement and proof state them, otherwise any date of the row agrees.
 * Otherwise one of the dates is that of a booking, which may be some days away from the value date: a difference is more than
 * {@link maxBookingDays} days, and fewer are not compared. Other dates, such as that of an order, are not compared.
 */
export function compareDates(
  row: Pick<PaymentRow, 'valueDate' | 'date' | 'otherDates'>,
  { valueDate: proof, dateRole }: Pick<ProofFacts, 'valueDate' | 'dateRole'>,
  columns: Pick<PaymentColumns, 'date'>,
): Omit<AgreementField, 'field'> {
  const dates = [row.valueDate, row.date, ...row.otherDates].filter((date) => date !== null);
  const statement = dates[0] ?? null;
  if (statement === null) {
    const note = columns.date === 'ambiguous' ? 'ambiguous-column' : 'not-in-statement';
    return { result: 'not-compared', statement, proof, note };
  }
  if (proof === null) return { result: 'not-compared', statement, proof, note: 'not-in-proof' };
  const isValueDate = valueDateRoles.includes(dateRole);
  if (isValueDate && row.valueDate !== null && row.valueDate !== proof)
    return { result: 'differs', statement, proof, note: null };
  if (dates.includes(proof)) return { result: 'agrees', statement: proof, proof, note: null };
  if (dates.some((date) => daysBetween(date, proof) <= maxBookingDays))
    return { result: 'not-compared', statement, proof, note: 'near-date' };
  if (isValueDate || dateRole === 'booking-date') return { result: 'differs', statement, proof, note: null };
  return { result: 'not-compared', statement, proof, note: 'other-date' };
}
