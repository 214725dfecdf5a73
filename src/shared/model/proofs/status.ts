/** @file Whether a payment was carried out, as its proof says: a refused payment must never look paid. */
import { z } from 'zod';

/** How a payment stands. */
export const standingSchema = z.enum([
  'refused',
  'returned',
  'cancelled',
  'cancellation-asked',
  'cancellation-refused',
  'partly',
  'pending',
  'accepted',
  'settled',
  /** The network did not take the message. */
  'not-sent',
  'test',
  'possible-duplicate',
  /** A code that Paydesk does not know: it is shown as it is. */
  'other',
]);

/** See {@link standingSchema}. */
export type Standing = z.infer<typeof standingSchema>;

/** What a message says of a payment. */
export const proofStatusSchema = z.object({
  standing: standingSchema,
  /** As it is written, such as `RJCT`. */
  code: z.string().nullable(),
  /** Codes of the reason, such as `AC04`. */
  reasons: z.array(z.string()),
  /** The reason in the words of the bank. */
  detail: z.string().nullable(),
});

/** See {@link proofStatusSchema}. */
export type ProofStatus = z.infer<typeof proofStatusSchema>;
