/** @file Commands and topics of documents. */
import { z } from 'zod';
import { beneficiaryNameSchema } from '../model/beneficiary.ts';
import { batchSummarySchema } from '../model/documents/batch.ts';
import { cancellationSchema } from '../model/documents/cancellation.ts';
import {
  assignedBySchema,
  contentKindSchema,
  documentGroupSchema,
  documentReasonSchema,
  documentStateSchema,
  documentWarningSchema,
} from '../model/documents/document.ts';
import { idSetSchema } from '../model/id-set.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { actions, command, topic } from './define.ts';
import { documentReviewCommands } from './document-review.ts';
import { droppedFilesSchema, notOnDiskSchema } from './dropped-files.ts';

const id = z.number().int().positive();

/** One row of the list of documents. */
export const documentRowSchema = z.object({
  id,
  name: z.string(),
  /** Folder relative to the dropped path; empty for a dropped file. */
  folder: z.string(),
  size: z.number().int().nullable(),
  kind: contentKindSchema.nullable(),
  state: documentStateSchema,
  group: documentGroupSchema,
  reason: documentReasonSchema.nullable(),
  warnings: z.array(documentWarningSchema),
  beneficiary: beneficiaryNameSchema.nullable(),
  /** ISO 8601 UTC time of the next attempt, while the document waits to retry. */
  retryAt: z.string().nullable(),
  /** ISO 8601 UTC time of the last change of state. */
  changedAt: z.string(),
  /** Number of documents of the beneficiary that must be settled before this stored document is attached. */
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
  /** The cause: an OS user, a beneficiary, or a rule. */
  by: z.string().nullable(),
});

export type DocumentEvent = z.infer<typeof documentEventSchema>;

/** A document with all its details. */
const documentDetailSchema = documentRowSchema.extend({
  /** Full path on this machine. */
  path: z.string(),
  sha256: z.string().nullable(),
  assignedBy: assignedBySchema.nullable(),
  /** Size at the check, when the file has another size now. */
  sizeBefore: z.number().int().nullable(),
  /** Numbers of documents of the same beneficiary and batch that are stored or have failed, including this document. */
  siblings: z.object({ stored: z.number().int(), failed: z.number().int() }),
  history: z.array(documentEventSchema),
});

export type DocumentDetail = z.infer<typeof documentDetailSchema>;

/** The filter of a list of documents. */
export const documentFilterSchema = z.strictObject({
  group: documentGroupSchema.nullable(),
  /** Only documents with this reason; absent for documents with any reason. */
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
 * The documents of a command: those with some IDs, all documents of a filter, or the documents that the clerk ticked in
 * a filtered list. Ticked documents that have left the list or the groups in the meantime are skipped.
 */
export const selectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('some'), ids: z.array(id).min(1).max(20_000) }),
  z.strictObject({ kind: z.literal('all'), filter: documentFilterSchema }),
  z.strictObject({
    kind: z.literal('ticked'),
    filter: documentFilterSchema,
    ids: idSetSchema,
    /** The groups to which the action applies. */
    groups: z.array(documentGroupSchema),
  }),
]);

export type Selection = z.infer<typeof selectionSchema>;

/** Listed documents that share group, state and assignment, which decide what actions apply to them. */
export const listedDocumentsSchema = z.object({
  group: documentGroupSchema,
  state: documentStateSchema,
  /** True for documents with a beneficiary. */
  assigned: z.boolean(),
  ids: idSetSchema,
});

export type ListedDocuments = z.infer<typeof listedDocumentsSchema>;

/** Rows of a list: all rows, the rows with some IDs, or the rows in a range of positions with both ends included. */
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

/** When more beneficiaries are equally near to a folder's name, none is proposed. */
export const maxProposals = 4;

/** One folder of a batch and the beneficiaries that its name, or else the name of a folder around it, means. */
export const folderSchema = z.object({
  folder: z.string(),
  documents: z.number().int(),
  /** The only beneficiary whose label or recipient ID is the name; otherwise `null`. */
  match: beneficiaryNameSchema.nullable(),
  /** Number of beneficiaries whose label or recipient ID is the name; above one, the clerk decides. */
  matches: z.number().int(),
  /** Without `match`: the beneficiaries with this label, else those with near labels. The clerk accepts one of them. */
  proposals: z.array(beneficiaryNameSchema).max(maxProposals),
  /** The folder with this name: the folder itself or one around it; `null` when no name means a beneficiary. */
  namedBy: z.string().nullable(),
});

export type Folder = z.infer<typeof folderSchema>;

/** A batch in the list of earlier batches. */
export const earlierBatchSchema = z.object({
  id,
  number: z.number().int(),
  state: batchSummarySchema.shape.state,
  createdAt: z.string(),
  droppedBy: z.string(),
  /** True while the batch is not finished. */
  open: z.boolean(),
  /** All documents: the sum of the numbers below. */
  documents: z.number().int(),
  attached: z.number().int(),
  /** Stored at the service but not attached yet. */
  stored: z.number().int(),
  /** Not stored yet: waiting, being checked, or being uploaded. */
  waiting: z.number().int(),
  /** Failed. */
  problems: z.number().int(),
  /** Named by an attach operation whose outcome is unknown. */
  unknown: z.number().int(),
  /** Rejected, excluded, cancelled, or duplicates. */
  leftOut: z.number().int(),
});

export type EarlierBatch = z.infer<typeof earlierBatchSchema>;

