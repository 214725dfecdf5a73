/** @file Switching profiles by the command palette. */
import { shellWords } from '../../shared/words/shell.ts';
import { useFailures } from './failures.ts';
import type { Command } from './feature.ts';
import { leave } from './LeaveDialog.tsx';
import { chooseProfile, profileLine, useMenuProfiles } from './profile-entries.ts';

const words = shellWords.profile;

/** One command for each profile that is not shown. */
export function useProfileCommands(shownId: string): readonly Command[] {
  const { attempt } = useFailures();
  return useMenuProfiles(shownId)
    .filter(({ id }) => id !== shownId)
    .map((entry) => ({
      id: `profile ${entry.id}`,
      word: entry.session === 'signed-out' ? words.signInTo(entry.name) : words.switchTo(entry.name),
      icon: entry.environment === 'production' ? ('bank' as const) : ('flask' as const),
      more: profileLine(entry),
      run: () => leave(() => attempt(chooseProfile(entry))),
    }));
}
