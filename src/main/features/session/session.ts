/**
 * @file Signing in and out. One profile is signed in at a time; its service holds the token, and whoever does work for
 * the clerk asks here for it.
 */
import { PaydeskError, toPaydeskError, toWire, type WireError } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Session } from '../../../shared/model/session.ts';
import type { Clock } from '../../platform.ts';
import type { ApiKey } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import type { Keys } from './keys.ts';
import type { Profiles } from './profiles.ts';
import type { ProfileSource } from './source.ts';
import * as tables from './tables.ts';

/** What a signed-in clerk works with. */
export interface SignedIn {
  readonly profile: Profile;
  readonly service: PaymentsService;
}

/** The session. */
export interface SessionKeeper {
  /** Whom work is done for now, or `null`. */
  current(): SignedIn | null;
  /** The profile that is worked with: signed in, or interrupted and then without a service. */
  shown(): { readonly profile: Profile; readonly service: PaymentsService | null } | null;
  /** Called after every change of {@link SessionKeeper.current} and {@link SessionKeeper.shown}. */
  onChange(listener: () => void): void;
  /** Signs in; `key: null` uses the kept one. Gives why the key was not kept in the keychain, if it was not. */
  signIn(profileId: string, key: ApiKey | null, place: 'keychain' | 'session'): Promise<WireError | null>;
  explore(): Promise<void>;
  /** Always ends signed out. `true` when the key is still in the keychain although it should not be. */
  signOut(forgetKey: boolean): Promise<boolean>;
  /** The service no longer accepts this session: work stops until the clerk has signed in again. */
  interrupt(error: PaydeskError): void;
  /** Goes on with the session that was open when Paydesk ended, or else with the given profile. */
  resume(otherwise: string | null): Promise<void>;
  /** Works with the changed form of the signed-in profile from now on. */
  replaceProfile(profile: Profile): Promise<void>;
}

/** Milliseconds until a start without network tries to sign in again: doubled each time up to a minute. */
const firstRetry = 5_000;
const longestRetry = 60_000;

/** Creates the session, signed out. */
export function createSessionKeeper(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly profiles: Profiles;
  readonly practice: ProfileSource | null;
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  readonly publish: (session: Session) => void;
  readonly onSignedOut: (profile: Profile) => void;
}): SessionKeeper {
  const { store, clock, keys, profiles, practice } = parts;
  const listeners: (() => void)[] = [];
  let signedIn: (SignedIn & { companyId: string; key: ApiKey }) | null = null;
  let interrupted: Profile | null = null;
  let attempt = 0;
  let cancelRetry: () => void = () => undefined;

  function tellAll(): void {
    for (const listener of listeners) listener();
  }

  function publishSignedIn(): void {
    if (signedIn === null) return;
    const { profile, service, companyId } = signedIn;
    const validUntil = service.validUntil() ?? new Date(clock.now()).toISOString();
    parts.publish({ state: 'signed-in', profile, companyId, validUntil });
  }

  /** Signs in with a key; a later attempt or a sign-out makes this one void. */
  async function enter(profile: Profile, key: ApiKey): Promise<void> {
    cancelRetry();
    attempt += 1;
    const mine = attempt;
    const service = parts.makeService(profile, key, () => {
      if (signedIn?.service === service) publishSignedIn();
    });
    const { companyId } = await service.signIn();
    if (mine !== attempt) {
      service.forget();
      throw new PaydeskError('cancelled', 'Another sign-in took over');
    }
    signedIn?.service.forget();
    signedIn = { profile, service, companyId, key };
    interrupted = null;
    await store.run(tables.signedIn, { profileId: profile.id, at: clock.now() });
    publishSignedIn();
    tellAll();
  }

  function leave(): Profile | null {
    cancelRetry();
    attempt += 1;
    const left = signedIn?.profile ?? interrupted;
    signedIn?.service.forget();
    signedIn = null;
    interrupted = null;
    return left;
  }

  /** The profile stays in view, so that nothing of its work is out of sight while it cannot go on. */
  function interruptWith(profile: Profile, error: PaydeskError): void {
    interrupted = profile;
    parts.publish({ state: 'interrupted', profile, error: toWire(error) });
    tellAll();
  }

  /** Runs a sign-in that the clerk waits for; when it fails, what was before stays. */
  async function visibly(profile: Profile, work: () => Promise<void>): Promise<void> {
    const before = interrupted;
    if (signedIn === null) parts.publish({ state: 'signing-in', profile });
    try {
      await work();
    } catch (thrown) {
      if (before !== null && signedIn === null) interruptWith(before, toPaydeskError(thrown));
      else if (signedIn === null) parts.publish({ state: 'signed-out' });
      throw thrown;
    }
  }

  async function resumeOnce(profile: Profile, wait: number): Promise<void> {
    parts.publish({ state: 'signing-in', profile });
    try {
      await enter(profile, await keyFor(profile));
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (error.code === 'cancelled') return;
      interruptWith(profile, error);
      if (!error.retryable) return;
      const next = Math.min(wait * 2, longestRetry);
      cancelRetry = clock.after(wait, () => void resumeOnce(profile, next));
    }
  }

  async function keyFor(profile: Profile): Promise<ApiKey> {
    return practice !== null && profile.id === practice.id ? practice.open() : keys.read(profile.id);
  }

  async function explore(): Promise<void> {
    if (practice === null) throw new PaydeskError('profile-unknown', 'There is no practice company here');
    const key = await practice.open();
    const profile = await profiles.find(practice.id);
    await visibly(profile, () => enter(profile, key));
  }

  return {
    current: () => signedIn,
    shown: () => signedIn ?? (interrupted === null ? null : { profile: interrupted, service: null }),
    onChange: (listener) => listeners.push(listener),
    async signIn(profileId, given, place) {
      if (profileId === practice?.id) {
        await explore();
        return null;
      }
      const profile = await profiles.find(profileId);
      const key = given ?? (await keys.read(profileId));
      await visibly(profile, () => enter(profile, key));
      const notKept = given === null ? null : await keys.keep(profileId, given, place);
      return notKept === null ? null : toWire(notKept);
    },
    explore,
    async signOut(forgetKey) {
      const left = leave();
      parts.publish({ state: 'signed-out' });
      tellAll();
      await store.run(tables.signedOut, null);
      if (left === null) return false;
      parts.onSignedOut(left);
      keys.forgetInMemory(left.id);
      return forgetKey ? keys.remove(left.id) : false;
    },
    interrupt(error) {
      const left = leave();
      if (left !== null) interruptWith(left, error);
    },
    async resume(otherwise) {
      const listed = await profiles.list();
      const open = listed.open ?? otherwise;
      const { entries } = listed;
      if (open !== null && open === practice?.id) return explore();
      const profile = entries.find((entry) => entry.id === open);
      if (profile !== undefined && profile.keyPlace === 'keychain')
        await resumeOnce(await profiles.find(profile.id), firstRetry);
    },
    async replaceProfile(profile) {
      if (signedIn?.profile.id === profile.id) await enter(profile, signedIn.key);
    },
  };
}
