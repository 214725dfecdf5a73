/** @file The first screen of a profile: the requested destination, what needs the clerk, or Documents. */
import { useEffect, useRef, useState } from 'react';
import { toPaydeskError } from '../../shared/errors.ts';
import { type Need, urgencyOf } from '../../shared/model/needs-you/needs-you.ts';
import type { ProfileEntry } from '../../shared/model/session/profile.ts';
import { call } from '../bridge.ts';
import { chooseProfile } from './profiles/profile-entries.ts';
import { dismissSignInRequest, signInToOtherProfile } from './profiles/sign-in-request.ts';
import { type RouteName, resetHistoryTo } from './routes.ts';

/** The screen to open once the profile with `profileId` is shown; `null` when no screen was requested. */
let destination: { readonly profileId: string; readonly onArrive: () => void } | null = null;

/**
 * True when work needs the clerk after a sign-in. Work that only waited for the sign-in resumes automatically.
 * Upkeep of the computer is not urgent enough to open Needs you instead of the documents.
 */
function isWorkWaiting(needs: readonly Need[], profileId: string): boolean {
  return needs.some((need) => {
    const wasWaitingForSignIn =
      need.kind === 'proofs-paused' || (need.kind === 'batch-paused' && need.reason === 'sign-in');
    return urgencyOf[need.kind] !== 'upkeep' && !(wasWaitingForSignIn && need.profileId === profileId);
  });
}

async function chooseFirstRoute(profileId: string): Promise<RouteName> {
  try {
    const { rows } = await call('needsYou.list', { offset: 0, limit: 200 });
    return isWorkWaiting(rows, profileId) ? 'needsYou' : 'documents';
  } catch {
    // Needs you itself reports that its list cannot be loaded.
    return 'documents';
  }
}

/**
 * Chooses the first screen of a profile that becomes active; `false` until it is chosen and `loadScreen` has loaded its
 * chunk. A profile that was active before is shown as it was left.
 */
export function useFirstScreen(
  profileId: string | null,
  loadScreen: (route: RouteName) => Promise<void>,
): boolean {
  const [readyProfileId, setReadyProfileId] = useState<string | null>(null);
  const seenProfileIds = useRef(new Set<string>());
  // A new sign-in to the same profile starts from its first screen.
  if (profileId === null && readyProfileId !== null) setReadyProfileId(null);
  useEffect(() => {
    if (profileId === null) {
      seenProfileIds.current.clear();
      return;
    }
    let isCurrent = true;
    const wasSeen = seenProfileIds.current.has(profileId);
    seenProfileIds.current.add(profileId);
    const choose = async () => {
      if (wasSeen) return null;
      const route = await chooseFirstRoute(profileId);
      await loadScreen(route);
      return route;
    };
    void choose().then((route) => {
      if (!isCurrent) return;
      if (route !== null) resetHistoryTo(route);
      if (destination?.profileId === profileId) destination.onArrive();
      destination = null;
      dismissSignInRequest();
      setReadyProfileId(profileId);
    });
    return () => {
      isCurrent = false;
    };
  }, [profileId, loadScreen]);
  return readyProfileId === profileId && profileId !== null;
}

/**
 * Switches to another profile and then calls `arrive`. Opens the sign-in screen first when the profile is signed
 * out. Throws the error of the switch.
 */
export async function goToProfile(entry: ProfileEntry, onArrive: () => void): Promise<void> {
  destination = { profileId: entry.id, onArrive };
  try {
    await chooseProfile(entry);
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code !== 'sign-in-needed') throw error;
    // The session ended after the profile was listed as signed in.
    signInToOtherProfile(entry.id);
  }
}

/** Discards the destination: a later sign-in shows the profile's first screen. */
export function forgetDestination(): void {
  destination = null;
}
