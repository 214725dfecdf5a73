/** @file Documents: take files in, check, assign, review, send, attach. */
import { z } from 'zod';
import { batchSummarySchema } from '../model/batch.ts';
import { beneficiaryNameSchema } from '../model/beneficiary.ts';
import { cancellationSchema } from '../model/cancellation.ts';
import {
  assignedBySchema,
  contentKindSchema,
  documentGroupSchema,
  documentReasonSchema,
  documentStateSchema,
  documentWarningSchema,
} from '../model/document.ts';
import { idSetSchema } from '../model/id-set.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { command, topic } from './define.ts';

const id = z.number().int().positive();

/** One row of the list. */
export const documentRowSchema = z.object({
  id,
  name: z.string(),
  /** Folder inside what was dropped; empty for a file that was dropped itself. */
  folder: z.string(),
  size: z.number().int().nullable(),
  kind: contentKindSchema.nullable(),
  state: documentStateSchema,
  group: documentGroupSchema,
  reason: documentReasonSchema.nullable(),
  warnings: z.array(documentWarningSchema),
  beneficiary: beneficiaryNameSchema.nullable(),
  /** ISO 8601 UTC: when it is tried again, while it waits to retry. */
  retryAt: z.string().nullable(),
  /** ISO 8601 UTC time of its last change of state. */
  changedAt: z.string(),
  /** Documents of the same beneficiary that must be settled before this stored one is attached. */
  attachesAfter: z.number().int().nullable(),
});

export type DocumentRow = z.infer<typeof documentRowSchema>;

/** One line of a document's history. */
export const documentEventSchema = z.object({
  /** ISO 8601 UTC. */
  at: z.string(),
  kind: z.enum([
    'dropped',
    'checked',
    'rejected',
    'duplicate',
    'assigned',
    'unassigned',
    'excluded',
    'included',
    'queued',
    'sending',
    'stored',
    'attaching',
    'attached',
    'unknown',
    'settled',
    'waiting',
    'retrying',
    'failed',
    'cancelled',
    'interrupted',
  ]),
  reason: documentReasonSchema.nullable(),
  /** Who or what did it, in a word: an OS user, a beneficiary. */
  by: z.string().nullable(),
});

export type DocumentEvent = z.infer<typeof documentEventSchema>;

/** Everything the panel shows. */
export const documentDetailSchema = documentRowSchema.extend({
  /** Full path on this machine. */
  path: z.string(),
  sha256: z.string().nullable(),
  assignedBy: assignedBySchema.nullable(),
  /** Size at the check, when the file has another size now. */
  sizeBefore: z.number().int().nullable(),
  /** Documents of the same beneficiary in the batch that are stored, and that failed, this one among them. */
  siblings: z.object({ stored: z.number().int(), failed: z.number().int() }),
  history: z.array(documentEventSchema),
});

export type DocumentDetail = z.infer<typeof documentDetailSchema>;

/** What a list is narrowed to. */
export const documentFilterSchema = z.strictObject({
  group: documentGroupSchema.nullable(),
  /** Only documents with this reason; left out for all. */
  reason: documentReasonSchema.shape.code.optional(),
  /** Part of a file name, a folder or a beneficiary; empty for all. */
  text: z.string().max(200),
});

export type DocumentFilter = z.infer<typeof documentFilterSchema>;

/** How many documents of a batch have a reason. */
export const reasonCountSchema = z.object({
  code: documentReasonSchema.shape.code,
  documents: z.number().int(),
});

/** The order of a list; `state` is the default: needs you, moving, done (newest first), queued. */
export const documentSortSchema = z.strictObject({
  by: z.enum(['state', 'name', 'beneficiary', 'size']),
  descending: z.boolean(),
});

export type DocumentSort = z.infer<typeof documentSortSchema>;

/**
 * Which documents a command is about: named ones, all under a filter, or those that the clerk ticked in the list under a
 * filter. Ticked documents are always named, and what has left the list or the groups since is not acted on.
 */
export const selectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('some'), ids: z.array(id).min(1).max(20_000) }),
  z.strictObject({ kind: z.literal('all'), filter: documentFilterSchema }),
  z.strictObject({
    kind: z.literal('ticked'),
    filter: documentFilterSchema,
    ids: idSetSchema,
    /** The groups that the action is about. */
    groups: z.array(documentGroupSchema),
  }),
]);

