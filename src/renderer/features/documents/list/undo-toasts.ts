/** @file Toasts of actions on documents, with undo for those that have an exact inverse. */
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { nothingCancelled } from '../../../../shared/model/documents/cancellation.ts';
import type { IdSet } from '../../../../shared/model/id-set.ts';
import { toast, toasts } from '../../../app/toasts/toasts.ts';
import { call, mirror } from '../../../bridge.ts';
import { phaseOf } from '../batches/batch-numbers.ts';
import { batchCancelledMessage } from '../batches/cancellation-messages.ts';

const assignmentUndo = 'assignment';

function scopeOf(batchId: number): string {
  return `batch ${batchId}`;
}

/** True while assignments and exclusions of a batch can be undone: until it is started. */
function isPreparing(batchId: number): boolean {
  const batch = mirror('batches')
    .getState()
    .value?.find(({ id }) => id === batchId);
  return batch !== undefined && phaseOf(batch.state) === 'preparing';
}

async function undoAssignment(batchId: number): Promise<string> {
  const { changed } = await call('documents.mapping', { action: 'undo', batchId });
  return changed === 0 ? t('toasts.notUndone') : t('documentsMapping.undone', { count: changed });
}

export function toastAssignmentChange(batchId: number, sentence: string, changed: number): void {
  // Main records no undo step when nothing changed or when the batch has started.
  if (changed === 0 || !isPreparing(batchId)) toast({ sentence });
  else {
    const run = () => undoAssignment(batchId);
    toast({ sentence, undo: { scope: scopeOf(batchId), kind: assignmentUndo, run } });
  }
}

/** Undoes the last assignment of a batch, also an assignment of an earlier run. Rejects when main does. */
export async function undoLastAssignment(batchId: number): Promise<void> {
  const newestToast = toasts.findNewest(scopeOf(batchId));
  if (newestToast?.undo?.kind === assignmentUndo) return toasts.undo(newestToast.id);
  const sentence = await undoAssignment(batchId);
  // It is unknown which toast belongs to the undone assignment, so no toast of the batch offers undo any more.
  withdrawUndo(batchId);
  toast({ sentence });
}

/** Includes and checks the documents again that are still excluded. */
async function undoExclusion(batchId: number, excluded: IdSet): Promise<string> {
  const filter = { group: null, text: '' };
  const selection = { kind: 'ticked' as const, filter, ids: excluded, groups: ['excluded' as const] };
  const { changed } = await call('documents.change', { action: 'include', batchId, selection });
  return changed === 0
    ? t('toasts.notUndone')
    : t('documentsScreen.selection.done.exclusionUndone', { count: changed });
}

/**
 * Shows a toast for an exclusion. An exclusion in a started batch cannot be undone, because the other documents are
 * attached without the excluded documents.
 */
export function toastExclusion(batchId: number, sentence: string, excluded: IdSet): void {
  if (isPreparing(batchId)) {
    toast({ sentence, undo: { scope: scopeOf(batchId), run: () => undoExclusion(batchId, excluded) } });
  } else {
    withdrawUndo(batchId);
    toast({ sentence });
  }
}

export function withdrawUndo(batchId: number): void {
  toasts.withdrawUndo(scopeOf(batchId));
}

/** Returns the sentences for batches that have just been cancelled. */
export function cancellationSentences(
  before: readonly BatchSummary[],
  now: readonly BatchSummary[],
): readonly string[] {
  return now.flatMap(({ id, number, state, cancellation }) => {
    const batchBefore = before.find((batch) => batch.id === id);
    if (batchBefore === undefined || batchBefore.state === 'cancelled' || state !== 'cancelled') return [];
    return [batchCancelledMessage(number, cancellation ?? nothingCancelled)];
  });
}

/** Withdraws the undo of batches that were started or removed. */
export function withdrawUndoOfStarted(before: readonly BatchSummary[], now: readonly BatchSummary[]): void {
  for (const { id, state } of before) {
    if (phaseOf(state) !== 'preparing') continue;
    const batchNow = now.find((batch) => batch.id === id);
    if (batchNow === undefined || phaseOf(batchNow.state) !== 'preparing') withdrawUndo(id);
  }
}
