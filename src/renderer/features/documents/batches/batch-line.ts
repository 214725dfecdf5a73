/** @file The status line of a batch: what happens or what to do next, in one sentence and a few facts. */
import { t } from '../../../../shared/messages/index.ts';
import { type BatchSummary, countNeedingClerk } from '../../../../shared/model/documents/batch.ts';
import {
  countChecked,
  countIncluded,
  countLeftOut,
  countOf,
  countOutgoing,
  countReady,
  countWaitingForClerk,
  findReviewBlocker,
  phaseOf,
} from './batch-numbers.ts';
import { outcomesOf } from './cancellation-messages.ts';

/** A sentence and the facts beside it. */
interface BatchLine {
  readonly title: string;
  readonly facts: readonly string[];
}

function factIfAny(count: number, message: (count: number) => string): string[] {
  return count === 0 ? [] : [message(count)];
}

function preparingLine(batch: BatchSummary): BatchLine {
  const total = countIncluded(batch);
  const rejected = countOf(batch, 'rejected');
  const blocker = findReviewBlocker(batch);
  if (blocker?.kind === 'checking') {
    return {
      title: t('documentsScreen.preparing.checking', { count: total }),
      facts: [
        t('documentsScreen.preparing.checked', { done: countChecked(batch), total }),
        ...factIfAny(rejected, (count) => t('documentsScreen.preparing.notAccepted', { count })),
      ],
    };
  }
  const facts = [
    ...factIfAny(rejected, (count) => t('documentsScreen.preparing.notAccepted', { count })),
    ...factIfAny(countOf(batch, 'duplicate'), (count) =>
      t('documentsScreen.preparing.duplicates', { count }),
    ),
    ...factIfAny(countOf(batch, 'waiting-for-file'), (count) =>
      t('documentsScreen.preparing.waiting', { count }),
    ),
    ...factIfAny(countOf(batch, 'excluded'), (count) => t('documentsScreen.preparing.excluded', { count })),
  ];
  switch (blocker?.kind) {
    case 'listing':
      return {
        title: t('documentsScreen.preparing.listing'),
        facts: factIfAny(batch.documents, (count) => t('documentsScreen.preparing.found', { count })),
      };
    case 'unassigned':
      return {
        title: t('documentsScreen.preparing.unassigned', { count: blocker.count, total }),
        facts,
      };
    case 'nothing':
      return {
        title:
          batch.documents === 0
            ? t('documentsScreen.preparing.nothingIn')
            : t('documentsScreen.preparing.nothingToAttach'),
        facts,
      };
    default:
      return {
        title: t('documentsScreen.preparing.assigned', {
          count: countReady(batch),
          beneficiaries: batch.beneficiaries,
        }),
        facts,
      };
  }
}

function endedTitle(batch: BatchSummary): string {
  const attached = countOf(batch, 'attached');
  const total = countOutgoing(batch);
  if (batch.state === 'cancelled') return t('documentsScreen.sending.cancelled', { attached });
  if (total === 0) return t('documentsScreen.sending.nothing');
  return attached === total
    ? t('documentsScreen.sending.done', { count: attached, beneficiaries: batch.beneficiaries })
    : t('documentsScreen.sending.problems', { attached, total, beneficiaries: batch.beneficiaries });
}

function factsOfCancellation({ cancellation }: BatchSummary): readonly string[] {
  // The title states the attached documents, and the fact *need you* includes the unknown outcomes.
  return cancellation === null ? [] : outcomesOf({ ...cancellation, attached: 0, unknown: 0 });
}

function endedLine(batch: BatchSummary): BatchLine {
  const [cancellationFacts, notSentFacts] =
    batch.state === 'cancelled'
      ? [
          factsOfCancellation(batch),
          factIfAny(countLeftOut(batch), (count) => t('documentsScreen.sending.leftOut', { count })),
        ]
      : [
          factIfAny(countOf(batch, 'cancelled'), (count) =>
            t('documentsScreen.sending.cancelledFew', { count }),
          ),
          [
            ...factIfAny(countLeftOut(batch) - countOf(batch, 'excluded'), (count) =>
              t('documentsScreen.sending.notSent', { count }),
            ),
            ...factIfAny(countOf(batch, 'excluded'), (count) =>
              t('documentsScreen.preparing.excluded', { count }),
            ),
          ],
        ];
  return {
    title: endedTitle(batch),
    facts: [
      ...factIfAny(countNeedingClerk(batch), (count) => t('documentsScreen.needYou', { count })),
      ...cancellationFacts,
      ...notSentFacts,
    ],
  };
}

function sendingLine(batch: BatchSummary): BatchLine {
  const total = countOutgoing(batch);
  const facts = [
    t('documentsScreen.sending.attached', {
      count: countOf(batch, 'attached'),
      complete: batch.beneficiariesComplete,
    }),
    ...factIfAny(batch.withheld, (count) => t('documentsScreen.sending.withheld', { count })),
  ];
  if (batch.state === 'paused')
    return {
      title: t('documentsScreen.sending.paused', { count: total, beneficiaries: batch.beneficiaries }),
      facts,
    };
  const count = countWaitingForClerk(batch);
  if (count > 0)
    return { title: t('documentsScreen.sending.waiting', { count, total: batch.documents }), facts };
  return {
    title: t('documentsScreen.sending.running', { count: total, beneficiaries: batch.beneficiaries }),
    facts,
  };
}

export function batchLine(batch: BatchSummary): BatchLine {
  switch (phaseOf(batch.state)) {
    case 'preparing':
      return preparingLine(batch);
    case 'sending':
      return sendingLine(batch);
    case 'over':
      return endedLine(batch);
  }
}
