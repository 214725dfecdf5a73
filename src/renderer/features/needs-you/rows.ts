/** @file Row numbers and button labels of the entries in the list. */

import { t } from '../../../shared/messages/index.ts';
import { createNeedMessages } from '../../../shared/messages/need-messages.ts';
import { keyOfNeed, type Need } from '../../../shared/model/needs-you/needs-you.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { useTopicPart } from '../../bridge.ts';

const numbers = new Map<string, number>();

/** Returns a number for an entry, stable while the window is open: lists identify rows by numbers. */
export function numberOfNeed(need: Need): number {
  const key = keyOfNeed(need);
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return number;
}

/** The profiles, to name the profile of an entry. */
export interface ProfileNames {
  readonly shownId: string | null;
  readonly entries: readonly ProfileEntry[];
  nameOf(profileId: string | null): string;
}

const noEntries: readonly ProfileEntry[] = [];

export function useProfileNames(): ProfileNames {
  const entries = useTopicPart('profiles', (profiles) => profiles.entries, noEntries);
  const shownId = useProfile()?.id ?? null;
  return {
    shownId,
    entries,
    nameOf(profileId) {
      if (profileId === null) return t('needsYou.urgency.upkeep');
      return entries.find(({ id }) => id === profileId)?.name ?? t('needsYou.removedProfile');
    },
  };
}

/** Describes the action of an entry. An entry of another profile first switches to that profile. */
export function describeAction(
  need: Need,
  { shownId, entries }: Pick<ProfileNames, 'shownId' | 'entries'>,
): string {
  if (need.profileId === null || need.profileId === shownId) return createNeedMessages(need).action;
  const entry = entries.find(({ id }) => id === need.profileId);
  if (entry === undefined) return t('needsYou.showProfiles');
  return t(entry.session === 'signed-out' ? 'needsYou.signIn' : 'needsYou.switchProfile');
}
