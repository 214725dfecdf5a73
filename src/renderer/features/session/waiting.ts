/** @file What waits for a sign-in, by profile. */
import type { WaitingWork } from '../../../shared/model/work-in-flight.ts';
import { useTopicPart } from '../../bridge.ts';

const nothing: readonly WaitingWork[] = [];

/** What goes on by itself once each profile is signed in; profiles without such work are absent. */
export function useWaitingWork(): ReadonlyMap<string, WaitingWork> {
  const waiting = useTopicPart('profiles', (profiles) => profiles.waiting, nothing);
  return new Map(waiting.map((work) => [work.profileId, work]));
}
