/** @file Payment status as stated by a proof: a refused payment must never look paid. */
import { z } from 'zod';

/** Whether a payment was executed, the most severe first: the order for places that show only one of several. */
const standingSchema = z.enum([
  /** The network rejected the message. */
  'not-sent',
  'refused',
  'returned',
  'cancelled',
  'cancellation-asked',
  'partly',
  'test',
  'pending',
  'possible-duplicate',
  /** A code that Paydesk does not know; shown verbatim. */
  'other',
  'cancellation-refused',
  'accepted',
  'settled',
]);

export const standings = standingSchema.options;

export type Standing = z.infer<typeof standingSchema>;

export const proofStatusSchema = z.object({
  standing: standingSchema,
  /** Code as written, such as `RJCT`. */
  code: z.string().nullable(),
  /** Reason codes, such as `AC04`. */
  reasons: z.array(z.string()),
  /** Free-text reason of the bank. */
  detail: z.string().nullable(),
});

export type ProofStatus = z.infer<typeof proofStatusSchema>;
