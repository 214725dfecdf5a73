/** @file The review of a batch before its start: its numbers, its beneficiaries and their documents. */
import { z } from 'zod';
import { beneficiaryNameSchema } from '../model/beneficiary.ts';
import { assignedBySchema, documentReasonSchema } from '../model/documents/document.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { actions, command } from './define.ts';

const id = z.number().int().positive();

/** Numbers of the review step; panel, warning and button show the same numbers. */
export const reviewSchema = z.object({
  dropped: z.number().int(),
  excluded: z.number().int(),
  rejected: z.number().int(),
  duplicates: z.number().int(),
  waiting: z.number().int(),
  unassigned: z.number().int(),
  checking: z.number().int(),
  onHold: z.number().int(),
  toAttach: z.number().int(),
  beneficiaries: z.number().int(),
  /** Drafts that the batch creates at the service. */
  creations: z.number().int(),
  knownNamedAgain: z.number().int(),
  bytes: z.number().int(),
  large: z.number().int(),
  /** Documents that are locked, damaged or cut short. */
  defective: z.number().int(),
  recipientUpdate: z.enum(['send-known', 'send-new']),
  /** Host that the attach operations go to. */
  host: z.string(),
});

export type Review = z.infer<typeof reviewSchema>;

/** One beneficiary of the review. */
export const reviewGroupSchema = z.object({
  beneficiary: beneficiaryNameSchema,
  newDocuments: z.number().int(),
  known: z.number().int(),
  /** Documents of this beneficiary that are not sent, because their content is sent or attached already. */
  duplicates: z.number().int(),
  /**
   * Number of documents that the update contains. Depending on the profile's `recipientUpdate`, these are the new
   * documents, or the new and the attached documents.
   */
  names: z.number().int(),
  bytes: z.number().int(),
  large: z.number().int(),
  /** Documents that are locked, damaged or cut short. */
  defective: z.number().int(),
  held: z.boolean(),
});

export type ReviewGroup = z.infer<typeof reviewGroupSchema>;

/** One document under a beneficiary of the review. A duplicate is not sent. */
export const reviewDocumentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('new'),
    id,
    name: z.string(),
    size: z.number().int(),
    assignedBy: assignedBySchema,
  }),
  z.object({
    kind: z.literal('known'),
    name: z.string(),
    /** ISO 8601 UTC. */
    attachedAt: z.string(),
  }),
  z.object({
    kind: z.literal('duplicate'),
    id,
    name: z.string(),
    size: z.number().int(),
    reason: documentReasonSchema,
  }),
]);

export type ReviewDocument = z.infer<typeof reviewDocumentSchema>;

/** Commands of the review. */
export const documentReviewCommands = actions({
  numbers: command(z.strictObject({ batchId: id }), reviewSchema),
  groups: command(pageRequestSchema.extend({ batchId: id }), pageOf(reviewGroupSchema)),
  documents: command(
    pageRequestSchema.extend({ batchId: id, beneficiaryId: id }),
    pageOf(reviewDocumentSchema),
  ),
});
