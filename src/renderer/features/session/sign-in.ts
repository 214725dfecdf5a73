/** @file The initial choice of the sign-in screen, and the sign-in itself. */

import type { WireError } from '../../../shared/errors.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import type { Keychain, Session } from '../../../shared/model/session.ts';
import { showBanner } from '../../app/banner.ts';
import { call } from '../../bridge.ts';

/** The profiles and the facts that select one of them. */
interface ProfileChoice {
  /** In display order. */
  readonly entries: readonly ProfileEntry[];
  readonly session: Session;
  /** The clerk's choice, if any. */
  readonly chosen: string | null;
  readonly lastUsed: string | null;
}

/** The profile whose form is shown: the chosen one, else the one signing in, the last used, or the first. */
export function shownProfile({ entries, session, chosen, lastUsed }: ProfileChoice): ProfileEntry | null {
  const running = session.state === 'signed-out' ? null : session.profile.id;
  for (const id of [chosen, running, lastUsed]) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (entry !== undefined) return entry;
  }
  return entries[0] ?? null;
}

/** Where a new key will be stored: the clerk's choice, if the keychain is available. */
export function storablePlace(
  wish: 'keychain' | 'session',
  keychain: Keychain['state'],
): 'keychain' | 'session' {
  return keychain === 'available' ? wish : 'session';
}

/** The toast after a sign-in whose key could not be stored in the keychain. */
export function keyNotStoredToast(error: WireError): { tone: 'warning'; title: string; detail: string } {
  return {
    tone: 'warning',
    title: t('session.notSaved.title'),
    detail: t('session.notSaved.detail', { reason: describeError(error).title }),
  };
}

/** Signs in. `apiKey: null` uses the stored key. The screen may be unmounted before this resolves. */
export async function signIn(
  profileId: string,
  apiKey: string | null,
  keep: 'keychain' | 'session',
): Promise<void> {
  const { notKept } = await call('session.signIn', { profileId, apiKey, keep });
  if (notKept !== null) showBanner(keyNotStoredToast(notKept));
}
