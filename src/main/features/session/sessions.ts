/**
 * @file The sessions of all profiles. At most one is active: the window shows it, and commands apply only to it.
 */
import { PaydeskError, toWire } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import type { ApiKey } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import type { Keys } from './keys.ts';
import { ProfileSession, type SignInSource } from './profile-session.ts';
import type { Profiles } from './profiles.ts';
import type { ProfileSource } from './source.ts';

interface SessionsDeps extends Pick<Ports, 'store' | 'clock'> {
  readonly keys: Keys;
  readonly profiles: Profiles;
  readonly practice: ProfileSource | null;
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  /** Rejects with `data-earlier` while no profile may be opened. */
  readonly whenCurrent: () => Promise<void>;
  readonly publish: (session: Session) => void;
  readonly onSignedOut: (profile: Profile) => void;
}

/** Creates the sessions; every profile is signed out. */
export function createSessions(deps: SessionsDeps) {
  const { store, clock, keys, profiles, practice } = deps;
  const listeners: (() => void)[] = [];
  const sessions = new Map<string, ProfileSession>();
  let activeId: string | null = null;
  /** Profile IDs in the order of activation, most recent last. */
  let activeOrder: readonly string[] = [];
  /** The last sign-in that the clerk began; only the profile of this sign-in becomes active. */
  let requestedSignIn: { readonly profileId: string } | null = null;
  let isLocked = false;
  /** Once true, a slow start no longer resumes the sessions of the last run. */
  let hasClerkActed = false;

  const sessionOf = (profileId: string | null) => (profileId === null ? undefined : sessions.get(profileId));

  /** Returns the session that the window shows: the active session, else the sign-in that the clerk waits for. */
  function currentView(): Session {
    const active = sessionOf(activeId)?.view() ?? null;
    if (active !== null) return active;
    const requestedView = sessionOf(requestedSignIn?.profileId ?? null)?.view() ?? null;
    return requestedView?.state === 'signing-in' ? requestedView : { state: 'signed-out', locked: isLocked };
  }

  function publish(): void {
    deps.publish(currentView());
  }

  function publishOpenProfiles(): void {
    publish();
    for (const listener of listeners) listener();
  }

  function setActive(profileId: string): void {
    activeId = profileId;
    activeOrder = [...activeOrder.filter((id) => id !== profileId), profileId];
    // Only the next start needs this record, so a full disk is ignored.
    store.run(procedures.recordActivation, { profileId }).catch(() => undefined);
  }

  /** Ends one session. If it was active, the signed-in profile that was active before it becomes active. */
  function endSession(profileId: string | null): Profile | null {
    const endedProfile = sessionOf(profileId)?.end() ?? null;
    if (profileId === requestedSignIn?.profileId) requestedSignIn = null;
    if (profileId === activeId) {
      activeId = null;
      const nextProfileId = activeOrder.findLast((id) => sessionOf(id)?.openProfile()?.service != null);
      if (nextProfileId !== undefined) setActive(nextProfileId);
    }
    return endedProfile;
  }

  function finishSignOut(profile: Profile): void {
    deps.onSignedOut(profile);
    keys.clearMemory(profile.id);
  }

  function ensureSession(profileId: string): ProfileSession {
    const existingSession = sessions.get(profileId);
    if (existingSession !== undefined) return existingSession;
    const newSession = new ProfileSession({
      clock,
      readKey: keys.read,
      makeService: deps.makeService,
      recordSignIn: (id) => store.run(procedures.recordSignIn, { profileId: id, at: clock.now() }),
      onViewChanged: publish,
      onOpenChanged() {
        if (newSession.openProfile()?.service != null) {
          isLocked = false;
          if (requestedSignIn?.profileId === profileId) setActive(profileId);
        }
        publishOpenProfiles();
      },
    });
    sessions.set(profileId, newSession);
    return newSession;
  }

  function isOpen(): boolean {
    return [...sessions.values()].some((session) => session.isActive());
  }

  async function signInTo(profileId: string, source: SignInSource): Promise<Profile> {
    hasClerkActed = true;
    const ownSignIn = { profileId };
    requestedSignIn = ownSignIn;
    try {
      await deps.whenCurrent();
      return await ensureSession(profileId).signIn(source);
    } finally {
      if (requestedSignIn === ownSignIn) requestedSignIn = null;
    }
  }

  function practiceSource(source: ProfileSource): SignInSource {
    return { key: () => source.open(), profile: () => profiles.find(source.id) };
  }

  async function explore(): Promise<void> {
    if (practice === null) throw new PaydeskError('profile-unknown', 'There is no practice company here');
    await signInTo(practice.id, practiceSource(practice));
  }

  async function resumeProfile(profileId: string): Promise<void> {
    const session = ensureSession(profileId);
    if (profileId === practice?.id) await session.signIn(practiceSource(practice));
    else await session.resume(await profiles.find(profileId));
  }

  return {
    openProfiles() {
      const all = [...sessions.values()].flatMap((session) => session.openProfile() ?? []);
      return { all, active: sessionOf(activeId)?.openProfile() ?? null };
    },
    /** Finds a profile that is signed in or interrupted, or `null`. */
    find: (profileId: string) => sessions.get(profileId)?.openProfile() ?? null,
    /** The state of a profile's session for the window, or `null` when signed out. */
    view: (profileId: string) => sessions.get(profileId)?.view() ?? null,
    /** True while any session is open or being opened. */
    isOpen,
    /** True after `lock`, until the clerk has signed in. */
    isLocked: () => isLocked,
    /** Called synchronously after every change of `openProfiles`, together with the topic update. */
    onChange: (listener: () => void) => listeners.push(listener),
    /**
     * Signs in and makes the profile active, unless the clerk began another sign-in meanwhile. `key: null` uses the stored
     * key. Returns the error if the key could not be stored in the keychain.
     */
    async signIn(profileId: string, enteredKey: ApiKey | null, place: 'keychain' | 'session') {
      if (profileId === practice?.id) {
        await explore();
        return null;
      }
      const profile = await signInTo(profileId, {
        key: enteredKey === null ? null : () => Promise.resolve(enteredKey),
        profile: () => profiles.find(profileId),
      });
      const storeError = enteredKey === null ? null : await keys.store(profile, enteredKey, place);
      return storeError === null ? null : toWire(storeError);
    },
    explore,
    /**
     * Signs out of a profile, or of the active one for `null`; another signed-in profile becomes active. Never fails.
     * Returns `true` when the key could not be removed from the keychain.
     */
    async signOut(profileId: string | null, forgetKey: boolean) {
      hasClerkActed = true;
      const id = profileId ?? activeId ?? requestedSignIn?.profileId ?? null;
      const endedProfile = endSession(id);
      publishOpenProfiles();
      if (endedProfile !== null) finishSignOut(endedProfile);
      // The key is removed first, because a full disk must not prevent its removal.
      try {
        return endedProfile !== null && forgetKey ? await keys.remove(endedProfile.id) : false;
      } finally {
        await store.run(procedures.recordSignOut, { profileId: id });
      }
    },
    /** Makes a profile active whose session is open or being opened. Throws `sign-in-needed` for any other. */
    async activate(profileId: string) {
      if (sessionOf(profileId)?.view() == null) {
        throw new PaydeskError('sign-in-needed', 'This profile is not signed in');
      }
      hasClerkActed = true;
      requestedSignIn = null;
      setActive(profileId);
      publishOpenProfiles();
    },
    /** Signs out of every profile because the machine is idle or locked. */
    async lock() {
      hasClerkActed = true;
      const endedProfiles = [...sessions.values()].flatMap((session) => session.end() ?? []);
      activeId = null;
      requestedSignIn = null;
      isLocked = true;
      publishOpenProfiles();
      for (const profile of endedProfiles) finishSignOut(profile);
      await store.run(procedures.recordSignOut, { profileId: null });
    },
    /** Stops the work of a profile whose session the service no longer accepts, until the clerk signs in again. */
    interrupt: (profileId: string, error: PaydeskError) => sessionOf(profileId)?.interrupt(error),
    /** Resumes the sessions that were open when Paydesk quit, or signs in to `fallbackId`. */
    async resume(fallbackId: string | null) {
      await deps.whenCurrent();
      const { entries, open } = await profiles.list();
      // The clerk acted during the start.
      if (hasClerkActed) return;
      const candidateIds = open.length === 0 && fallbackId !== null ? [fallbackId] : open;
      const hasStoredKey = (id: string) =>
        entries.some((entry) => entry.id === id && entry.keyPlace === 'keychain');
      const idsToResume = candidateIds.filter((id) => id === practice?.id || hasStoredKey(id));
      activeOrder = idsToResume.toReversed();
      if (idsToResume[0] !== undefined) setActive(idsToResume[0]);
      const results = await Promise.allSettled(idsToResume.map(resumeProfile));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
    /** Continues an open session with the changed profile. */
    replaceProfile: (profile: Profile) => sessionOf(profile.id)?.replaceProfile(profile),
  };
}