export type Selection = z.infer<typeof selectionSchema>;

/** Documents that are in a list now, and what decides which actions are about them. */
export const listedPartSchema = z.object({
  group: documentGroupSchema,
  state: documentStateSchema,
  /** They have a beneficiary. */
  assigned: z.boolean(),
  ids: idSetSchema,
});

export type ListedPart = z.infer<typeof listedPartSchema>;

/** Rows of a list: all of them, those of some IDs that are in it, or those from one place to another, both included. */
export const listedRowsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('ids'), ids: idSetSchema }),
  z.strictObject({
    kind: z.literal('range'),
    sort: documentSortSchema,
    from: z.number().int().min(0),
    to: z.number().int().min(0),
  }),
]);

export type ListedRows = z.infer<typeof listedRowsSchema>;

const selected = z.strictObject({ batchId: id, selection: selectionSchema });
const changed = z.object({ changed: z.number().int() });

/** One folder of a batch and the beneficiary whose label or recipient ID is its name. */
export const folderSchema = z.object({
  folder: z.string(),
  documents: z.number().int(),
  /** Beneficiary whose label or recipient ID matches a name on the folder's path; `null` when none or several do. */
  match: beneficiaryNameSchema.nullable(),
  /** How many beneficiaries match; above one the clerk decides. */
  matches: z.number().int(),
});

export type Folder = z.infer<typeof folderSchema>;

/** The numbers of the review: panel, warning and button all show these. */
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
  /** Beneficiaries among them that the service creates with this. */
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
  /** Documents of this beneficiary that stay behind, because their content goes out already or is attached. */
  duplicates: z.number().int(),
  /** Documents that the update names under the profile's `recipientUpdate`: the new ones, and those attached before. */
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

/** A batch in the list of earlier ones. */
export const earlierBatchSchema = z.object({
  id,
  number: z.number().int(),
  state: batchSummarySchema.shape.state,
  createdAt: z.string(),
  droppedBy: z.string(),
  /** It waits for the clerk, or for something that goes on by itself. */
  open: z.boolean(),
  /** All documents; the numbers after it add up to it. */
  documents: z.number().int(),
  attached: z.number().int(),
  /** Stored at the service, and not attached yet. */
  stored: z.number().int(),
  /** Not stored yet: waiting, being checked, or on their way. */
  waiting: z.number().int(),
  /** Failed. */
  problems: z.number().int(),
  /** Named by an attach operation whose outcome is unknown. */
  unknown: z.number().int(),
  /** Not accepted, excluded, cancelled, or left behind as duplicates. */
  leftOut: z.number().int(),
});

export type EarlierBatch = z.infer<typeof earlierBatchSchema>;

