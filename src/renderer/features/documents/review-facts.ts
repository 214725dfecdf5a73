/** @file The numbers of the review as panel and button show them, and the list of checks. */
import type { Review } from '../../../shared/contract/documents.ts';
import { formatBytes, formatNumber } from '../../../shared/messages/index.ts';
import { reviewWords } from '../../../shared/words/documents-review.ts';

const { panel, checks } = reviewWords;

/** A line of a sum. */
export interface SumLine {
  readonly term: string;
  readonly value: string;
  readonly total?: boolean;
}

/** What became of everything that was dropped; the lines add up. */
export function batchSums(review: Review): readonly SumLine[] {
  const parts: readonly (readonly [string, number])[] = [
    [panel.rejected, review.rejected],
    [panel.duplicates, review.duplicates],
    [panel.excluded, review.excluded],
    [panel.checking, review.checking],
    [panel.unassigned, review.unassigned],
    [panel.onHold, review.onHold],
  ];
  return [
    { term: panel.dropped, value: formatNumber(review.dropped) },
    ...parts.filter(([, count]) => count > 0).map(([term, count]) => ({ term, value: formatNumber(count) })),
    { term: panel.toAttach, value: formatNumber(review.toAttach), total: true },
  ];
}

/** What goes to the service. */
export function serviceSums(review: Review): readonly SumLine[] {
  return [
    { term: panel.beneficiaries, value: formatNumber(review.beneficiaries) },
    ...(review.creations === 0 ? [] : [{ term: panel.creations, value: formatNumber(review.creations) }]),
    ...(review.recipientUpdate === 'send-known'
      ? [{ term: panel.known, value: formatNumber(review.knownNamedAgain) }]
      : []),
    { term: panel.bytes, value: formatBytes(review.bytes) },
  ];
}

/** One check: passed, worth knowing, or in the way. */
export interface Check {
  readonly id: string;
  readonly state: 'ok' | 'info' | 'problem';
  readonly words: string;
}

function noted(id: string, count: number, words: (count: number) => string): readonly Check[] {
  return count === 0 ? [] : [{ id, state: 'info', words: words(count) }];
}

/** The checks of a review; `megabytes` is the size above which a file is large. */
export function checksOf(review: Review, megabytes: number): readonly Check[] {
  const known = review.beneficiaries - review.creations;
  return [
    ...(review.checking > 0
      ? [{ id: 'checking', state: 'problem', words: checks.checking(review.checking) } as const]
      : []),
    review.unassigned > 0
      ? { id: 'assigned', state: 'problem', words: checks.unassigned(review.unassigned) }
      : { id: 'assigned', state: 'ok', words: checks.assigned },
    review.duplicates > 0
      ? { id: 'once', state: 'info', words: checks.twice(review.duplicates) }
      : { id: 'once', state: 'ok', words: checks.once },
    ...(known > 0 ? [{ id: 'book', state: 'ok', words: checks.inBook(known) } as const] : []),
    ...noted('created', review.creations, checks.created),
    ...noted('defective', review.defective, checks.defective),
    ...noted('large', review.large, (count) => checks.large(count, megabytes)),
    ...noted('rejected', review.rejected, checks.rejected),
    ...noted('waiting', review.waiting, checks.waiting),
    ...noted('held', review.onHold, checks.held),
  ];
}

/** Whether the batch can start, as far as the numbers tell. */
export function canStart(review: Review): boolean {
  return review.toAttach > 0 && review.unassigned === 0 && review.checking === 0;
}
