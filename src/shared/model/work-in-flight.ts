/** @file Work that goes to the service, comes from it or is written to a disk at this moment. */
import { z } from 'zod';

/** Counts of everything that ends, or is put off, with a sign-out or with the program. */
export const workInFlightSchema = z.object({
  /** Files on their way to the service. */
  documents: z.number().int(),
  /** Beneficiaries whose update was sent and not answered. */
  attaches: z.number().int(),
  /** References whose proof is being fetched, or waits for that. */
  proofs: z.number().int(),
  /** Statements that are being requested or downloaded. */
  statements: z.number().int(),
  /** Files that are being written where the clerk said. */
  exports: z.number().int(),
});

export type WorkInFlight = z.infer<typeof workInFlightSchema>;

/** Nothing at all. */
export const nothingInFlight: WorkInFlight = {
  documents: 0,
  attaches: 0,
  proofs: 0,
  statements: 0,
  exports: 0,
};

/** The most batches of a profile that are named; the others are counted. */
export const maxWaitingBatches = 5;

/** What of a profile goes on by itself once it is signed in. */
export const waitingWorkSchema = z.object({
  profileId: z.string(),
  /** The first batches by number, with the documents to send or attach. */
  batches: z
    .array(z.object({ number: z.number().int(), documents: z.number().int() }))
    .max(maxWaitingBatches),
  /** Batches beyond those. */
  moreBatches: z.number().int(),
  /** Documents of all these batches together. */
  documents: z.number().int(),
  /** Proofs that are not fetched yet. */
  proofs: z.number().int(),
});

export type WaitingWork = z.infer<typeof waitingWorkSchema>;
