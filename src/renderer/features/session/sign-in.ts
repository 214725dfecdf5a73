/** @file The initial choice of the sign-in screen, and the sign-in itself. */

import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { Keychain, Session } from '../../../shared/model/session/session.ts';
import { showBanner } from '../../app/frame/banner.ts';
import { call } from '../../bridge.ts';

/** The profiles and the facts that select one of them. */
interface ProfileChoice {
  /** The profiles in display order. */
  readonly entries: readonly ProfileEntry[];
  readonly session: Session;
  /** ID of the profile that the clerk chose, if any. */
  readonly chosenId: string | null;
  readonly lastUsedId: string | null;
}

/** Selects the profile whose form is shown: the chosen profile, else the profile of the session, the last used, or the first. */
export function selectProfile({
  entries,
  session,
  chosenId,
  lastUsedId,
}: ProfileChoice): ProfileEntry | null {
  const activeId = session.state === 'signed-out' ? null : session.profile.id;
  for (const id of [chosenId, activeId, lastUsedId]) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (entry !== undefined) return entry;
  }
  return entries[0] ?? null;
}

/** Decides where a new key is stored: the chosen place, or this session alone when the keychain is not available. */
export function resolveKeyPlace(
  chosenPlace: 'keychain' | 'session',
  keychain: Keychain['state'],
): 'keychain' | 'session' {
  return keychain === 'available' ? chosenPlace : 'session';
}

/** Signs in. `apiKey: null` uses the stored key. The screen may be unmounted before this resolves. */
export async function signIn(
  profileId: string,
  apiKey: string | null,
  keyPlace: 'keychain' | 'session',
): Promise<void> {
  const { notKept } = await call('session.signIn', { profileId, apiKey, keep: keyPlace });
  if (notKept === null) return;
  const { createKeyNotStoredToast } = await import('./deferred.ts');
  showBanner(createKeyNotStoredToast(notKept));
}
