/** @file The effect of a cancellation on documents: which of them the service has already, and which it never gets. */
import { z } from 'zod';

/** Numbers of documents by where their files are. Excluded, rejected and duplicate documents are not counted. */
export const cancellationSchema = z.object({
  /** Attached to their beneficiary; they stay attached. */
  attached: z.number().int(),
  /** In an attach operation in progress, which still gets its answer. */
  attaching: z.number().int(),
  /** In an attach operation without an answer. */
  unknown: z.number().int(),
  /** Stored at the service but not attached to a beneficiary. */
  stored: z.number().int(),
  /** Being uploaded at the moment of the cancellation. Files that arrived in full are stored at the service. */
  uploading: z.number().int(),
  /** No byte was sent. */
  notSent: z.number().int(),
});

export type Cancellation = z.infer<typeof cancellationSchema>;

export const nothingCancelled: Cancellation = {
  attached: 0,
  attaching: 0,
  unknown: 0,
  stored: 0,
  uploading: 0,
  notSent: 0,
};
