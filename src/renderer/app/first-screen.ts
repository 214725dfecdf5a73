/** @file What is shown first for a profile: where the clerk was on the way to, what needs the clerk, or Documents. */
import { useEffect, useRef, useState } from 'react';
import { toPaydeskError } from '../../shared/errors.ts';
import { type Need, urgencyOf } from '../../shared/model/needs-you.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { call } from '../bridge.ts';
import { chooseProfile } from './profile-entries.ts';
import { type RouteName, resetHistoryTo } from './routes.ts';
import { dismissSignInRequest, signInToOtherProfile } from './sign-in-request.ts';

/** Where the clerk goes as soon as a profile is shown. */
let destination: { readonly profileId: string; readonly arrive: () => void } | null = null;

/**
 * True when work waits for a clerk who has just signed in to a profile. What only waited for this sign-in goes on by
 * itself, and upkeep of the computer does not take the place of the work that somebody signs in for.
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
    // Nothing can be read now; the list says so itself.
    return 'documents';
  }
}

/**
 * Chooses the first screen of a profile that comes into view; `false` until it is chosen. A profile that was in view
 * before begins at Documents.
 */
export function useFirstScreen(profileId: string | null): boolean {
  const [readyFor, setReadyFor] = useState<string | null>(null);
  const seen = useRef(new Set<string>());
  // Whoever signs in to the same profile again begins anew.
  if (profileId === null && readyFor !== null) setReadyFor(null);
  useEffect(() => {
    if (profileId === null) {
      seen.current.clear();
      return;
    }
    let isCurrent = true;
    const wasSeen = seen.current.has(profileId);
    seen.current.add(profileId);
    // One that was shown before is shown as it was left.
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
 * Shows another profile and goes where `arrive` leads. One that is not signed in is signed in to first. Throws what
 * keeps an open profile from being shown.
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

/** The clerk stays: a later sign-in leads nowhere in particular. */
export function forgetDestination(): void {
  destination = null;
}
