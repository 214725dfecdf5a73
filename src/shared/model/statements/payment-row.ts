/** @file A row of an open statement that has a payment reference, with its facts for a comparison. */
import { z } from 'zod';

/** An exact amount of a row. */
const rowAmountSchema = z.object({
  /** Decimal with a point, and a minus for outgoing money. */
  value: z.string(),
  /** ISO code where it is known, otherwise as written; empty if the statement states none. */
  currency: z.string(),
});

export type RowAmount = z.infer<typeof rowAmountSchema>;

const date = z.string().nullable();

const paymentRowSchema = z.object({
  row: z.int().min(0),
  reference: z.string(),
  /**
   * Why the facts of the row are not certain: its payment was not carried out (`unfinished`), or it has more or fewer
   * cells than the others (`odd`).
   */
  doubt: z.enum(['unfinished', 'odd']).nullable(),
  amount: rowAmountSchema.nullable(),
  /** `null` if the statement does not tell incoming from outgoing amounts. */
  direction: z.enum(['in', 'out']).nullable(),
  fee: rowAmountSchema.nullable(),
  /** Amounts of further columns, such as the amount before an exchange. */
  otherAmounts: z.array(rowAmountSchema),
  /** YYYY-MM-DD. */
  valueDate: date,
  /** The booking date or the only date. */
  date,
  /** Dates of further columns. */
  otherDates: z.array(z.string()),
  counterparty: z.string().nullable(),
});

export type PaymentRow = z.infer<typeof paymentRowSchema>;

/** The columns of a statement that a comparison of its payments uses. */
const paymentColumnsSchema = z.object({
  hasReferences: z.boolean(),
  /** `ambiguous` for numbers or dates that can be read in two ways. */
  amount: z.enum(['read', 'ambiguous', 'none']),
  date: z.enum(['read', 'ambiguous', 'none']),
  hasCounterparty: z.boolean(),
});

export type PaymentColumns = z.infer<typeof paymentColumnsSchema>;

/** A page of the rows with references. */
export const paymentRowsSchema = z.object({
  rows: z.array(paymentRowSchema),
  columns: paymentColumnsSchema,
  /** Number of the row after the page; `null` at the end. */
  next: z.int().min(0).nullable(),
});

export type PaymentRows = z.infer<typeof paymentRowsSchema>;
