/** @file The open work of each profile, as counted by *Needs you*. */
import { type NeedsYouSummary, noNeeds } from '../../../shared/contract/needs-you.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import { useTopicPart } from '../../bridge.ts';
import { waitingSummary } from './unfinished-work-messages.ts';

export type ProfileNeeds = NeedsYouSummary['byProfile'][number];

/** The open work by profile; profiles without open work are absent. */
export function useProfileNeeds(): ReadonlyMap<string, ProfileNeeds> {
  const byProfile = useTopicPart('needsYou', (summary) => summary.byProfile, noNeeds.byProfile);
  return new Map(byProfile.map((needs) => [needs.profileId, needs]));
}

/** A short summary: the number of entries, and the work that resumes after the sign-in. */
export function summarizeNeeds({ number, waiting }: ProfileNeeds): string {
  return formatPlainList([t('session.pick.needs', { count: number }), waitingSummary(waiting)]);
}
