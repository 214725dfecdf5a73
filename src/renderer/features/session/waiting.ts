/** @file What waits for the clerk at each profile, as *Needs you* counts it. */
import { type NeedsYouSummary, noNeeds } from '../../../shared/contract/needs-you.ts';
import { waitingInShort } from '../../../shared/words/leaving.ts';
import { needsYouWords } from '../../../shared/words/needs-you.ts';
import { useTopicPart } from '../../bridge.ts';

/** What waits at one profile. */
export type ProfileNeeds = NeedsYouSummary['byProfile'][number];

/** What waits, by profile; profiles at which nothing waits are absent. */
export function useProfileNeeds(): ReadonlyMap<string, ProfileNeeds> {
  const byProfile = useTopicPart('needsYou', (summary) => summary.byProfile, noNeeds.byProfile);
  return new Map(byProfile.map((needs) => [needs.profileId, needs]));
}

/** The number of lines and what goes on with a sign-in, in a few words. */
export function needsInShort({ number, waiting }: ProfileNeeds): string {
  return [needsYouWords.tray(number), waitingInShort(waiting)].filter((part) => part !== '').join(', ');
}
