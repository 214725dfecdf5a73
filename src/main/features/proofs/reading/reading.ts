/** @file What was read out of an answer, as it crosses from the thread that read it. */
import { z } from 'zod';
import { proofFactsSchema, proofKindSchema, proofNoteSchema } from '../../../../shared/model/proofs/proof.ts';

/** What was read out of an answer. */
export const readingSchema = z.object({
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
