/**
 * @file The active profile of the window. While the window switches to another profile, the shown one accepts no
 * input, because main may already have switched.
 */
import { create } from 'zustand';
import type { Session } from '../../../shared/model/session/session.ts';
import { call, mirror } from '../../bridge.ts';
import { activateRoutes } from '../routes.ts';

const useStore = create<{ readonly awaitedId: string | null }>(() => ({ awaitedId: null }));

/** Returns the ID of the profile whose work is shown or resumes after another sign-in; `null` for none. */
function profileIdOf(session: Session): string | null {
  return session.state === 'signed-in' || session.state === 'interrupted' ? session.profile.id : null;
}

/** Returns the ID of the shown profile, for event handlers; `null` while none is shown. */
export function shownProfileId(): string | null {
  const { value } = mirror('session').getState();
  return value === null ? null : profileIdOf(value);
}

/** Switches the route history with the active profile. Must be called before the first render. */
export function followActiveProfile(): void {
  const session = mirror('session');
  session.subscribe(({ value }) => {
    if (value === null) return;
    activateRoutes(profileIdOf(value));
    const { awaitedId } = useStore.getState();
    if (awaitedId !== null && profileIdOf(value) === awaitedId) useStore.setState({ awaitedId: null });
  });
}

/** Shows another open profile. Rejects when its session has ended meanwhile. */
export async function activateProfile(profileId: string): Promise<void> {
  if (shownProfileId() === profileId) return;
  useStore.setState({ awaitedId: profileId });
  try {
    await call('session.activate', { action: 'profile', profileId });
  } catch (thrown) {
    useStore.setState({ awaitedId: null });
    throw thrown;
  }
}

/** True while the window switches to another profile. */
export function useIsSwitching(): boolean {
  return useStore(({ awaitedId }) => awaitedId !== null);
}
