/** @file Sorting, searching and describing profiles, and finding their counterparts. */

import { formatTime, t } from '../../shared/messages/index.ts';
import { deriveHost, type Environment } from '../../shared/model/environment.ts';
import type { Profile, ProfileEntry } from '../../shared/model/profile.ts';

import { originFacts } from './origin.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts by the last sign-in, most recent first; profiles that were never used come last, by name. */
export function byLastUse(entries: readonly ProfileEntry[]): ProfileEntry[] {
  return entries.toSorted((one, other) => {
    const recent = (other.lastSignedInAt ?? '').localeCompare(one.lastSignedInAt ?? '');
    return recent !== 0 ? recent : byName.compare(one.name, other.name);
  });
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The monogram of a name: its first letter or digit, in upper case. */
export function monogram(name: string): string {
  for (const { segment } of graphemes.segment(name)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase('en');
  }
  return '?';
}

/** Describes the last use: `Signed in today, 09:21`, `Last used 12 Nov 2026`, or `Never signed in`, with the managed mark. */
export function lastUseText(entry: ProfileEntry, now: Date, timeZone?: string): string {
  const { mark } = originFacts[entry.origin];
  if (entry.lastSignedInAt === null) return mark ?? t('profiles.use.never');
  const moment = formatTime(entry.lastSignedInAt, 'moment', now, timeZone);
  const day = formatTime(entry.lastSignedInAt, 'day', now, timeZone);
  const isNear = !moment.startsWith(day);
  if (mark !== null)
    return t('profiles.use.managedUsed', { moment: isNear ? (moment.split(',')[0] ?? moment) : day });
  return isNear ? t('profiles.use.signedIn', { moment }) : t('profiles.use.lastUsed', { day });
}

/** True when two profiles seem to belong to one company: corresponding hosts, or the same name. */
function isCounterpart(profile: Profile, other: Profile, wanted: Environment): boolean {
  if (other.environment !== wanted) return false;
  const derived = deriveHost(profile.hosts.auth, wanted);
  return other.name === profile.name || (derived !== null && other.hosts.auth === derived);
}

/** Finds the profile of the same company in the other environment, preferring the same name; `null` without one. */
export function counterpartOf<Entry extends Profile>(
  profile: Profile,
  entries: readonly Entry[],
): Entry | null {
  const wanted = profile.environment === 'production' ? 'sandbox' : 'production';
  const fitting = entries.filter((other) => isCounterpart(profile, other, wanted));
  return fitting.find((other) => other.name === profile.name) ?? fitting[0] ?? null;
}

/** Finds the profiles whose name, client ID or host contains a text, ignoring case and accents. */
export function findProfiles<Entry extends Profile>(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = folded(typed);
  if (wanted === '') return [...entries];
  return entries.filter((entry) =>
    [entry.name, entry.clientId, entry.environment, entry.hosts.auth].some((text) =>
      folded(text).includes(wanted),
    ),
  );
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
