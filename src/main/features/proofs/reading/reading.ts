/** @file What was read out of an answer, as it crosses from the thread that read it. */
import { z } from 'zod';
import { proofFactsSchema, proofKindSchema, proofNoteSchema } from '../../../../shared/model/proofs/proof.ts';

/**
 * Version of the readers. Increase it in every release whose readers find other facts than those of the release before:
 * kept proofs of an older version are then read again.
 */
export const readingVersion = 1;

/** What was read out of an answer. */
export const readingSchema = z.object({
  /** Version of the readers that read it; 0 where they did not write it down. */
  version: z.number().int().default(0),
  kind: proofKindSchema,
  type: z.string().nullable(),
  extension: z.string(),
  notes: z.array(proofNoteSchema),
  /** Names of files that are attached to a PDF. */
  attachments: z.array(z.string()).default([]),
  facts: proofFactsSchema,
  link: z.string().nullable(),
  receivedBytes: z.number().int(),
  contentBytes: z.number().int(),
  /** SHA-256 of `pop` and `type` together, in hex: tells whether a proof has changed. */
  identity: z.string(),
  /** Folded text for the search. */
  text: z.string(),
});

/** See {@link readingSchema}. */
export type Reading = z.infer<typeof readingSchema>;
