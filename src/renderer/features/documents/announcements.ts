/** @file Announcements of batches for screen readers, on every screen. */

import { formatPercent, percentOf, t } from '../../../shared/messages/index.ts';
import { type BatchSummary, needClerk } from '../../../shared/model/batch.ts';
import { bytesInFlight, checkedOf, countOf, included } from './batch-numbers.ts';

/** One sentence; of several pending ones with the same subject, only the newest is spoken. */
export interface Announcement {
  readonly sentence: string;
  readonly about: string;
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

function ofCheck(before: BatchSummary, now: BatchSummary): string | null {
  const checking = (batch: BatchSummary) => batch.state === 'checking';
  if (checking(before) && !checking(now)) {
    return included(now) === 0 ? null : checkedMessage(included(now), countOf(now, 'rejected'));
  }
  if (!checking(now)) return null;
  const [was, is] = [checkedOf(before), checkedOf(now)];
  const passed = Math.floor(is / checkStep) > Math.floor(was / checkStep);
  return passed ? t('documentsFrame.announced.checking', { done: is, total: included(now) }) : null;
}

function ofState(before: BatchSummary, now: BatchSummary): string | null {
  if (before.state === now.state) return null;
  switch (now.state) {
    case 'paused':
      return t('documentsFrame.notices.paused.user.title', { number: now.number });
    case 'done':
      return t('documentsFrame.announced.done', { number: now.number });
    case 'done-with-problems':
      return t('documentsFrame.announced.problems', { number: now.number, count: needClerk(now) });
    default:
      return null;
  }
}

function ofProgress(before: BatchSummary, now: BatchSummary): string | null {
  if (before.state !== 'running' || now.state !== 'running') return null;
  if (needClerk(now) > needClerk(before))
    return t('documentsFrame.announced.needs', { number: now.number, count: needClerk(now) });
  const stored = (batch: BatchSummary) => batch.bytesStored + bytesInFlight(batch);
  const step = (batch: BatchSummary) => Math.floor(percentOf(stored(batch), batch.bytes) / percentStep);
  return step(now) > step(before)
    ? t('documentsFrame.announced.progress', {
        number: now.number,
        percent: formatPercent(stored(now), now.bytes),
      })
    : null;
}

/** Announces new batches that need the clerk, for example after a start. */
function ofUnfinished(batches: readonly BatchSummary[]): readonly Announcement[] {
  const needy = batches.filter((batch) => needClerk(batch) > 0);
  const [first, ...others] = needy;
  if (first === undefined) return [];
  const documents = needy.reduce((sum, batch) => sum + needClerk(batch), 0);
  const sentence =
    others.length === 0
      ? t('documentsFrame.announced.open', { number: first.number, count: documents })
      : t('documentsFrame.announced.openSeveral', { batches: needy.length, count: documents });
  return [{ sentence, about: 'open batches' }];
}

/** Returns the announcements after a change of the topic. */
export function announcementsOf(
  before: readonly BatchSummary[],
  now: readonly BatchSummary[],
): readonly Announcement[] {
  const known = new Map(before.map((batch) => [batch.id, batch]));
  const changes = now.flatMap((batch) => {
    const was = known.get(batch.id);
    if (was === undefined) return [];
    const sentence = ofState(was, batch) ?? ofCheck(was, batch) ?? ofProgress(was, batch);
    return sentence === null ? [] : [{ sentence, about: `batch ${batch.id}` }];
  });
  return [...ofUnfinished(now.filter(({ id }) => !known.has(id))), ...changes];
}
