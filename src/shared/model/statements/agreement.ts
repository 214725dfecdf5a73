/** @file Agreement of the rows of a statement with their proofs of payment. */
import { z } from 'zod';
import { proofKindSchema } from '../proofs/proof.ts';
import { proofStatusSchema } from '../proofs/status.ts';
import { rowStateNames } from './row-states.ts';

/** The states of a row with a payment reference, in the order in which they are listed. */
export const agreementStates = [
  'differs',
  /** The payment was refused, returned, cancelled or not sent. */
  'refused',
  'not-comparable',
  /** The service has no proof. */
  'not-found',
  /** The proof was not fetched. */
  'missing',
  'agrees',
] as const satisfies readonly (typeof rowStateNames.agreement)[number][];

const agreementStateSchema = z.enum(agreementStates);

export type AgreementState = z.infer<typeof agreementStateSchema>;

/** Returns the value of a state as a row state. */
export function valueOfAgreement(state: AgreementState): number {
  return rowStateNames.agreement.indexOf(state);
}

/** Why a row is in its state, where its fields do not say it. */
const agreementReasonSchema = z.enum([
  /** The proof is being fetched, could not be fetched, or is not in the library. */
  'fetching',
  'failed',
  'cancelled',
  'lost',
  /** The library is closed, so that the proof cannot be read. */
  'closed',
  /** An older release of Paydesk read the proof: it is read again in the background. */
  'outdated',
  /** The proof states no amount that Paydesk can read, as in a picture. */
  'no-facts',
  /** The proof has several payments. */
  'several-payments',
  /** The proof does not say that the payment was carried out. */
  'not-settled',
  /** The statement says that the payment was not carried out. */
  'row-unfinished',
  /** The row has more or fewer cells than the others. */
  'row-odd',
  /** Another row with the reference has the amount of the proof, or a larger amount. */
  'shared-reference',
  /** Another row with the reference reverses the amount. */
  'reversed',
  /** The field was not compared. */
  'amount',
  'currency',
  'date',
  'direction',
  /** The names are not stated, only similar, in different scripts, or on the other side of the payment, as in a return. */
  'payee',
]);

export type AgreementReason = z.infer<typeof agreementReasonSchema>;

/** Says how values agree, or why they were not compared. */
const agreementNoteSchema = z.enum([
  'not-in-statement',
  'not-in-proof',
  'ambiguous-column',
  /** The amounts differ by exactly the charges that the proof or the row states. */
  'with-charges',
  /** The row has the amount that was instructed or settled, which is not the first amount of the proof. */
  'instructed-amount',
  /** Another column of the row has the amount. */
  'other-column',
  /** The charges may be those of different banks. */
  'other-charges',
  /** The amounts of the proof differ by more or less than its charges. */
  'amounts-contradict',
  /** The row has the amount of the charges. */
  'charge-row',
  /** The rows with the reference have the amount together. */
  'total-of-rows',
  /** An exchange: amount and currency are different. */
  'other-currency',
  'currency-unknown',
  /** The dates are a few days apart, and one of them is no value date. */
  'near-date',
  /** One of the dates is no value date. */
  'other-date',
  'other-script',
  'similar-names',
  /** The proof names a bank or an account. */
  'no-name',
  /** The row names the own side of the payment. */
  'own-name',
  /** The proof does not state the reference. */
  'not-stated',
  /** The proof states the reference of another row. */
  'other-reference',
]);

export type AgreementNote = z.infer<typeof agreementNoteSchema>;

const agreementFieldSchema = z.object({
  field: z.enum(['reference', 'amount', 'charges', 'currency', 'date', 'payee', 'direction']),
  result: z.enum(['agrees', 'differs', 'not-compared']),
  /** Decimal, ISO date, `in` or `out`, or text; `null` where the statement or the proof states none. */
  statement: z.string().nullable(),
  proof: z.string().nullable(),
  note: agreementNoteSchema.nullable(),
});

export type AgreementField = z.infer<typeof agreementFieldSchema>;

/** The comparison of one row. */
export const rowAgreementSchema = z.object({
  state: agreementStateSchema,
  reason: agreementReasonSchema.nullable(),
  reference: z.string(),
  /** Empty without a proof that can be compared. */
  fields: z.array(agreementFieldSchema),
  /** The reference in the list of proofs; `null` if it is not in the list. */
  proofId: z.int().nullable(),
  kind: proofKindSchema.nullable(),
  /** Most severe status of the payment in the proof. */
  status: proofStatusSchema.nullable(),
});

export type RowAgreement = z.infer<typeof rowAgreementSchema>;

/** The comparison of all rows. */
export const agreementSummarySchema = z.object({
  counts: z.record(agreementStateSchema, z.int()),
  /** False for a statement without a column of references. */
  hasReferences: z.boolean(),
  /** Number of rows without a reference; totals and repeated headers are among them. */
  withoutReference: z.int(),
  /** Increases when the state of a row changes. */
  revision: z.int(),
});

export type AgreementSummary = z.infer<typeof agreementSummarySchema>;
