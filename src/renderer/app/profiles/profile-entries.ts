/** @file The profiles in the order of the menu, the tray and the command palette: the shown profile first. */
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { ProfileEntry, SessionState } from '../../../shared/model/session/profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { announce } from '../toasts/announcer.ts';
import { activateProfile } from './active-profile.ts';
import { signInToOtherProfile } from './sign-in-request.ts';

const noEntries: readonly ProfileEntry[] = [];

const sessionOrder: readonly SessionState[] = ['signed-in', 'interrupted', 'signing-in', 'signed-out'];

/** The shown profile first, then by state; within one state by name. */
function sortForMenu(entries: readonly ProfileEntry[], shownId: string): ProfileEntry[] {
  const rank = ({ id, session }: ProfileEntry) => (id === shownId ? -1 : sessionOrder.indexOf(session));
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

export function useMenuProfiles(shownId: string): readonly ProfileEntry[] {
  const entries = useTopicPart('profiles', (value) => value.entries, noEntries);
  return sortForMenu(entries, shownId);
}

/** Environment and state in one line, such as *Sandbox, signed in, 12 in progress*. */
export function describeProfile({ environment, session, work }: ProfileEntry): string {
  const state = t(`shell.profile.state.${session}`);
  const progress = work.underWay > 0 ? [t('shell.profile.inProgress', { count: work.underWay })] : [];
  return formatPlainList([t(`shell.profile.environment.${environment}`), state, ...progress]);
}

/** Switches to an open profile, starts the practice company, or opens the sign-in screen of a signed-out profile. */
export async function chooseProfile({ id, name, origin, session }: ProfileEntry): Promise<void> {
  if (session !== 'signed-out') {
    await activateProfile(id);
    announce(t('shell.profile.switched', { name }));
  } else if (origin === 'practice') await call('session.activate', { action: 'practiceCompany' });
  else signInToOtherProfile(id);
}
