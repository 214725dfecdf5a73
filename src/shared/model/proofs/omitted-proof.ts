/** @file Proofs that are not part of a PDF, or not saved, when several proofs are saved. */
import { z } from 'zod';

export const omissionReasonSchema = z.enum([
  /** The proof cannot be a page: a link, a drawing, an unknown file. */
  'no-pages',
  /** A text that would fill too many pages. */
  'too-long',
  /** An image with too many pixels. */
  'too-large',
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
