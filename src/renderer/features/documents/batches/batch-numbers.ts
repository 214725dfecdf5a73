/** @file Derived numbers of a batch summary: phase, documents to be sent, documents that need the clerk. */
import {
  type BatchState,
  type BatchSummary,
  countInProgress,
  countNeedingClerk,
  phaseOfBatch,
} from '../../../../shared/model/documents/batch.ts';
import type { DocumentGroup } from '../../../../shared/model/documents/document.ts';
import { documentMachine, documentSets } from '../../../../shared/model/documents/document-machine.ts';

/** What happens to a batch: the clerk prepares it, documents are sent, or it has ended. */
export type Phase = 'preparing' | 'sending' | 'over';

export function phaseOf(state: BatchState): Phase {
  const phase = phaseOfBatch[state];
  return phase === 'resting' || phase === 'cancelled' ? 'over' : phase;
}

type Counts = Pick<BatchSummary, 'counts'>;

export function countOf({ counts }: Counts, group: DocumentGroup): number {
  return counts[group] ?? 0;
}

function sumGroups(batch: Counts, groups: readonly DocumentGroup[]): number {
  return groups.reduce((sum, group) => sum + countOf(batch, group), 0);
}

/** Groups of a started batch whose documents are sent, were sent or will be sent; documents on hold are not counted. */
const outgoingGroups = [
  'checking',
  'problem',
  'unknown',
  'waiting-for-file',
  'uploading',
  'queued',
  'stored',
  'attached',
] as const satisfies readonly DocumentGroup[];

/** True when documents of the group are sent, were sent or will be sent. */
export function isOutgoing(group: DocumentGroup): boolean {
  return outgoingGroups.some((outgoing) => outgoing === group);
}

/** Counts the documents of a started batch that are sent, were sent or will be sent. */
export function countOutgoing(batch: Counts): number {
  return sumGroups(batch, outgoingGroups);
}

/** Counts the documents for which a batch in progress waits; 0 while any other document proceeds without the clerk. */
export function countWaitingForClerk(batch: BatchSummary): number {
  if (countInProgress(batch) > 0) return 0;
  return countNeedingClerk(batch) + countOf(batch, 'on-hold') || batch.withheld;
}

/** Counts the documents of an ended batch that were excluded, rejected, or duplicates. */
export function countLeftOut(batch: Pick<BatchSummary, 'counts'>): number {
  return sumGroups(batch, documentSets.leftOut);
}

/** Counts the documents of all started batches that wait for the clerk. */
export function sumNeedClerk(batches: readonly Pick<BatchSummary, 'counts' | 'state'>[]): number {
  return batches.reduce((sum, batch) => sum + countNeedingClerk(batch), 0);
}

/** Counts the documents that a cancellation may affect, including those that are being attached. */
export function countCancellable(batch: Counts): number {
  return sumGroups(batch, [
    'checking',
    'duplicate',
    'waiting-for-file',
    'uploading',
    'queued',
    'stored',
    'on-hold',
    'problem',
  ]);
}

/** Counts the documents that closing an ended batch gives up: the unfinished ones without unknown outcomes. */
export function countClosable(batch: Counts): number {
  return sumGroups(batch, ['problem', 'stored', 'on-hold']);
}

/** Counts the documents of a batch without the excluded and cancelled documents. */
export function countIncluded(batch: Pick<BatchSummary, 'counts' | 'documents'>): number {
  return batch.documents - sumGroups(batch, documentMachine.transitions.include.from);
}

/** Counts the included documents whose check has ended. */
export function countChecked(batch: Pick<BatchSummary, 'counts' | 'documents'>): number {
  return countIncluded(batch) - countOf(batch, 'checking');
}

/** Counts the documents that would be sent if the batch started now. */
export function countReady(batch: Counts): number {
  return sumGroups(batch, ['assigned', 'waiting-for-file']);
}

/** A reason why the review cannot be opened yet. */
export type ReviewBlocker = { readonly kind: 'listing' | 'nothing' } | CountedReason;

interface CountedReason {
  readonly kind: 'checking' | 'unassigned';
  readonly count: number;
}

/** Returns the first reason why the review cannot be opened yet; `null` when it can be opened. */
export function findReviewBlocker(batch: Pick<BatchSummary, 'counts' | 'state'>): ReviewBlocker | null {
  const checking = countOf(batch, 'checking');
  if (checking > 0) return { kind: 'checking', count: checking };
  if (batch.state === 'checking') return { kind: 'listing' };
  const unassigned = countOf(batch, 'unassigned');
  if (unassigned > 0) return { kind: 'unassigned', count: unassigned };
  return countReady(batch) === 0 ? { kind: 'nothing' } : null;
}

/** Sums the bytes handed to the network for documents in transfer. */
export function bytesInFlight({ transfers }: Pick<BatchSummary, 'transfers'>): number {
  return transfers.reduce((sum, { sent, size }) => sum + Math.min(sent, size), 0);
}

/** Returns the batch that takes the next files, the newest that was not started; `null` when files begin a new batch. */
export function findDraft<Batch extends Pick<BatchSummary, 'id' | 'state'>>(
  batches: readonly Batch[],
): Batch | null {
  const drafts = batches.filter(({ state }) => phaseOf(state) === 'preparing');
  return drafts.reduce<Batch | null>(
    (newest, draft) => (newest === null || draft.id > newest.id ? draft : newest),
    null,
  );
}