/** File formats of a receipt. */
const receiptFormatSchema = z.enum(['pdf', 'csv']);

export type ReceiptFormat = z.infer<typeof receiptFormatSchema>;

/** Commands of the window. */
export const documentsCommands = {
  /** Adds dropped or pasted files; `batchId` is `null` when none of them is on disk. */
  'documents.add': command(
    z.strictObject({
      files: droppedFilesSchema,
      /** The profile that was active at the drop; `null` for the active one. */
      profileId: z.string().max(64).nullable().default(null),
    }),
    z.object({ batchId: id.nullable(), notOnDisk: notOnDiskSchema }),
  ),
  /** Adds files from the system's dialog; `null` when the clerk cancelled the dialog. */
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
  'documents.query': actions({
    /** Lists the IDs of documents, to select all or a range and to find selected documents that have left the list. */
    ids: command(
      z.strictObject({ batchId: id, filter: documentFilterSchema, rows: listedRowsSchema }),
      z.array(listedDocumentsSchema),
    ),
    /** The reasons of the documents of a group, or of all, the most frequent first. */
    reasons: command(
      z.strictObject({ batchId: id, group: documentGroupSchema.nullable() }),
      z.array(reasonCountSchema),
    ),
    /** Files of a batch that are CSV lists, in the order in which they were found. */
    listFiles: command(
      z.strictObject({ batchId: id }),
      z
        .array(
          z.object({
            documentId: id,
            name: z.string(),
            holds: z.enum(['beneficiaries', 'files']),
            /** Usable lines at the time of the check. */
            lines: z.number().int(),
          }),
        )
        .max(20),
    ),
    /** Previews a cancellation; `selection: null` stands for the whole batch. */
    cancellation: command(
      z.strictObject({ batchId: id, selection: selectionSchema.nullable() }),
      cancellationSchema,
    ),
  }),
  'documents.detail': command(z.strictObject({ documentId: id }), documentDetailSchema),
  'documents.change': actions({
    assign: command(selected.extend({ beneficiaryId: id }), changed),
    unassign: command(selected, changed),
    /** Excludes documents. `excluded` are the documents whose state changed; including them undoes the command. */
    exclude: command(selected, changed.extend({ excluded: idSetSchema })),
    /** Includes excluded documents and duplicates again. */
    include: command(selected, changed),
    /** Checks the files again, for example after a change, a lock or a missing drive. */
    recheck: command(selected, changed),
    /** Retries failed documents from the start. */
    retry: command(selected, changed),
    cancel: command(selected, changed.extend({ outcome: cancellationSchema })),
  }),
  'documents.folders': actions({
    list: command(z.strictObject({ batchId: id }), z.array(folderSchema).max(20_000)),
    assign: command(
      z.strictObject({
        batchId: id,
        folders: z
          .array(z.strictObject({ folder: z.string(), beneficiaryId: id }))
          .min(1)
          .max(20_000),
      }),
      changed,
    ),
  }),
  'documents.review': documentReviewCommands,
  'documents.batch': actions({
    /** Adds an earlier batch to the topic `batches`. */
    open: command(z.strictObject({ batchId: id }), z.null()),
    /** Starts a batch; rejected with `batch-changed` when the numbers differ from those that the clerk saw. */
    start: command(
      z.strictObject({ batchId: id, documents: z.number().int(), beneficiaries: z.number().int() }),
      z.null(),
    ),
    pause: command(z.strictObject({ batchId: id }), z.null()),
    resume: command(z.strictObject({ batchId: id }), z.null()),
    /** Cancels all documents that are not attached; attach operations in flight are not aborted. */
    cancel: command(z.strictObject({ batchId: id }), cancellationSchema),
    /** Records the clerk's consent to attach a beneficiary's stored documents although other documents failed. */
    attachIncomplete: command(z.strictObject({ batchId: id, beneficiaryId: id }), z.null()),
    /** Removes a batch that was never started. */
    discard: command(z.strictObject({ batchId: id }), z.null()),
    /**
     * Closes an ended batch: documents that failed, or are stored but not attached, become cancelled. `documents` is
     * their number as the clerk saw it; the command is rejected with `batch-changed` when the number differs now, and
     * with `outcomes-unknown` while the batch has an unsettled unknown outcome.
     */
    close: command(z.strictObject({ batchId: id, documents: z.number().int() }), changed),
  }),
  'documents.allBatches': actions({
    /** Pauses all started batches of the profile that have not ended. */
    pause: command(z.strictObject({}), changed),
    /** Resumes all paused batches of the profile, regardless of the reason of the pause. */
    resume: command(z.strictObject({}), changed),
  }),
  /**
   * Exports the result as CSV or, with `receipt`, what the service confirmed about the documents of the batch or about one of
   * them; `null` when the clerk cancelled the dialog. Rejects with `pages-too-many`.
   */
  'documents.export': command(
    z.strictObject({
      batchId: id,
      receipt: z.strictObject({ format: receiptFormatSchema, documentId: id.nullable() }).optional(),
    }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  'documents.earlier': command(pageRequestSchema, pageOf(earlierBatchSchema)),
} as const;

/** Topics of the window. */
export const documentsTopics = {
  /** Open batches, at most 50, and those that the clerk has opened; newest first. */
  batches: topic(z.array(batchSummarySchema)),
  /** Open batches that are not in `batches`, and their documents that need the clerk. */
  moreBatches: topic(z.object({ batches: z.number().int(), needClerk: z.number().int() })),
} as const;
