/** @file What the sign-in screen begins with, and how it signs in. */

import type { WireError } from '../../../shared/errors.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import type { Keychain, Session } from '../../../shared/model/session.ts';
import { wordsOfError } from '../../../shared/words/errors.ts';
import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { showBanner } from '../../app/banner.ts';
import { call } from '../../bridge.ts';

/** What can be chosen, and what speaks for one of them. */
export interface Choosable {
  /** In the order of the list. */
  readonly entries: readonly ProfileEntry[];
  readonly session: Session;
  /** The clerk's own choice, if there was one. */
  readonly chosen: string | null;
  readonly lastUsed: string | null;
}

/** The profile whose form is shown: chosen, else being signed in to, else the one used last, else the first. */
export function shownProfile({ entries, session, chosen, lastUsed }: Choosable): ProfileEntry | null {
  const running = session.state === 'signed-out' ? null : session.profile.id;
  for (const id of [chosen, running, lastUsed]) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (entry !== undefined) return entry;
  }
  return entries[0] ?? null;
}

/** Where a new key can be kept: the clerk's wish, as far as the keychain allows it. */
export function possiblePlace(
  wish: 'keychain' | 'session',
  keychain: Keychain['state'],
): 'keychain' | 'session' {
  return keychain === 'available' ? wish : 'session';
}

/** What is said after signing in with a key that the keychain did not take. */
export function notKeptNote(error: WireError): { tone: 'warning'; title: string; detail: string } {
  const { notKept } = sessionScreenWords;
  return { tone: 'warning', title: notKept.title, detail: notKept.detail(wordsOfError(error).title) };
}

/** Signs in. `apiKey: null` uses the key that is kept. The screen may be gone when it is done. */
export async function signIn(
  profileId: string,
  apiKey: string | null,
  keep: 'keychain' | 'session',
): Promise<void> {
  const { notKept } = await call('session.signIn', { profileId, apiKey, keep });
  if (notKept !== null) showBanner(notKeptNote(notKept));
}
