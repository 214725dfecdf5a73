/** @file Messages about a cancellation: which documents the service already has, still gets, and never gets. */

import { formatList, t } from '../../../../shared/messages/index.ts';
import type { Cancellation } from '../../../../shared/model/documents/cancellation.ts';

const outcomes = ['attached', 'attaching', 'unknown', 'stored', 'uploading', 'notSent'] as const;

/** One line for each count that is not zero, in the order of {@link Cancellation}. */
function describeCounts(
  cancellation: Cancellation,
  describe: (outcome: keyof Cancellation, count: number) => string,
): readonly string[] {
  return outcomes
    .filter((outcome) => cancellation[outcome] > 0)
    .map((outcome) => describe(outcome, cancellation[outcome]));
}

export function consequencesOf(cancellation: Cancellation): readonly string[] {
  return describeCounts(cancellation, (outcome, count) => t(`cancellation.before.${outcome}`, { count }));
}

/** Summarizes the outcome of a cancellation, in a few words per count. */
export function outcomesOf(cancellation: Cancellation): readonly string[] {
  return describeCounts(cancellation, (outcome, count) => t(`cancellation.after.${outcome}`, { count }));
}

function appendOutcomes(cancelled: string, cancellation: Cancellation): string {
  const outcomeTexts = outcomesOf(cancellation);
  return outcomeTexts.length === 0
    ? cancelled
    : t('cancellation.done.outcome', { cancelled, outcome: formatList(outcomeTexts) });
}

/** Says that a batch was cancelled, with the outcome for its documents. */
export function batchCancelledMessage(number: number, cancellation: Cancellation): string {
  return appendOutcomes(t('cancellation.done.batch', { number }), cancellation);
}

/** Says that documents of a batch were cancelled, with their outcome. */
export function documentsCancelledMessage(count: number, cancellation: Cancellation): string {
  return appendOutcomes(t('cancellation.done.documents', { count }), cancellation);
}
