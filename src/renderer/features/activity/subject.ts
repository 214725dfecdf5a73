/** @file Display text of an entry's subject. */

import { t } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { type HostName, hostNames } from '../../../shared/model/environment.ts';

function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

/** Hosts by the name of their service, other subjects as recorded. */
export function subjectText({ kind, subject }: Pick<ActivityEntry, 'kind' | 'subject'>): string {
  return kind === 'connection-check' && isHostName(subject) ? t(`profiles.hosts.${subject}`) : subject;
}
