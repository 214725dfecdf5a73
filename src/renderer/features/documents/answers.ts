/** @file What acts on documents answer, and the inverse of those that have an exact one. */
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { nothingCancelled } from '../../../shared/model/cancellation.ts';
import type { IdSet } from '../../../shared/model/id-set.ts';
import { toastWords } from '../../../shared/words/toasts.ts';
import { toast, toasts } from '../../app/toasts.ts';
import { call, mirror } from '../../bridge.ts';
import { phaseOf } from './batch-numbers.ts';
import { batchCancelled } from './cancellation-messages.ts';

const assignment = 'assignment';

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
  const { changed } = await call('documents.undoMapping', { batchId });
  return changed === 0 ? toastWords.nothingUndone : t('documentsMapping.undone', { count: changed });
}

/** Answers an assignment, or its removal, that changed some documents. */
export function answerAssignment(batchId: number, sentence: string, changed: number): void {
  // Main remembers no step that changed nothing, and none of a batch that was started.
  if (changed === 0 || !isPreparing(batchId)) toast({ sentence });
  else {
    const run = () => undoAssignment(batchId);
    toast({ sentence, undo: { scope: scopeOf(batchId), kind: assignment, run } });
  }
}

/** Undoes the last assignment of a batch, by whatever way and in whatever run it was made. Rejects when main does. */
export async function undoLastAssignment(batchId: number): Promise<void> {
  const newest = toasts.newestOf(scopeOf(batchId));
  if (newest?.undo?.kind === assignment) return toasts.undo(newest.id);
  const sentence = await undoAssignment(batchId);
  // Which of the acts of this run it was is not known.
  withdrawUndo(batchId);
  toast({ sentence });
}

/** Takes documents in again that are still excluded; the check finds out what else has become of them. */
async function undoExclusion(batchId: number, excluded: IdSet): Promise<string> {
  const filter = { group: null, text: '' };
  const selection = { kind: 'ticked' as const, filter, ids: excluded, groups: ['excluded' as const] };
  const { changed } = await call('documents.include', { batchId, selection });
  return changed === 0
    ? toastWords.nothingUndone
    : t('documentsScreen.selection.said.exclusionUndone', { count: changed });
}

/** Answers an exclusion of documents. Once a batch is started the others of a beneficiary go without them. */
export function answerExclusion(batchId: number, sentence: string, excluded: IdSet): void {
  if (isPreparing(batchId)) {
    toast({ sentence, undo: { scope: scopeOf(batchId), run: () => undoExclusion(batchId, excluded) } });
  } else {
    withdrawUndo(batchId);
    toast({ sentence });
  }
}

/** Nothing of a batch that was done so far can be undone by its toast. */
export function withdrawUndo(batchId: number): void {
  toasts.withdrawUndo(scopeOf(batchId));
}

/** What is to be said of batches that have just been cancelled: what was cancelled, and what was not any more. */
export function cancellationsIn(
  before: readonly BatchSummary[],
  now: readonly BatchSummary[],
): readonly string[] {
  return now.flatMap(({ id, number, state, cancellation }) => {
    const was = before.find((batch) => batch.id === id);
    if (was === undefined || was.state === 'cancelled' || state !== 'cancelled') return [];
    return [batchCancelled(number, cancellation ?? nothingCancelled)];
  });
}

/** Takes the undo of batches away that were started or are gone. */
export function withdrawUndoOfStarted(before: readonly BatchSummary[], now: readonly BatchSummary[]): void {
  for (const { id, state } of before) {
    if (phaseOf(state) !== 'preparing') continue;
    const batch = now.find((one) => one.id === id);
    if (batch === undefined || phaseOf(batch.state) !== 'preparing') withdrawUndo(id);
  }
}
