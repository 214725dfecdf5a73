/**
 * @file One batch: the documents that were dropped together.
 *
 * draft -> checking -> review -> running <-> paused(reason) -> done | done-with-problems | cancelled.
 */
import { z } from 'zod';
import type { Attention } from './attention.ts';
import { cancellationSchema } from './cancellation.ts';
import { assignedBySchema, type BatchPhase, documentGroupSchema, unfinishedGroups } from './document.ts';

/** Every state a batch can be in. `checking` goes back to `draft` when the last file is checked. */
export const batchStateSchema = z.enum([
  'draft',
  'checking',
  'review',
  'running',
  'paused',
  'done',
  'done-with-problems',
  'cancelled',
]);

export type BatchState = z.infer<typeof batchStateSchema>;

/** States of batches in which nothing goes on by itself any more. */
export const endedBatchStates = [
  'done',
  'done-with-problems',
  'cancelled',
] as const satisfies readonly BatchState[];

/** The phase of each state. */
export const phaseOfBatch: Readonly<Record<BatchState, BatchPhase>> = {
  draft: 'preparing',
  checking: 'preparing',
  review: 'preparing',
  running: 'sending',
  paused: 'sending',
  'done-with-problems': 'resting',
  done: 'resting',
  cancelled: 'cancelled',
};

/** Why a batch does not run although it was started. */
export const pauseReasonSchema = z.enum([
  // these wait for the clerk
  'user',
  'sign-in',
  'wrong-environment',
  'refused',
  /** Upload links that no request of Paydesk fits; `pauseDetail` names the headers that they need, if it is that. */
  'link-unusable',
  // these are tried again by themselves; `pauseDetail` names the host
  'offline',
  /** The proxy asks for a name and password, or does not let anything through. */
  'proxy',
  'certificate',
  /** A page for a person to look at came in place of an answer: of a portal, a filter, a proxy. */
  'web-page',
  /** There is no room on this machine's disk to write down what happens. */
  'disk-full',
]);

export type PauseReason = z.infer<typeof pauseReasonSchema>;

/** Who ends each pause. */
export const pauseAttention: Readonly<Record<PauseReason, Attention>> = {
  user: 'needs-you',
  'sign-in': 'needs-you',
  'wrong-environment': 'needs-you',
  refused: 'needs-you',
  'link-unusable': 'needs-you',
  offline: 'moving',
  proxy: 'moving',
  certificate: 'moving',
  'web-page': 'moving',
  'disk-full': 'moving',
};

/**
 * Who moves a batch on. One that is paused without a reason waits for the clerk; one that has ended is finished unless
 * any of its documents is not.
 */
export function batchAttention(state: BatchState, pauseReason: PauseReason | null): Attention {
  switch (state) {
    case 'draft':
    case 'review':
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

/** How far one document's bytes are. */
export const transferSchema = z.object({
  documentId: z.number().int(),
  /** Bytes handed to the network so far. */
  sent: z.number().int().min(0),
  /** Bytes of the file. */
  size: z.number().int().min(0),
});

export type Transfer = z.infer<typeof transferSchema>;

/** Everything the head of a batch shows; small, whatever the number of documents. */
export const batchSummarySchema = z.object({
  id: z.number().int(),
  /** Counts up per profile; what the clerk calls the batch. */
  number: z.number().int(),
  state: batchStateSchema,
  pauseReason: pauseReasonSchema.nullable(),
  /** What the service said, when `pauseReason` is `refused`; the host, when the way to it is blocked. */
  pauseDetail: z.string().nullable(),
  droppedBy: z.string(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** Number of folders that were dropped or chosen. */
  folders: z.number().int(),
  /** Documents per group; a group without documents is absent. */
  counts: z.partialRecord(documentGroupSchema, z.number().int()),
  documents: z.number().int(),
  /** Beneficiaries with at least one document that goes out; what is on hold does not. */
  beneficiaries: z.number().int(),
  /** Of those, the ones whose every document is attached. */
  beneficiariesComplete: z.number().int(),
  /** Bytes of all documents that go out; what is on hold does not. */
  bytes: z.number().int(),
  /** Of those, stored or attached. */
  bytesStored: z.number().int(),
  /** Of those, attached. */
  bytesAttached: z.number().int(),
  /** Of those, bytes of documents that failed, wait for their file or whose outcome is unknown. */
  bytesStuck: z.number().int(),
  /** Of those, bytes of documents that failed. */
  bytesFailed: z.number().int(),
  /** Bytes of documents whose outcome is unknown: they are stored and stuck at once. */
  bytesUnknown: z.number().int(),
  /** Documents on their way, at most as many as run at once. */
  transfers: z.array(transferSchema),
  /** Bytes per second, smoothed; `null` while it cannot be told honestly. */
  rate: z.number().nullable(),
  /** The service asked to be left alone until then (Retry-After): nothing is sent before, and then it goes on. */
  held: z
    .object({
      /** Host and port that asked. */
      host: z.string(),
      /** ISO 8601 UTC. */
      until: z.string(),
    })
    .nullable(),
  /** Grows with every change of any document of the batch: the sign to fetch visible pages again. */
  revision: z.number().int(),
  /** The last assignment, as long as it can be taken back; `null` when there is none. */
  lastMapping: z
    .object({ way: z.union([assignedBySchema, z.literal('taken-away')]), documents: z.number().int() })
    .nullable(),
  /** Where the files of a cancelled batch are; `null` for every other batch. */
  cancellation: cancellationSchema.nullable(),
  /** Set when the batch went on by itself after a crash or a quit. */
  resumed: z
    .object({
      /** ISO 8601 UTC. */
      at: z.string(),
      /** Documents that were sent again from the start. */
      sentAgain: z.number().int(),
      /** Attach operations whose answer was lost. */
      unknown: z.number().int(),
    })
    .nullable(),
});

export type BatchSummary = z.infer<typeof batchSummarySchema>;

/** Documents that are neither attached nor left behind on purpose. */
export function unfinishedDocuments({ counts }: Pick<BatchSummary, 'counts'>): number {
  return unfinishedGroups.reduce((sum, group) => sum + (counts[group] ?? 0), 0);
}

/**
 * True for a batch that waits for somebody or something: it was not started, it goes on by itself, or it has ended with
 * documents that are neither attached nor left behind on purpose. It is shown until every document is settled, or
 * the clerk closes it.
 */
export function isOpenBatch(batch: Pick<BatchSummary, 'state' | 'counts'>): boolean {
  return !endedBatchStates.some((ended) => ended === batch.state) || unfinishedDocuments(batch) > 0;
}

/**
 * Documents of a started batch that wait for the clerk. While it goes on by itself those are the ones that failed, that
 * miss their file, or whose outcome is unknown; once it has ended, every one that is not finished. Of a batch that is
 * being prepared there are none: the whole of it waits to be started.
 */
export function needClerk(batch: Pick<BatchSummary, 'state' | 'counts'>): number {
  const { counts } = batch;
  switch (batch.state) {
    case 'draft':
    case 'checking':
    case 'review':
      return 0;
    case 'running':
    case 'paused':
      return (counts.problem ?? 0) + (counts['waiting-for-file'] ?? 0) + (counts.unknown ?? 0);
    case 'done':
    case 'done-with-problems':
      return unfinishedDocuments(batch);
    case 'cancelled':
      // What is on its way to a beneficiary when a batch is cancelled is waited for; the clerk settles the rest.
      return counts.unknown ?? 0;
  }
}
