/** @file Announcements of batches for screen readers, on every screen. */

import { formatPercent, percentOf, t } from '../../../../shared/messages/index.ts';
import { type BatchSummary, countNeedingClerk } from '../../../../shared/model/documents/batch.ts';
import { bytesInFlight, countChecked, countIncluded, countOf } from './batch-numbers.ts';

/** A sentence to speak. Of several pending sentences with the same subject, only the newest is spoken. */
interface Announcement {
  readonly sentence: string;
  readonly subject: string;
}

/** Files that are checked between two sentences. */
const checkStep = 1_000;
/** Percent of the bytes between two sentences. */
const percentStep = 25;

function checkedMessage(count: number, bad: number): string {
  return bad === 0
    ? t('documentsFrame.announced.checked', { count })
    : t('documentsFrame.announced.checkedBad', { count, bad });
}

function checkSentence(before: BatchSummary, now: BatchSummary): string | null {
  const isChecking = (batch: BatchSummary) => batch.state === 'checking';
  if (isChecking(before) && !isChecking(now)) {
    return countIncluded(now) === 0 ? null : checkedMessage(countIncluded(now), countOf(now, 'rejected'));
  }
  if (!isChecking(now)) return null;
  const checked = countChecked(now);
  const hasPassedStep = Math.floor(checked / checkStep) > Math.floor(countChecked(before) / checkStep);
  return hasPassedStep
    ? t('documentsFrame.announced.checking', { done: checked, total: countIncluded(now) })
    : null;
}

function stateSentence(before: BatchSummary, now: BatchSummary): string | null {
  if (before.state === now.state) return null;
  switch (now.state) {
    case 'paused':
      return t('documentsFrame.notices.paused.user.title', { number: now.number });
    case 'done':
      return t('documentsFrame.announced.done', { number: now.number });
    case 'done-with-problems':
      return t('documentsFrame.announced.problems', { number: now.number, count: countNeedingClerk(now) });
    default:
      return null;
  }
}

function progressSentence(before: BatchSummary, now: BatchSummary): string | null {
  if (before.state !== 'running' || now.state !== 'running') return null;
  if (countNeedingClerk(now) > countNeedingClerk(before))
    return t('documentsFrame.announced.needs', { number: now.number, count: countNeedingClerk(now) });
  const storedBytes = (batch: BatchSummary) => batch.bytesStored + bytesInFlight(batch);
  const percentStepOf = (batch: BatchSummary) =>
    Math.floor(percentOf(storedBytes(batch), batch.bytes) / percentStep);
  return percentStepOf(now) > percentStepOf(before)
    ? t('documentsFrame.announced.progress', {
        number: now.number,
        percent: formatPercent(storedBytes(now), now.bytes),
      })
    : null;
}

/** Announces the batches that need the clerk, among those that were just loaded. */
function unfinishedAnnouncements(batches: readonly BatchSummary[]): readonly Announcement[] {
  const needClerkBatches = batches.filter((batch) => countNeedingClerk(batch) > 0);
  const [firstBatch, ...otherBatches] = needClerkBatches;
  if (firstBatch === undefined) return [];
  const documents = needClerkBatches.reduce((sum, batch) => sum + countNeedingClerk(batch), 0);
  const sentence =
    otherBatches.length === 0
      ? t('documentsFrame.announced.open', { number: firstBatch.number, count: documents })
      : t('documentsFrame.announced.openSeveral', { batches: needClerkBatches.length, count: documents });
  return [{ sentence, subject: 'open batches' }];
}

/** Returns the announcements after a change of the `batches` topic. */
export function announcementsOf(
  before: readonly BatchSummary[],
  now: readonly BatchSummary[],
): readonly Announcement[] {
  const batchesBefore = new Map(before.map((batch) => [batch.id, batch]));
  const changes = now.flatMap((batch) => {
    const batchBefore = batchesBefore.get(batch.id);
    if (batchBefore === undefined) return [];
    const sentence =
      stateSentence(batchBefore, batch) ??
      checkSentence(batchBefore, batch) ??
      progressSentence(batchBefore, batch);
    return sentence === null ? [] : [{ sentence, subject: `batch ${batch.id}` }];
  });
  return [...unfinishedAnnouncements(now.filter(({ id }) => !batchesBefore.has(id))), ...changes];
}
