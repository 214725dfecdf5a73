/** @file Derived numbers of a batch summary: phase, documents to be sent, documents that need the clerk. */
import { type BatchState, type BatchSummary, needClerk } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';

/** The phase of a batch. */
export type Phase = 'preparing' | 'sending' | 'over';

/** The phase of a state. */
export function phaseOf(state: BatchState): Phase {
  switch (state) {
    case 'draft':
    case 'checking':
    case 'review':
      return 'preparing';
    case 'running':
    case 'paused':
      return 'sending';
    case 'done':
    case 'done-with-problems':
    case 'cancelled':
      return 'over';
  }
}

type Counts = Pick<BatchSummary, 'counts'>;

/** Documents in a group. */
export function countOf({ counts }: Counts, group: DocumentGroup): number {
  return counts[group] ?? 0;
}

function sumOf(batch: Counts, groups: readonly DocumentGroup[]): number {
  return groups.reduce((sum, group) => sum + countOf(batch, group), 0);
}

/** Groups of a started batch whose documents are sent or were sent, including those on hold. */
const outgoing = [
  'checking',
  'problem',
  'unknown',
  'waiting-for-file',
  'uploading',
  'queued',
  'stored',
  'attached',
] as const satisfies readonly DocumentGroup[];

/** Documents of a started batch that are sent or were sent. */
export function goingOut(batch: Counts): number {
  return sumOf(batch, outgoing);
}

/** Documents that proceed without the clerk. */
export function moving(batch: Counts): number {
  return sumOf(batch, ['checking', 'uploading', 'queued', 'stored']);
}

/** Documents of an ended batch that were excluded, rejected, or duplicates. */
export function leftOut(batch: Pick<BatchSummary, 'counts'>): number {
  return sumOf(batch, ['excluded', 'rejected', 'duplicate']);
}

/** Documents of all started batches that wait for the clerk. */
export function needClerkOnRail(batches: readonly Pick<BatchSummary, 'counts' | 'state'>[]): number {
  return batches.reduce((sum, batch) => sum + needClerk(batch), 0);
}

/** Documents that a cancellation affects: all that are neither attached nor being attached. */
export function cancellable(batch: Counts): number {
  return sumOf(batch, [
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

/** Documents that are given up when an ended batch is closed: the unfinished ones without unknown outcomes. */
export function closable(batch: Counts): number {
  return sumOf(batch, ['problem', 'stored', 'on-hold']);
}

/** Documents of a prepared batch without the excluded ones. */
export function included(batch: Pick<BatchSummary, 'counts' | 'documents'>): number {
  return batch.documents - sumOf(batch, ['excluded', 'cancelled']);
}

/** Documents that are checked, of those that count. */
export function checkedOf(batch: Pick<BatchSummary, 'counts' | 'documents'>): number {
  return included(batch) - countOf(batch, 'checking');
}

/** Documents that would be sent if the batch started now. */
export function readyToGo(batch: Counts): number {
  return sumOf(batch, ['assigned', 'waiting-for-file']);
}

/** Why the review cannot be opened yet, the first reason first; `null` when it can. */
export type NotReady = { readonly kind: 'listing' | 'nothing' } | CountedReason;

interface CountedReason {
  readonly kind: 'checking' | 'unassigned';
  readonly count: number;
}

export function notReady(batch: Pick<BatchSummary, 'counts' | 'state'>): NotReady | null {
  const checking = countOf(batch, 'checking');
  if (checking > 0) return { kind: 'checking', count: checking };
  if (batch.state === 'checking') return { kind: 'listing' };
  const unassigned = countOf(batch, 'unassigned');
  if (unassigned > 0) return { kind: 'unassigned', count: unassigned };
  return readyToGo(batch) === 0 ? { kind: 'nothing' } : null;
}

/** Bytes handed to the network for documents in transfer. */
export function bytesInFlight({ transfers }: Pick<BatchSummary, 'transfers'>): number {
  return transfers.reduce((sum, { sent, size }) => sum + Math.min(sent, size), 0);
}

/** The batch that takes the next files: the newest one that was not started; `null` when they begin a new one. */
export function draftOf<Batch extends Pick<BatchSummary, 'id' | 'state'>>(
  batches: readonly Batch[],
): Batch | null {
  const drafts = batches.filter(({ state }) => phaseOf(state) === 'preparing');
  return drafts.reduce<Batch | null>((best, one) => (best === null || one.id > best.id ? one : best), null);
}
