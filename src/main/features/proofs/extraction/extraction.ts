/** @file The reading of a response, as the reader thread returns it. */
import { z } from 'zod';
import { proofFactsSchema, proofKindSchema, proofNoteSchema } from '../../../../shared/model/proofs/proof.ts';

/**
 * Version of the readers. Increase it in every release whose readers find different facts: stored proofs of an older
 * version are then read again.
 */
export const extractionVersion = 5;

export const extractionSchema = z.object({
  /** Version of the readers that produced the reading; 0 for releases that did not record versions. */
  version: z.number().int().default(0),
  kind: proofKindSchema,
  type: z.string().nullable(),
  extension: z.string(),
  notes: z.array(proofNoteSchema),
  /** Names of files attached to a PDF. */
  attachments: z.array(z.string()).default([]),
  facts: proofFactsSchema,
  link: z.string().nullable(),
  receivedBytes: z.number().int(),
  contentBytes: z.number().int(),
  /** SHA-256 of `pop` and `type` in hex. A changed proof has another identity. */
  identity: z.string(),
  /** Case-folded text for the search. */
  text: z.string(),
});

export type Extraction = z.infer<typeof extractionSchema>;
