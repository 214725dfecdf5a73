/** @file Work in progress: transfers to and from the service, and files being written. */
import { z } from 'zod';

/** Counts of the work that a sign-out, or quitting, ends or postpones. */
export const workInFlightSchema = z.object({
  /** Files being uploaded. */
  documents: z.number().int(),
  /** Attach operations that were sent and not answered. */
  attaches: z.number().int(),
  /** References whose proof is being fetched or queued. */
  proofs: z.number().int(),
  /** Statements that are being requested or downloaded. */
  statements: z.number().int(),
  /** Files being written to a place that the clerk chose. */
  exports: z.number().int(),
});

export type WorkInFlight = z.infer<typeof workInFlightSchema>;

export const nothingInFlight: WorkInFlight = {
  documents: 0,
  attaches: 0,
  proofs: 0,
  statements: 0,
  exports: 0,
};

/** Maximum number of batches of a profile that are listed; further ones are only counted. */
export const maxWaitingBatches = 5;

/** Work of a profile that continues once it is signed in. */
export const waitingWorkSchema = z.object({
  profileId: z.string(),
  /** The first batches by number, with the number of documents to send or attach. */
  batches: z
    .array(z.object({ number: z.number().int(), documents: z.number().int() }))
    .max(maxWaitingBatches),
  /** Number of further batches. */
  moreBatches: z.number().int(),
  /** Documents of all waiting batches. */
  documents: z.number().int(),
  /** References whose proof is not fetched yet. */
  proofs: z.number().int(),
});

export type WaitingWork = z.infer<typeof waitingWorkSchema>;
