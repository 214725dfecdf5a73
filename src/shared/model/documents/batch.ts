/**
 * @file One batch: the documents that were dropped together.
 *
 * docs/state-machines.md shows its states.
 */
import { z } from 'zod';
import type { Attention } from './attention.ts';
import { cancellationSchema } from './cancellation.ts';
import { assignedBySchema, type BatchPhase, documentGroupSchema, unfinishedGroups } from './document.ts';

/** Every state a batch can be in. `checking` goes back to `draft` when the last file is checked. */
export const batchStateSchema = z.enum([
  'draft',
  'checking',
  'running',
  'paused',
  'done',
  'done-with-problems',
  'cancelled',
]);

export type BatchState = z.infer<typeof batchStateSchema>;

/** States of batches in which all work has ended. */
export const endedBatchStates = [
  'done',
  'done-with-problems',
  'cancelled',
] as const satisfies readonly BatchState[];

/** The phase of each state. */
export const phaseOfBatch: Readonly<Record<BatchState, BatchPhase>> = {
  draft: 'preparing',
  checking: 'preparing',
  running: 'sending',
  paused: 'sending',
  'done-with-problems': 'resting',
  done: 'resting',
  cancelled: 'cancelled',
};

/** Why a batch does not run although it was started. */
export const pauseReasonSchema = z.enum([
  // Pauses that the clerk ends.
  'user',
  'sign-in',
  'wrong-environment',
  'refused',
  /**
   * Upload links that Paydesk cannot use; `pauseDetail` names the headers that they require, if these are the cause.
   */
  'link-unusable',
  /** The data was put back from a backup: documents may have been attached since. */
  'earlier-data',
  // Pauses that end automatically; `pauseDetail` names the host.
  'offline',
  /** The proxy requires credentials or blocks the connection. */
  'proxy',
  'certificate',
  /** A web page was received instead of an answer: from a captive portal, a filter, or a proxy. */
  'web-page',
  /** This machine's disk is full, so that results could not be recorded. */
  'disk-full',
]);

export type PauseReason = z.infer<typeof pauseReasonSchema>;

/** Why the service cannot be reached. Each one ends by itself or is resolved outside Paydesk. */
export const blockReasonSchema = pauseReasonSchema.extract(['offline', 'proxy', 'certificate', 'web-page']);

export type BlockReason = z.infer<typeof blockReasonSchema>;

/** Who ends each pause. */
const pauseAttention: Readonly<Record<PauseReason, Attention>> = {
  user: 'needs-you',
  'sign-in': 'needs-you',
  'wrong-environment': 'needs-you',
  refused: 'needs-you',
  'link-unusable': 'needs-you',
  'earlier-data': 'needs-you',
  offline: 'moving',
  proxy: 'moving',
  certificate: 'moving',
  'web-page': 'moving',
  'disk-full': 'moving',
};

/**
 * Returns who advances a batch. A batch paused without a reason waits for the clerk. An ended batch counts as final
 * even if some of its documents are not.
 */
export function batchAttention(state: BatchState, pauseReason: PauseReason | null): Attention {
  switch (state) {
    case 'draft':
      return 'needs-you';
    case 'checking':
    case 'running':
      return 'moving';
    case 'paused':
      return pauseReason === null ? 'needs-you' : pauseAttention[pauseReason];
    case 'done':
    case 'done-with-problems':
    case 'cancelled':
      return 'final';
  }
}

/** Upload progress of one document. */
const transferSchema = z.object({
  documentId: z.number().int(),
  /** Bytes handed to the network so far. */
  sent: z.number().int().min(0),
  /** Bytes of the file. */
  size: z.number().int().min(0),
});

export type Transfer = z.infer<typeof transferSchema>;

/**
 * The summary of a batch, as its header shows it. Its size does not depend on the number of documents, except for
 * running transfers.
 */
