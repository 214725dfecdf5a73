/** @file Texts of an entry of the activity. */
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

/** `182 ms`, `1.4 s`, `2 min 5 s` */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return t('activity.duration.milliseconds', { milliseconds });
  if (milliseconds < 59_950) return t('activity.duration.seconds', { seconds: milliseconds / 1000 });
  const whole = Math.round(milliseconds / 1000);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  return seconds === 0
    ? t('activity.duration.minutes', { minutes })
    : t('activity.duration.minutesAndSeconds', { minutes, seconds });
}
