/** @file Proofs that a saving of many leaves out, each with its reason. */
import { z } from 'zod';

/** Why a proof is not among those that were saved. */
export const omissionReasonSchema = z.enum([
  /** Nothing of it has pages: a message, a text, a drawing. */
  'no-pages',
  /** The PDF needs a password to be read. */
  'password',
  'damaged',
  /** Reading the answer ended the reader twice. */
  'unreadable',
  /** The library does not give it. */
  'not-in-library',
]);

/** See {@link omissionReasonSchema}. */
export type OmissionReason = z.infer<typeof omissionReasonSchema>;

/** One proof that is left out. */
export const omittedProofSchema = z.object({ reference: z.string(), reason: omissionReasonSchema });

/** See {@link omittedProofSchema}. */
export type OmittedProof = z.infer<typeof omittedProofSchema>;
