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

/** See {@link workInFlightSchema}. */
export type WorkInFlight = z.infer<typeof workInFlightSchema>;