export const batchSummarySchema = z.object({
  id: z.number().int(),
  /** Sequential number per profile, by which the clerk knows the batch. */
  number: z.number().int(),
  state: batchStateSchema,
  pauseReason: pauseReasonSchema.nullable(),
  /** The service's message when `pauseReason` is `refused`; the host when the connection to it is blocked. */
  pauseDetail: z.string().nullable(),
  droppedBy: z.string(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** Number of folders that were dropped or chosen. */
  folders: z.number().int(),
  /** Documents per group; a group without documents is absent. */
  counts: z.partialRecord(documentGroupSchema, z.number().int()),
  documents: z.number().int(),
  /** Stored documents of a started batch that are not attached until the clerk completes their set; see `withheldSql`. */
  withheld: z.number().int(),
  /** Beneficiaries with at least one document to send. Documents on hold do not count. */
  beneficiaries: z.number().int(),
  /** Number of the beneficiaries above whose documents are all attached. */
  beneficiariesComplete: z.number().int(),
  /** Bytes of all documents to send. Documents on hold do not count. */
  bytes: z.number().int(),
  /** Bytes of the documents to send that are stored or attached. */
  bytesStored: z.number().int(),
  /** Bytes of the documents to send that are attached. */
  bytesAttached: z.number().int(),
  /** Bytes of documents that failed, wait for their file, or have an unknown outcome. */
  bytesStuck: z.number().int(),
  /** Bytes of documents that failed. */
  bytesFailed: z.number().int(),
  /** Bytes of documents with an unknown outcome; they count as stored and as stuck. */
  bytesUnknown: z.number().int(),
  /** Running uploads, limited by the maximum concurrency. */
  transfers: z.array(transferSchema),
  /** Bytes per second, smoothed; `null` while there are too few measurements. */
  rate: z.number().nullable(),
  /** Set while the service's Retry-After applies: nothing is sent before `until`. */
  held: z
    .object({
      /** Host and port that sent the Retry-After. */
      host: z.string(),
      /** ISO 8601 UTC. */
      until: z.string(),
    })
    .nullable(),
  /** Increases with every change of a document of the batch; visible pages are then fetched again. */
  revision: z.number().int(),
  /** The last assignment, while it can be undone; otherwise `null`. */
  lastMapping: z
    .object({ way: z.union([assignedBySchema, z.literal('taken-away')]), documents: z.number().int() })
    .nullable(),
  /** Numbers of documents of a cancelled batch by where they ended up; `null` for every other batch. */
  cancellation: cancellationSchema.nullable(),
  /** Set when the batch was resumed automatically after a crash or a restart. */
  resumed: z
    .object({
      /** ISO 8601 UTC. */
      at: z.string(),
      /** Documents that were sent again from the start. */
      sentAgain: z.number().int(),
      /** Attach operations without an answer. */
      unknown: z.number().int(),
    })
    .nullable(),
});

export type BatchSummary = z.infer<typeof batchSummarySchema>;

/** Counts the documents that are neither attached nor deliberately left out. */
export function unfinishedDocuments({ counts }: Pick<BatchSummary, 'counts'>): number {
  return unfinishedGroups.reduce((sum, group) => sum + (counts[group] ?? 0), 0);
}

/**
 * True for a batch that has not been started, is in progress, or has ended with documents that are neither attached nor
 * deliberately left out. It is shown until every document is settled or the clerk closes it.
 */
export function isOpenBatch(batch: Pick<BatchSummary, 'state' | 'counts'>): boolean {
  return !endedBatchStates.some((ended) => ended === batch.state) || unfinishedDocuments(batch) > 0;
}

/** Counts the documents of a batch in progress that proceed without the clerk. */
export function countInProgress({ counts, withheld }: Pick<BatchSummary, 'counts' | 'withheld'>): number {
  const { checking = 0, uploading = 0, queued = 0, stored = 0 } = counts;
  return checking + uploading + queued + stored - withheld;
}

/**
 * Counts the documents of a started batch that need the clerk. While the batch is in progress, these are documents that
 * failed, miss their file, or have an unknown outcome; after its end, all unfinished documents. A batch in preparation
 * has none: it waits as a whole.
 */
export function countNeedingClerk(batch: Pick<BatchSummary, 'state' | 'counts'>): number {
  const { counts } = batch;
  switch (batch.state) {
    case 'draft':
    case 'checking':
      return 0;
    case 'running':
    case 'paused':
      return (counts.problem ?? 0) + (counts['waiting-for-file'] ?? 0) + (counts.unknown ?? 0);
    case 'done':
    case 'done-with-problems':
      return unfinishedDocuments(batch);
    case 'cancelled':
      // Attach operations in progress when the batch was cancelled still get their answer; the clerk settles only
      // unknown outcomes.
      return counts.unknown ?? 0;
  }
}
