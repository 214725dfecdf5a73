/** @file Proofs that are omitted when several proofs are saved. */
import { z } from 'zod';

const omissionReasonSchema = z.enum([
  /** The proof has no pages: a message, a text, a drawing. */
  'no-pages',
  /** The PDF needs a password to be read. */
  'password',
  'damaged',
  /** Reading the response crashed the reader twice. */
  'unreadable',
  /** The library cannot return the proof. */
  'not-in-library',
]);

export type OmissionReason = z.infer<typeof omissionReasonSchema>;

export const omittedProofSchema = z.object({ reference: z.string(), reason: omissionReasonSchema });

export type OmittedProof = z.infer<typeof omittedProofSchema>;
