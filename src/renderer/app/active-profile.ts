/**
 * @file Which profile the window shows. While the window waits for another one nothing can be done in the present one,
 * because main may already be there.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Session } from '../../shared/model/session.ts';
import { call, mirror } from '../bridge.ts';
import { activateRoutes } from './routes.ts';

const store = createStore<{ readonly awaitedId: string | null }>(() => ({ awaitedId: null }));

/** The profile whose work is shown, or may go on after signing in again. */
export function profileIdOf(session: Session): string | null {
  return session.state === 'signed-in' || session.state === 'interrupted' ? session.profile.id : null;
}

/** The profile that is shown now, for an event; `null` while none is. */
export function shownProfileId(): string | null {
  const { value } = mirror('session').getState();
  return value === null ? null : profileIdOf(value);
}

/** Gives each profile its own places, from before the window is drawn for the first time. */
export function followActiveProfile(): void {
  const session = mirror('session');
  session.subscribe(({ value }) => {
    if (value === null) return;
    activateRoutes(profileIdOf(value));
    const { awaitedId } = store.getState();
    if (awaitedId !== null && profileIdOf(value) === awaitedId) store.setState({ awaitedId: null });
  });
}

/** Shows another open profile. Rejects when its session has ended meanwhile. */
export async function activateProfile(profileId: string): Promise<void> {
  if (shownProfileId() === profileId) return;
  store.setState({ awaitedId: profileId });
  try {
    await call('session.activate', { profileId });
  } catch (thrown) {
    store.setState({ awaitedId: null });
    throw thrown;
  }
}

/** True while another profile is on its way into the window. */
export function useIsSwitching(): boolean {
  return useStore(store, ({ awaitedId }) => awaitedId !== null);
}
