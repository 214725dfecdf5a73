/** @file States of rows in an open statement: one small number per row and kind, which the viewer shows and filters. */
import { z } from 'zod';

/** The names of the values of each kind, in the order of their numbers; 0 is the value of rows without a state. */
export const rowStateNames = {
  tick: ['none', 'ticked'],
  note: ['none', 'noted'],
  /** The result of the comparison with the proof of payment. */
  agreement: ['none', 'agrees', 'differs', 'missing', 'not-comparable', 'refused', 'not-found'],
  /** The result of the comparison with a ledger. */
  ledger: ['none', 'matched', 'undecided'],
} as const;

export const rowStateKindSchema = z.enum(['tick', 'note', 'agreement', 'ledger']);

export type RowStateKind = z.infer<typeof rowStateKindSchema>;

const rowStateValueSchema = z.int().min(0).max(255);

/** A filter of rows by the values of a state. */
export const rowStateFilterSchema = z.strictObject({
  kind: z.literal('state'),
  of: rowStateKindSchema,
  values: z.array(rowStateValueSchema).min(1).max(16),
});

/** The states of a row, without those that are 0. */
export const rowStatesSchema = z.partialRecord(rowStateKindSchema, rowStateValueSchema);

export type RowStates = z.infer<typeof rowStatesSchema>;
