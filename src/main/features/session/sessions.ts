/**
 * @file The sessions of all profiles. At most one is active: the window shows it, and commands apply only to it.
 */
import { PaydeskError, toWire, type WireError } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Session } from '../../../shared/model/session.ts';
import type { OpenProfile, OpenProfiles } from '../../open-profiles.ts';
import type { Clock } from '../../platform.ts';
import type { ApiKey } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import type { Keys } from './keys.ts';
import { ProfileSession, type SignInSource } from './profile-session.ts';
import type { Profiles } from './profiles.ts';
import type { ProfileSource } from './source.ts';
import * as tables from './tables.ts';

export interface Sessions {
  open(): OpenProfiles;
  /** Finds a profile that is signed in or interrupted, or `null`. */
  find(profileId: string): OpenProfile | null;
  /** The state of a profile's session for the window, or `null` when signed out. */
  view(profileId: string): ReturnType<ProfileSession['view']>;
  /** True while any session is open or being opened. */
  isOpen(): boolean;
  /** Called synchronously after every change of {@link Sessions.open}, together with the topic update. */
  onChange(listener: () => void): void;
  /**
   * Signs in and makes the profile active, unless the clerk began another sign-in meanwhile. `key: null` uses the stored
   * key. Returns the error if the key could not be stored in the keychain.
   */
  signIn(profileId: string, key: ApiKey | null, place: 'keychain' | 'session'): Promise<WireError | null>;
  explore(): Promise<void>;
  /** Makes a profile active whose session is open or being opened. Throws `sign-in-needed` for any other. */
  activate(profileId: string): Promise<void>;
  /**
   * Signs out of a profile, or of the active one for `null`; another signed-in profile becomes active. Never fails.
   * Returns `true` when the key could not be removed from the keychain.
   */
  signOut(profileId: string | null, forgetKey: boolean): Promise<boolean>;
  /** Signs out of every profile because the machine is idle or locked. */
  lock(): Promise<void>;
  /** Stops the work of a profile whose session the service no longer accepts, until the clerk signs in again. */
  interrupt(profileId: string, error: PaydeskError): void;
  /** Resumes the sessions that were open when Paydesk quit, or signs in to `fallbackId`. */
  resume(fallbackId: string | null): Promise<void>;
  /** Continues an open session with the changed profile. */
  replaceProfile(profile: Profile): Promise<void>;
}

export interface SessionsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly profiles: Profiles;
  readonly practice: ProfileSource | null;
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  readonly publish: (session: Session) => void;
  readonly onSignedOut: (profile: Profile) => void;
}