/** What the page can ask. */
export const documentsCommands = {
  /** Takes in dropped or pasted files by the references that the preload gave for them. */
  'documents.add': command(
    z.strictObject({
      references: z.array(z.string().max(64)).min(1).max(20_000),
      /** The profile that the files were dropped for, however long the drop takes; `null` for the active one. */
      profileId: z.string().max(64).nullable().default(null),
    }),
    z.object({ batchId: id }),
  ),
  /** Opens the system's dialog; `null` when the clerk closed it. */
  'documents.choose': command(
    z.strictObject({ what: z.enum(['files', 'folder']) }),
    z.object({ batchId: id.nullable() }),
  ),
  'documents.list': command(
    pageRequestSchema.extend({
      batchId: id,
      filter: documentFilterSchema,
      sort: documentSortSchema,
    }),
    pageOf(documentRowSchema),
  ),
  /** Which documents a list holds now: for ticking all or a range, and for what has left it since. */
  'documents.listed': command(
    z.strictObject({ batchId: id, filter: documentFilterSchema, rows: listedRowsSchema }),
    z.array(listedPartSchema),
  ),
  /** The reasons of the documents of a group, or of all, the most frequent first. */
  'documents.reasons': command(
    z.strictObject({ batchId: id, group: documentGroupSchema.nullable() }),
    z.array(reasonCountSchema),
  ),
  /** Files of a batch that Paydesk reads as lists, in the order in which they were found. */
  'documents.listFiles': command(
    z.strictObject({ batchId: id }),
    z
      .array(
        z.object({
          documentId: id,
          name: z.string(),
          holds: z.enum(['beneficiaries', 'files']),
          /** Usable lines, as many as there were when the file was checked. */
          lines: z.number().int(),
        }),
      )
      .max(20),
  ),
  'documents.detail': command(z.strictObject({ documentId: id }), documentDetailSchema),
  'documents.assign': command(selected.extend({ beneficiaryId: id }), changed),
  'documents.unassign': command(selected, changed),
  'documents.folders': command(z.strictObject({ batchId: id }), z.array(folderSchema).max(20_000)),
  'documents.assignFolders': command(
    z.strictObject({
      batchId: id,
      folders: z
        .array(z.strictObject({ folder: z.string(), beneficiaryId: id }))
        .min(1)
        .max(20_000),
    }),
    changed,
  ),
  /** `excluded` are the documents that were left out by this act: including them again undoes it. */
  'documents.exclude': command(selected, changed.extend({ excluded: idSetSchema })),
  /** Takes excluded documents and duplicates back in. */
  'documents.include': command(selected, changed),
  /** Looks at the files again: after a change, a lock, a missing drive. */
  'documents.recheck': command(selected, changed),
  'documents.review': command(z.strictObject({ batchId: id }), reviewSchema),
  'documents.reviewGroups': command(pageRequestSchema.extend({ batchId: id }), pageOf(reviewGroupSchema)),
  'documents.reviewDocuments': command(
    pageRequestSchema.extend({ batchId: id, beneficiaryId: id }),
    pageOf(reviewDocumentSchema),
  ),
  /** Starts; refused with `batch-changed` when the numbers are no longer those the clerk saw. */
  'documents.start': command(
    z.strictObject({ batchId: id, documents: z.number().int(), beneficiaries: z.number().int() }),
    z.null(),
  ),
  'documents.pause': command(z.strictObject({ batchId: id }), z.null()),
  'documents.resume': command(z.strictObject({ batchId: id }), z.null()),
  /** Pauses every batch of the profile that was started and is not over. */
  'documents.pauseAll': command(z.strictObject({}), changed),
  /** Lets every paused batch of the profile go on, whatever it was paused for. */
  'documents.resumeAll': command(z.strictObject({}), changed),
  /** Cancels what has not been attached yet; what is on its way to a beneficiary is waited for. */
  'documents.cancel': command(z.strictObject({ batchId: id }), cancellationSchema),
  'documents.cancelDocuments': command(selected, changed.extend({ outcome: cancellationSchema })),
  /** What cancelling would mean now; `selection: null` stands for the whole batch. */
  'documents.previewCancellation': command(
    z.strictObject({ batchId: id, selection: selectionSchema.nullable() }),
    cancellationSchema,
  ),
  /** Tries failed documents again from the start. */
  'documents.retry': command(selected, changed),
  /** The clerk's consent to attach what is stored although other documents of the beneficiary failed. */
  'documents.attachIncomplete': command(z.strictObject({ batchId: id, beneficiaryId: id }), z.null()),
  /** Removes a batch that was never started. */
  'documents.discard': command(z.strictObject({ batchId: id }), z.null()),
  /**
   * Closes a batch that has ended with documents that failed or are stored without being attached: they become cancelled.
   * `documents` is their number as the clerk saw it; `batch-changed` when it is another one now. Refused with
   * `outcomes-unknown` while an unknown outcome of the batch is not settled.
   */
  'documents.close': command(z.strictObject({ batchId: id, documents: z.number().int() }), changed),
  /** Writes the result as CSV where the clerk says; `null` when the clerk closed the dialog. */
  'documents.export': command(
    z.strictObject({ batchId: id }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  'documents.earlier': command(pageRequestSchema, pageOf(earlierBatchSchema)),
  /** Brings an earlier batch back into the topic, to look at it. */
  'documents.open': command(z.strictObject({ batchId: id }), z.null()),
} as const;

/** What the page can follow. */
export const documentsTopics = {
  /** Open batches, at most 50, and the ones that the clerk looks at; newest first. */
  batches: topic(z.array(batchSummarySchema)),
  /** Open batches that are too many for `batches`, and their documents that need the clerk. */
  moreBatches: topic(z.object({ batches: z.number().int(), needClerk: z.number().int() })),
} as const;
