/** @file Payment status as stated by a proof: a refused payment must never look paid. */
import { z } from 'zod';

/** Whether a payment was executed. */
const standingSchema = z.enum([
  'refused',
  'returned',
  'cancelled',
  'cancellation-asked',
  'cancellation-refused',
  'partly',
  'pending',
  'accepted',
  'settled',
  /** The network rejected the message. */
  'not-sent',
  'test',
  'possible-duplicate',
  /** A code that Paydesk does not know; shown verbatim. */
  'other',
]);

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