/** Creates the sessions; every profile is signed out. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { store, clock, keys, profiles, practice } = deps;
  const listeners: (() => void)[] = [];
  const sessions = new Map<string, ProfileSession>();
  let activeId: string | null = null;
  /** Profile IDs in the order of activation, most recent last. */
  let activeOrder: readonly string[] = [];
  /** The sign-in that the clerk began last: only its profile becomes active. */
  let requested: { readonly profileId: string } | null = null;
  let isLocked = false;
  /** True once the clerk has acted, so that a slow start does not interfere. */
  let isUsed = false;

  const sessionOf = (profileId: string | null) => (profileId === null ? undefined : sessions.get(profileId));

  /** The active session, or else the sign-in that the clerk waits for. */
  function shown(): Session {
    const active = sessionOf(activeId)?.view() ?? null;
    if (active !== null) return active;
    const awaited = sessionOf(requested?.profileId ?? null)?.view() ?? null;
    return awaited?.state === 'signing-in' ? awaited : { state: 'signed-out', locked: isLocked };
  }

  function publish(): void {
    deps.publish(shown());
  }

  function publishOpen(): void {
    publish();
    for (const listener of listeners) listener();
  }

  function setActive(profileId: string): void {
    activeId = profileId;
    activeOrder = [...activeOrder.filter((id) => id !== profileId), profileId];
    // Only the next start needs this record, so a full disk is ignored.
    store.run(tables.activated, { profileId }).catch(() => undefined);
  }

  /** Ends one session. If it was active, the signed-in profile that was active before it becomes active. */
  function end(profileId: string | null): Profile | null {
    const left = sessionOf(profileId)?.end() ?? null;
    if (profileId === requested?.profileId) requested = null;
    if (profileId === activeId) {
      activeId = null;
      const next = activeOrder.findLast((id) => sessionOf(id)?.open()?.service != null);
      if (next !== undefined) setActive(next);
    }
    return left;
  }

  function forget(left: Profile): void {
    deps.onSignedOut(left);
    keys.clearMemory(left.id);
  }

  function ensureSession(profileId: string): ProfileSession {
    const known = sessions.get(profileId);
    if (known !== undefined) return known;
    const created = new ProfileSession({
      clock,
      readKey: keys.read,
      makeService: deps.makeService,
      recordSignIn: (id) => store.run(tables.signedIn, { profileId: id, at: clock.now() }),
      onViewChanged: publish,
      onOpenChanged() {
        if (created.open()?.service != null && requested?.profileId === profileId) setActive(profileId);
        publishOpen();
      },
    });
    sessions.set(profileId, created);
    return created;
  }

  function isOpen(): boolean {
    return [...sessions.values()].some((session) => session.isActive());
  }

  async function signInTo(profileId: string, source: SignInSource): Promise<Profile> {
    isUsed = true;
    const mine = { profileId };
    requested = mine;
    isLocked = false;
    try {
      return await ensureSession(profileId).signIn(source);
    } finally {
      if (requested === mine) requested = null;
    }
  }

  function practiceSource(source: ProfileSource): SignInSource {
    return { key: () => source.open(), profile: () => profiles.find(source.id) };
  }

  async function explore(): Promise<void> {
    if (practice === null) throw new PaydeskError('profile-unknown', 'There is no practice company here');
    await signInTo(practice.id, practiceSource(practice));
  }

  async function resumeOne(profileId: string): Promise<void> {
    const session = ensureSession(profileId);
    if (profileId === practice?.id) await session.signIn(practiceSource(practice));
    else await session.resume(await profiles.find(profileId));
  }

  return {
    open() {
      const all = [...sessions.values()].flatMap((session) => session.open() ?? []);
      return { all, active: sessionOf(activeId)?.open() ?? null };
    },
    find: (profileId) => sessions.get(profileId)?.open() ?? null,
    view: (profileId) => sessions.get(profileId)?.view() ?? null,
    isOpen,
    onChange: (listener) => listeners.push(listener),
    async signIn(profileId, givenKey, place) {
      if (profileId === practice?.id) {
        await explore();
        return null;
      }
      const profile = await signInTo(profileId, {
        key: givenKey === null ? null : () => Promise.resolve(givenKey),
        profile: () => profiles.find(profileId),
      });
      const storeError = givenKey === null ? null : await keys.store(profile, givenKey, place);
      return storeError === null ? null : toWire(storeError);
    },
    explore,
    async signOut(profileId, forgetKey) {
      isUsed = true;
      const id = profileId ?? activeId ?? requested?.profileId ?? null;
      const left = end(id);
      isLocked = false;
      publishOpen();
      if (left !== null) forget(left);
      // The key is removed first, because a full disk must not prevent its removal.
      try {
        return left !== null && forgetKey ? await keys.remove(left.id) : false;
      } finally {
        await store.run(tables.signedOut, { profileId: id });
      }
    },
    async activate(profileId) {
      if (sessionOf(profileId)?.view() == null) {
        throw new PaydeskError('sign-in-needed', 'This profile is not signed in');
      }
      isUsed = true;
      requested = null;
      setActive(profileId);
      publishOpen();
    },
    async lock() {
      isUsed = true;
      const left = [...sessions.values()].flatMap((session) => session.end() ?? []);
      activeId = null;
      requested = null;
      isLocked = true;
      publishOpen();
      for (const profile of left) forget(profile);
      await store.run(tables.signedOut, { profileId: null });
    },
    interrupt: (profileId, error) => sessionOf(profileId)?.interrupt(error),
    async resume(fallbackId) {
      const { entries, open } = await profiles.list();
      // The clerk acted during the start.
      if (isUsed) return;
      const ids = open.length === 0 && fallbackId !== null ? [fallbackId] : open;
      const isKept = (id: string) =>
        entries.some((entry) => entry.id === id && entry.keyPlace === 'keychain');
      const resumed = ids.filter((id) => id === practice?.id || isKept(id));
      if (resumed[0] !== undefined) setActive(resumed[0]);
      const results = await Promise.allSettled(resumed.map(resumeOne));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
    replaceProfile: async (profile) => sessionOf(profile.id)?.replaceProfile(profile),
  };
}
