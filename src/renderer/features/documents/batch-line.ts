/** @file The status line of a batch: what happens or what to do next, in one sentence and a few facts. */
import { t } from '../../../shared/messages/index.ts';
import { type BatchSummary, needClerk } from '../../../shared/model/batch.ts';
import {
  checkedOf,
  countOf,
  goingOut,
  included,
  leftOut,
  moving,
  notReady,
  phaseOf,
  readyToGo,
} from './batch-numbers.ts';
import { outcomesOf } from './cancellation-messages.ts';

/** A sentence and the facts beside it. */
export interface BatchLine {
  readonly title: string;
  readonly facts: readonly string[];
}

function some(count: number, message: (count: number) => string): string[] {
  return count === 0 ? [] : [message(count)];
}

/** The line while the clerk prepares the batch. */
function preparingLine(batch: BatchSummary): BatchLine {
  const whole = included(batch);
  const rejected = countOf(batch, 'rejected');
  const reason = notReady(batch);
  if (reason?.kind === 'checking') {
    return {
      title: t('documentsScreen.preparing.checking', { count: whole }),
      facts: [
        t('documentsScreen.preparing.checked', { done: checkedOf(batch), total: whole }),
        ...some(rejected, (count) => t('documentsScreen.preparing.notAccepted', { count })),
      ],
    };
  }
  const facts = [
    ...some(rejected, (count) => t('documentsScreen.preparing.notAccepted', { count })),
    ...some(countOf(batch, 'duplicate'), (count) => t('documentsScreen.preparing.duplicates', { count })),
    ...some(countOf(batch, 'waiting-for-file'), (count) => t('documentsScreen.preparing.waiting', { count })),
    ...some(countOf(batch, 'excluded'), (count) => t('documentsScreen.preparing.excluded', { count })),
  ];
  switch (reason?.kind) {
    case 'listing':
      return {
        title: t('documentsScreen.preparing.listing'),
        facts: some(batch.documents, (count) => t('documentsScreen.preparing.found', { count })),
      };
    case 'unassigned':
      return {
        title: t('documentsScreen.preparing.unassigned', { count: reason.count, total: whole }),
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
          count: readyToGo(batch),
          beneficiaries: batch.beneficiaries,
        }),
        facts,
      };
  }
}

function overTitle(batch: BatchSummary): string {
  const attached = countOf(batch, 'attached');
  const whole = goingOut(batch);
  if (batch.state === 'cancelled') return t('documentsScreen.sending.cancelled', { attached });
  if (whole === 0) return t('documentsScreen.sending.nothing');
  return attached === whole
    ? t('documentsScreen.sending.done', { count: attached, beneficiaries: batch.beneficiaries })
    : t('documentsScreen.sending.problems', { attached, total: whole, beneficiaries: batch.beneficiaries });
}

function cancelledFacts({ cancellation }: BatchSummary): readonly string[] {
  // The title contains the attached documents, and unknown outcomes are among those that need the clerk.
  return cancellation === null ? [] : outcomesOf({ ...cancellation, attached: 0, unknown: 0 });
}

function overLine(batch: BatchSummary): BatchLine {
  const [rest, left] =
    batch.state === 'cancelled'
      ? [
          cancelledFacts(batch),
          some(leftOut(batch), (count) => t('documentsScreen.sending.leftOut', { count })),
        ]
      : [
          some(countOf(batch, 'cancelled'), (count) => t('documentsScreen.sending.cancelledFew', { count })),
          some(leftOut(batch), (count) => t('documentsScreen.sending.notSent', { count })),
        ];
  return {
    title: overTitle(batch),
    facts: [...some(needClerk(batch), (count) => t('documentsScreen.needYou', { count })), ...rest, ...left],
  };
}

function sendingLine(batch: BatchSummary): BatchLine {
  const whole = goingOut(batch);
  const facts = [
    t('documentsScreen.sending.attached', {
      count: countOf(batch, 'attached'),
      complete: batch.beneficiariesComplete,
    }),
  ];
  if (batch.state === 'paused')
    return {
      title: t('documentsScreen.sending.paused', { count: whole, beneficiaries: batch.beneficiaries }),
      facts,
    };
  // Documents that wait are not being sent.
  const stuck = needClerk(batch) + countOf(batch, 'on-hold');
  if (moving(batch) === 0 && stuck > 0)
    return { title: t('documentsScreen.sending.waiting', { count: stuck, total: batch.documents }), facts };
  return {
    title: t('documentsScreen.sending.running', { count: whole, beneficiaries: batch.beneficiaries }),
    facts,
  };
}

/** The line of a batch. */
export function batchLine(batch: BatchSummary): BatchLine {
  switch (phaseOf(batch.state)) {
    case 'preparing':
      return preparingLine(batch);
    case 'sending':
      return sendingLine(batch);
    case 'over':
      return overLine(batch);
  }
}
