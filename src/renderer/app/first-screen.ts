/** @file The first screen of a profile: the requested destination, what needs the clerk, or Documents. */
import { useEffect, useRef, useState } from 'react';
import { toPaydeskError } from '../../shared/errors.ts';
import { type Need, urgencyOf } from '../../shared/model/needs-you.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { call } from '../bridge.ts';
import { chooseProfile } from './profile-entries.ts';
import { type RouteName, resetHistoryTo } from './routes.ts';
import { dismissSignInRequest, signInToOtherProfile } from './sign-in-request.ts';

/** The destination to open once its profile is shown. */
let destination: { readonly profileId: string; readonly arrive: () => void } | null = null;

/**
 * True when work needs the clerk after a sign-in. Work that only waited for the sign-in resumes automatically, and
 * maintenance of the computer does not replace the work that the clerk signed in for.
 */
export function isWorkWaiting(needs: readonly Need[], profileId: string): boolean {
  return needs.some((need) => {
    const isEnded =
      need.kind === 'proofs-paused' || (need.kind === 'batch-paused' && need.reason === 'sign-in');
    return urgencyOf[need.kind] !== 'upkeep' && !(isEnded && need.profileId === profileId);
  });
}

async function firstRoute(profileId: string): Promise<RouteName> {
  try {
    const { rows } = await call('needsYou.list', { offset: 0, limit: 200 });
    return isWorkWaiting(rows, profileId) ? 'needsYou' : 'documents';
  } catch {
    // The list reports its own error.
    return 'documents';
  }
}

/**
 * Chooses the first screen of a profile that becomes active; `false` until it is chosen. A profile that was active
 * before is shown as it was left.
 */
export function useFirstScreen(profileId: string | null): boolean {
  const [readyFor, setReadyFor] = useState<string | null>(null);
  const seen = useRef(new Set<string>());
  // A new sign-in to the same profile starts from its first screen.
  if (profileId === null && readyFor !== null) setReadyFor(null);
  useEffect(() => {
    if (profileId === null) {
      seen.current.clear();
      return;
    }
    let isCurrent = true;
    const wasSeen = seen.current.has(profileId);
    seen.current.add(profileId);
    // A profile that was active before is shown as it was left.
    void (wasSeen ? Promise.resolve<RouteName | null>(null) : firstRoute(profileId)).then((route) => {
      if (!isCurrent) return;
      if (route !== null) resetHistoryTo(route);
      if (destination?.profileId === profileId) destination.arrive();
      destination = null;
      dismissSignInRequest();
      setReadyFor(profileId);
    });
    return () => {
      isCurrent = false;
    };
  }, [profileId]);
  return readyFor === profileId && profileId !== null;
}

/**
 * Switches to another profile and then calls `arrive`. Opens the sign-in screen first when the profile is signed
 * out. Throws the error of the switch.
 */
export async function goToProfile(entry: ProfileEntry, arrive: () => void): Promise<void> {
  destination = { profileId: entry.id, arrive };
  try {
    await chooseProfile(entry);
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code !== 'sign-in-needed') throw error;
    // Its session ended meanwhile.
    signInToOtherProfile(entry.id);
  }
}

/** Discards the destination: a later sign-in shows the profile's first screen. */
export function forgetDestination(): void {
  destination = null;
}
