/** @file Messages about a cancellation: which documents the service already has, still gets, and never gets. */

import { formatList, t } from '../../../shared/messages/index.ts';
import type { Cancellation } from '../../../shared/model/cancellation.ts';

const outcomes = ['attached', 'attaching', 'unknown', 'stored', 'uploading', 'notSent'] as const;

/** One line for each count that is not zero, in the order of {@link Cancellation}. */
function lines(
  numbers: Cancellation,
  describe: (outcome: keyof Cancellation, count: number) => string,
): readonly string[] {
  return outcomes
    .filter((outcome) => numbers[outcome] > 0)
    .map((outcome) => describe(outcome, numbers[outcome]));
}

/** Describes the consequences of a cancellation, in sentences. */
export function consequencesOf(numbers: Cancellation): readonly string[] {
  return lines(numbers, (outcome, count) => t(`cancellation.before.${outcome}`, { count }));
}

/** Summarizes the outcome of a cancellation, in a few words per count. */
export function outcomesOf(numbers: Cancellation): readonly string[] {
  return lines(numbers, (outcome, count) => t(`cancellation.after.${outcome}`, { count }));
}

function withOutcome(cancelled: string, numbers: Cancellation): string {
  const known = outcomesOf(numbers);
  return known.length === 0
    ? cancelled
    : t('cancellation.done.outcome', { cancelled, outcome: formatList(known) });
}

/** The message that a batch was cancelled, with the outcome for its documents. */
export function batchCancelled(number: number, numbers: Cancellation): string {
  return withOutcome(t('cancellation.done.batch', { number }), numbers);
}

/** The message that documents of a batch were cancelled, with the outcome for them. */
export function documentsCancelled(count: number, numbers: Cancellation): string {
  return withOutcome(t('cancellation.done.documents', { count }), numbers);
}
