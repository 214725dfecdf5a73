/** @file A payment as a row of a statement states it. */
import { z } from 'zod';
import { amountSchema } from '../proofs/amount.ts';

export const statementPaymentSchema = z.object({
  reference: z.string(),
  payee: z.string().nullable(),
  /** Negative for outgoing money; the currency is empty when the statement names none. */
  amount: amountSchema.nullable(),
  /** Value date, else booking date, YYYY-MM-DD. */
  date: z.string().nullable(),
});

export type StatementPayment = z.infer<typeof statementPaymentSchema>;

/** Merges the rows of one reference: a fact on which the rows differ is unknown. */
export function mergePayments(first: StatementPayment, second: StatementPayment): StatementPayment {
  const { amount } = first;
  const isSameAmount = amount?.value === second.amount?.value && amount?.currency === second.amount?.currency;
  return {
    reference: first.reference,
    payee: first.payee === second.payee ? first.payee : null,
    amount: isSameAmount ? amount : null,
    date: first.date === second.date ? first.date : null,
  };
}
