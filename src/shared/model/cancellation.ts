/** @file What cancelling means for documents: what the service has of them already, and what it never gets. */
import { z } from 'zod';

/** Documents by where their files are. What was left out or not accepted is in none of these. */
export const cancellationSchema = z.object({
  /** Attached to their beneficiary; they stay attached. */
  attached: z.number().int(),
  /** In an attach operation that is on its way; the answer is waited for. */
  attaching: z.number().int(),
  /** In an attach operation whose answer was lost. */
  unknown: z.number().int(),
  /** Stored at the service and attached to nobody. */
  stored: z.number().int(),
  /** On their way when they are, or were, cancelled. A file that had arrived in full is stored at the service. */
  uploading: z.number().int(),
  /** Nothing of them was sent. */
  notSent: z.number().int(),
});

export type Cancellation = z.infer<typeof cancellationSchema>;

/** No documents. */
export const nothingCancelled: Cancellation = {
  attached: 0,
  attaching: 0,
  unknown: 0,
  stored: 0,
  uploading: 0,
  notSent: 0,
};
