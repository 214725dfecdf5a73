/** @file The profiles as menu, tray and command palette offer them: the shown one first, then those that are open. */
import { formatPlainList, t } from '../../shared/messages/index.ts';
import type { ProfileEntry, SessionState } from '../../shared/model/profile.ts';
import { call, useTopicPart } from '../bridge.ts';
import { activateProfile } from './active-profile.ts';
import { announce } from './announcer.ts';
import { signInToOtherProfile } from './sign-in-request.ts';

const none: readonly ProfileEntry[] = [];

const order: readonly SessionState[] = ['signed-in', 'interrupted', 'signing-in', 'signed-out'];

/** The shown profile first, then by state; within one state by name. */
export function sortedForMenu(entries: readonly ProfileEntry[], shownId: string): ProfileEntry[] {
  const rank = ({ id, session }: ProfileEntry) => (id === shownId ? -1 : order.indexOf(session));
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** All profiles in the order of the menu. */
export function useMenuProfiles(shownId: string): readonly ProfileEntry[] {
  const entries = useTopicPart('profiles', (value) => value.entries, none);
  return sortedForMenu(entries, shownId);
}

/** Environment and state in one line, such as *Sandbox, signed in, 12 in progress*. */
export function profileLine({ environment, session, work }: ProfileEntry): string {
  const state = t(`shell.profile.state.${session}`);
  const moving = work.underWay > 0 ? [t('shell.profile.inProgress', { count: work.underWay })] : [];
  return formatPlainList([t(`shell.profile.environment.${environment}`), state, ...moving]);
}

/** Switches to a signed-in profile; opens the sign-in screen for any other. */
export async function chooseProfile({ id, name, origin, session }: ProfileEntry): Promise<void> {
  if (session !== 'signed-out') {
    await activateProfile(id);
    announce(t('shell.profile.switched', { name }));
  } else if (origin === 'practice') await call('session.explore', {});
  else signInToOtherProfile(id);
}
