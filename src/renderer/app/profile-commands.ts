/** @file Switching profiles by the command palette. */
import { t } from '../../shared/messages/index.ts';
import { useFailures } from './failures.ts';
import type { Command } from './feature.ts';
import { leave } from './leave-confirmation.tsx';
import { chooseProfile, describeProfile, useMenuProfiles } from './profile-entries.ts';

/** One command for each profile that is not shown. */
export function useProfileCommands(shownId: string): readonly Command[] {
  const { attempt } = useFailures();
  return useMenuProfiles(shownId)
    .filter(({ id }) => id !== shownId)
    .map((entry) => ({
      id: `profile ${entry.id}`,
      label: t(entry.session === 'signed-out' ? 'shell.profile.signInTo' : 'shell.profile.switchTo', {
        name: entry.name,
      }),
      icon: entry.environment === 'production' ? ('bank' as const) : ('flask' as const),
      detail: describeProfile(entry),
      run: () => leave(() => attempt(chooseProfile(entry))),
    }));
}
