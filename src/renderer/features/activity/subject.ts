/** @file What an entry is about, in a clerk's words. */

import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { type HostName, hostNames } from '../../../shared/model/environment.ts';
import { profilesScreenWords } from '../../../shared/words/profiles-screen.ts';

function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

/** The subject: a host by the word of its service, everything else as it was written down. */
export function subjectWords({ kind, subject }: Pick<ActivityEntry, 'kind' | 'subject'>): string {
  return kind === 'connection-check' && isHostName(subject) ? profilesScreenWords.hosts[subject] : subject;
}
