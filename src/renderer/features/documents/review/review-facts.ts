/** @file Sums and checks of the review. */
import type { Review } from '../../../../shared/contract/document-review.ts';
import { formatBytes, formatNumber, t } from '../../../../shared/messages/index.ts';

interface SumLine {
  readonly term: string;
  readonly value: string;
  readonly total?: boolean;
}

/** Sums of all added files by result; the lines add up. */
export function batchSums(review: Review): readonly SumLine[] {
  const parts: readonly (readonly [string, number])[] = [
    [t('documentsReview.panel.rejected'), review.rejected],
    [t('documentsReview.panel.duplicates'), review.duplicates],
    [t('documentsReview.panel.excluded'), review.excluded],
    [t('documentsReview.panel.checking'), review.checking],
    [t('documentsReview.panel.unassigned'), review.unassigned],
    [t('documentsReview.panel.onHold'), review.onHold],
  ];
  return [
    { term: t('documentsReview.panel.dropped'), value: formatNumber(review.dropped) },
    ...parts.filter(([, count]) => count > 0).map(([term, count]) => ({ term, value: formatNumber(count) })),
    { term: t('documentsReview.panel.toAttach'), value: formatNumber(review.toAttach), total: true },
  ];
}

export function serviceSums(review: Review): readonly SumLine[] {
  return [
    { term: t('documentsReview.panel.beneficiaries'), value: formatNumber(review.beneficiaries) },
    ...(review.creations === 0
      ? []
      : [{ term: t('documentsReview.panel.creations'), value: formatNumber(review.creations) }]),
    ...(review.recipientUpdate === 'send-known'
      ? [{ term: t('documentsReview.panel.known'), value: formatNumber(review.knownNamedAgain) }]
      : []),
    { term: t('documentsReview.panel.bytes'), value: formatBytes(review.bytes) },
  ];
}

/** One check: passed, informative, or blocking. */
export interface Check {
  readonly id: string;
  readonly state: 'ok' | 'info' | 'problem';
  readonly text: string;
}

function infoCheck(id: string, count: number, text: (count: number) => string): readonly Check[] {
  return count === 0 ? [] : [{ id, state: 'info', text: text(count) }];
}

/** Returns the checks of a review; `largeFileMegabytes` is the size above which a file is large. */
export function checksOf(review: Review, largeFileMegabytes: number): readonly Check[] {
  const known = review.beneficiaries - review.creations;
  return [
    ...(review.checking > 0
      ? [
          {
            id: 'checking',
            state: 'problem',
            text: t('documentsReview.checks.checking', { count: review.checking }),
          } as const,
        ]
      : []),
    review.unassigned > 0
      ? {
          id: 'assigned',
          state: 'problem',
          text: t('documentsReview.checks.unassigned', { count: review.unassigned }),
        }
      : { id: 'assigned', state: 'ok', text: t('documentsReview.checks.assigned') },
    review.duplicates > 0
      ? {
          id: 'duplicates',
          state: 'info',
          text: t('documentsReview.checks.twice', { count: review.duplicates }),
        }
      : { id: 'duplicates', state: 'ok', text: t('documentsReview.checks.once') },
    ...(known > 0
      ? [
          {
            id: 'inAddressBook',
            state: 'ok',
            text: t('documentsReview.checks.inBook', { count: known }),
          } as const,
        ]
      : []),
    ...infoCheck('created', review.creations, (count) => t('documentsReview.checks.created', { count })),
    ...infoCheck('defective', review.defective, (count) => t('documentsReview.checks.defective', { count })),
    ...infoCheck('large', review.large, (count) =>
      t('documentsReview.checks.large', { count, megabytes: largeFileMegabytes }),
    ),
    ...infoCheck('rejected', review.rejected, (count) => t('documentsReview.checks.rejected', { count })),
    ...infoCheck('waiting', review.waiting, (count) => t('documentsReview.checks.waiting', { count })),
    ...infoCheck('held', review.onHold, (count) => t('documentsReview.checks.held', { count })),
  ];
}

/** True when the numbers of the review permit starting the batch. */
export function canStart(review: Review): boolean {
  return review.toAttach > 0 && review.unassigned === 0 && review.checking === 0;
}
