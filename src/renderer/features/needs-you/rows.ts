/** @file Lines of the list as the page shows them. */
import { keyOfNeed, type Need } from '../../../shared/model/needs-you.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import { type NeedWords, needsYouWords, wordsOfNeed } from '../../../shared/words/needs-you.ts';
import { useProfile } from '../../app/use-profile.ts';
import { useTopicPart } from '../../bridge.ts';
import { formatPeriod } from '../../components/format-period.ts';

const numbers = new Map<string, number>();

/** A number for a line, the same for as long as the window lives: lists know rows by numbers. */
export function numberOfNeed(need: Need): number {
  const key = keyOfNeed(need);
  const known = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, known);
  return known;
}

/** The words of a line. */
export function needWords(need: Need): NeedWords {
  return wordsOfNeed(need, formatPeriod);
}

/** What a line needs to know of the profiles. */
export interface ProfileNames {
  /** The profile that is shown. */
  readonly shownId: string | null;
  readonly entries: readonly ProfileEntry[];
  nameOf(profileId: string | null): string;
}

const noEntries: readonly ProfileEntry[] = [];

/** The profiles, as lines name them. */
export function useProfileNames(): ProfileNames {
  const entries = useTopicPart('profiles', (profiles) => profiles.entries, noEntries);
  const shownId = useProfile()?.id ?? null;
  return {
    shownId,
    entries,
    nameOf(profileId) {
      if (profileId === null) return needsYouWords.thisComputer;
      return entries.find(({ id }) => id === profileId)?.name ?? needsYouWords.removedProfile;
    },
  };
}

/** The word of a line's button: of another profile, it leads to that profile first. */
export function actionWord(
  need: Need,
  { shownId, entries }: Pick<ProfileNames, 'shownId' | 'entries'>,
): string {
  if (need.profileId === null || need.profileId === shownId) return needWords(need).action;
  const entry = entries.find(({ id }) => id === need.profileId);
  if (entry === undefined) return needsYouWords.showProfiles;
  return entry.session === 'signed-out' ? needsYouWords.signIn : needsYouWords.switchProfile;
}
