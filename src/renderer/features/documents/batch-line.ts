/** @file The line under the head of a batch: what happens, or what is to be done next, in one sentence and a few facts. */
import { type BatchSummary, needClerk } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
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

const { preparing: prepared, sending, needYou } = documentsScreenWords;

function some(count: number, words: (count: number) => string): string[] {
  return count === 0 ? [] : [words(count)];
}

/** The line while the clerk prepares the batch. */
function preparingLine(batch: BatchSummary): BatchLine {
  const whole = included(batch);
  const rejected = countOf(batch, 'rejected');
  const reason = notReady(batch);
  if (reason?.kind === 'checking') {
    return {
      title: prepared.checking(whole),
      facts: [prepared.checked(checkedOf(batch), whole), ...some(rejected, prepared.notAccepted)],
    };
  }
  const facts = [
    ...some(rejected, prepared.notAccepted),
    ...some(countOf(batch, 'duplicate'), prepared.duplicates),
    ...some(countOf(batch, 'waiting-for-file'), prepared.waiting),
    ...some(countOf(batch, 'excluded'), prepared.excluded),
  ];
  switch (reason?.kind) {
    case 'listing':
      return { title: prepared.listing, facts: some(batch.documents, prepared.found) };
    case 'unassigned':
      return { title: prepared.unassigned(reason.count, whole), facts };
    case 'nothing':
      return { title: batch.documents === 0 ? prepared.nothingIn : prepared.nothingToAttach, facts };
    default:
      return { title: prepared.assigned(readyToGo(batch), batch.beneficiaries), facts };
  }
}

function overTitle(batch: BatchSummary): string {
  const attached = countOf(batch, 'attached');
  const whole = goingOut(batch);
  if (batch.state === 'cancelled') return sending.cancelled(attached);
  if (whole === 0) return sending.nothing;
  return attached === whole
    ? sending.done(attached, batch.beneficiaries)
    : sending.problems(attached, whole, batch.beneficiaries);
}

function cancelledFacts({ cancellation }: BatchSummary): readonly string[] {
  // What is attached is in the title, and what is unknown needs the clerk.
  return cancellation === null ? [] : outcomesOf({ ...cancellation, attached: 0, unknown: 0 });
}

function overLine(batch: BatchSummary): BatchLine {
  const [rest, left] =
    batch.state === 'cancelled'
      ? [cancelledFacts(batch), some(leftOut(batch), sending.leftOut)]
      : [some(countOf(batch, 'cancelled'), sending.cancelledFew), some(leftOut(batch), sending.notSent)];
  return { title: overTitle(batch), facts: [...some(needClerk(batch), needYou), ...rest, ...left] };
}

function sendingLine(batch: BatchSummary): BatchLine {
  const whole = goingOut(batch);
  const facts = [sending.attached(countOf(batch, 'attached'), batch.beneficiariesComplete)];
  if (batch.state === 'paused') return { title: sending.paused(whole, batch.beneficiaries), facts };
  // What moves no more by itself is not being sent.
  const stuck = needClerk(batch) + countOf(batch, 'on-hold');
  if (moving(batch) === 0 && stuck > 0) return { title: sending.waiting(stuck, batch.documents), facts };
  return { title: sending.running(whole, batch.beneficiaries), facts };
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
