/** @file Texts of an entry of the activity. */
import { t } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { type HostName, hostNames } from '../../../shared/model/environment.ts';

function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

/** Describes the subject of an entry: a host by the name of its service, any other subject as recorded. */
export function describeSubject({ kind, subject }: Pick<ActivityEntry, 'kind' | 'subject'>): string {
  return kind === 'connection-check' && isHostName(subject) ? t(`profiles.hosts.${subject}`) : subject;
}

/** Formats a duration as `182 ms`, `1.4 s` or `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t('activity.duration.milliseconds', { milliseconds });
  // From 59.95 s on, one decimal would round to 60.0 s.
  if (milliseconds < 59_950) return t('activity.duration.seconds', { seconds: milliseconds / 1000 });
  const totalSeconds = Math.round(milliseconds / 1000);
  const [minutes, seconds] = [Math.floor(totalSeconds / 60), totalSeconds % 60];
  return seconds === 0
    ? t('activity.duration.minutes', { minutes })
    : t('activity.duration.minutesAndSeconds', { minutes, seconds });
}
