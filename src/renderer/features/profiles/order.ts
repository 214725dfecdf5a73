/** @file Sorting, searching and describing profiles, and finding their counterparts. */

import { formatTime, t } from '../../../shared/messages/index.ts';
import { deriveHost, type Environment } from '../../../shared/model/session/environment.ts';
import type { Profile, ProfileEntry } from '../../../shared/model/session/profile.ts';

import { originFacts } from './origin.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts by the last sign-in, most recent first; profiles that were never used come last, by name. */
export function sortByLastUse(entries: readonly ProfileEntry[]): ProfileEntry[] {
  return entries.toSorted((left, right) => {
    const byRecency = (right.lastSignedInAt ?? '').localeCompare(left.lastSignedInAt ?? '');
    return byRecency !== 0 ? byRecency : byName.compare(left.name, right.name);
  });
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The monogram of a name: its first letter or digit, in upper case. */
export function createMonogram(name: string): string {
  for (const { segment } of graphemes.segment(name)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase('en');
  }
  return '?';
}

/** Describes the last use: `Signed in today, 09:21`, `Last used 12 Nov 2026`, or `Never signed in`, with the managed mark. */
export function describeLastUse(entry: ProfileEntry, now: Date, timeZone?: string): string {
  if (entry.lastSignedInAt === null) return originFacts[entry.origin].mark ?? t('profileFacts.use.never');
  const moment = formatTime(entry.lastSignedInAt, 'moment', now, timeZone);
  const day = formatTime(entry.lastSignedInAt, 'day', now, timeZone);
  // Only a recent moment names its day relative to today (`today, 09:21`); an older moment starts with the date.
  const isRecent = !moment.startsWith(day);
  if (entry.origin === 'managed') {
    const relativeDay = moment.split(',')[0] ?? moment;
    return t('profileFacts.use.managedUsed', { moment: isRecent ? relativeDay : day });
  }
  return isRecent ? t('profileFacts.use.signedIn', { moment }) : t('profileFacts.use.lastUsed', { day });
}

/** True when another profile of the given environment seems to belong to the same company: it has the derived host, or the same name. */
function isCounterpart(profile: Profile, other: Profile, environment: Environment): boolean {
  if (other.environment !== environment) return false;
  const derived = deriveHost(profile.hosts.auth, environment);
  return other.name === profile.name || (derived !== null && other.hosts.auth === derived);
}

/** Finds the profile of the same company in the other environment, preferring the same name; `null` when no profile matches. */
export function findCounterpart<Entry extends Profile>(
  profile: Profile,
  entries: readonly Entry[],
): Entry | null {
  const counterpartEnvironment = profile.environment === 'production' ? 'sandbox' : 'production';
  const counterparts = entries.filter((other) => isCounterpart(profile, other, counterpartEnvironment));
  return counterparts.find((other) => other.name === profile.name) ?? counterparts[0] ?? null;
}

/** Finds the profiles whose name, client ID or host contains a text, ignoring case and accents. */
export function findProfiles<Entry extends Profile>(entries: readonly Entry[], search: string): Entry[] {
  const foldedSearch = foldText(search);
  if (foldedSearch === '') return [...entries];
  return entries.filter((entry) =>
    [entry.name, entry.clientId, entry.environment, entry.hosts.auth].some((text) =>
      foldText(text).includes(foldedSearch),
    ),
  );
}

/** Removes case, accents and outer spaces. */
function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
