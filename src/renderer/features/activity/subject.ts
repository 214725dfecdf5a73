/** @file Display text of an entry's subject. */

import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { type HostName, hostNames } from '../../../shared/model/environment.ts';
import { profilesScreenWords } from '../../../shared/words/profiles-screen.ts';

function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

/** Hosts by the name of their service, other subjects as recorded. */
export function subjectText({ kind, subject }: Pick<ActivityEntry, 'kind' | 'subject'>): string {
  return kind === 'connection-check' && isHostName(subject) ? profilesScreenWords.hosts[subject] : subject;
}
