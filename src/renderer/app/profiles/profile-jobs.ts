/** @file Tray lines of the profiles that are not shown: one line for each profile that works or needs the clerk. */
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { useFailures } from '../failures.ts';
import type { TrayJob } from '../feature.ts';
import { leave } from './leave.ts';
import { chooseProfile, describeProfile, useMenuProfiles } from './profile-entries.ts';
import { useProfileNeeds } from './profile-needs.ts';

function summarizeWork({ session, work }: ProfileEntry, needs: number): string | null {
  if (session === 'interrupted') return t('shell.profile.state.interrupted');
  if (needs > 0) return t('shell.needsYou', { count: needs });
  return work.underWay > 0 ? t('shell.profile.inProgress', { count: work.underWay }) : null;
}

export function useProfileJobs(shownSession: Session): readonly TrayJob[] {
  const shownId = shownSession.state === 'signed-out' ? '' : shownSession.profile.id;
  const { attempt } = useFailures();
  const needsByProfile = useProfileNeeds();
  return useMenuProfiles(shownId).flatMap((entry) => {
    const needs = needsByProfile.get(entry.id)?.number ?? 0;
    const summary = entry.id === shownId ? null : summarizeWork(entry, needs);
    if (summary === null) return [];
    const needsClerk = entry.session === 'interrupted' || needs > 0;
    return {
      id: `profile ${entry.id}`,
      icon: needsClerk ? 'alert' : 'activity',
      label: entry.name,
      summary,
      title: entry.name,
      amount: summary,
      detail: describeProfile(entry),
      ...(needsClerk ? { tone: 'warning' as const } : {}),
      onOpen: () => leave(() => attempt(chooseProfile(entry))),
    };
  });
}
