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
  /** Whether a session is there, or on its way. */
  isOpen(): boolean;
  /** Called after every change of {@link SessionKeeper.current} and {@link SessionKeeper.shown}. */
  onChange(listener: () => void): void;
  /** Signs in; `key: null` uses the kept one. Gives why the key was not kept in the keychain, if it was not. */
  signIn(profileId: string, key: ApiKey | null, place: 'keychain' | 'session'): Promise<WireError | null>;
  explore(): Promise<void>;
  /**
   * Always ends signed out. `true` when the key is still in the keychain although it should not be. `locked` when nobody
   * asked for it, because nobody was there.
   */
  signOut(forgetKey: boolean, locked?: boolean): Promise<boolean>;
  /** The service no longer accepts this session: work stops until the clerk has signed in again. */
  interrupt(error: PaydeskError): void;
  /** Goes on with the session that was open when Paydesk ended, or else with the given profile. */
  resume(otherwise: string | null): Promise<void>;
  /** Works with the changed form of the shown profile from now on. */
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
  let interrupted: { profile: Profile; error: PaydeskError } | null = null;
  let attempt = 0;
  /** What is being signed in to, or will be tried again; `byItself` when nobody but Paydesk would begin it anew. */
  let trying: { readonly profileId: string; readonly byItself: boolean } | null = null;
  let overtaken = Promise.withResolvers<null>();
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

  /** The profile stays in view, so that nothing of its work is out of sight while it cannot go on. */
  function interruptWith(profile: Profile, error: PaydeskError): void {
    interrupted = { profile, error };
    parts.publish({ state: 'interrupted', profile, error: toWire(error) });
    tellAll();
  }

  /** A sign-in or a sign-out begins: whatever was under way before it no longer counts. */
  function begin(): number {
    cancelRetry();
    trying = null;
    attempt += 1;
    overtaken.resolve(null);
    overtaken = Promise.withResolvers<null>();
    return attempt;
  }

  /**
   * A step of an attempt. When something else begins meanwhile it is not waited for any longer, and nothing of it
   * counts, not even its failure.
   */
  async function stepOf<Result>(mine: number, step: Promise<Result>): Promise<Result> {
    try {
      const result = await Promise.race([step.then((value) => ({ value })), overtaken.promise]);
      if (result !== null && mine === attempt) return result.value;
    } catch (thrown) {
      if (mine === attempt) throw thrown;
    }
    throw new PaydeskError('cancelled', 'Another sign-in or a sign-out took over');
  }

  /** Signs in with a key. What was before stays until everything has succeeded. */
  async function enter(mine: number, profile: Profile, key: ApiKey): Promise<void> {
    const service = parts.makeService(profile, key, () => {
      if (signedIn?.service === service) publishSignedIn();
    });
    try {
      const { companyId } = await stepOf(mine, service.signIn());
      await stepOf(mine, store.run(tables.signedIn, { profileId: profile.id, at: clock.now() }));
      signedIn?.service.forget();
      signedIn = { profile, service, companyId, key };
    } catch (thrown) {
      service.forget();
      throw thrown;
    }
    interrupted = null;
    publishSignedIn();
    tellAll();
  }

  function leave(): Profile | null {
    begin();
    const left = signedIn?.profile ?? interrupted?.profile ?? null;
    signedIn?.service.forget();
    signedIn = null;
    interrupted = null;
    return left;
  }

  /** What there was before a sign-in by hand that came to nothing; an interrupted session says `why`, if anything. */
  function showBefore(why: PaydeskError | null): void {
    if (signedIn !== null) return;
    if (interrupted === null) parts.publish({ state: 'signed-out', locked: false });
    else interruptWith(interrupted.profile, why ?? interrupted.error);
  }

  /** Runs a sign-in that the clerk waits for; when it fails, what was before is shown again. */
  async function visibly(mine: number, profile: Profile, work: () => Promise<void>): Promise<void> {
    if (signedIn === null) parts.publish({ state: 'signing-in', profile });
    try {
      await work();
    } catch (thrown) {
      if (mine === attempt) showBefore(toPaydeskError(thrown));
      throw thrown;
    }
  }

  async function resumeOnce(profile: Profile, wait: number): Promise<void> {
    const mine = begin();
    trying = { profileId: profile.id, byItself: true };
    parts.publish({ state: 'signing-in', profile });
    try {
      await enter(mine, profile, await stepOf(mine, keys.read(profile.id)));
    } catch (thrown) {
      if (mine !== attempt) return;
      const error = toPaydeskError(thrown);
      trying = null;
      interruptWith(profile, error);
      if (error.retryable) retryIn(wait, profile);
    }
  }

  function retryIn(wait: number, profile: Profile): void {
    const next = Math.min(wait * 2, longestRetry);
    trying = { profileId: profile.id, byItself: true };
    cancelRetry = clock.after(wait, () => void resumeOnce(profile, next));
  }

  async function explore(): Promise<void> {
    if (practice === null) throw new PaydeskError('profile-unknown', 'There is no practice company here');
    const mine = begin();
    const key = await stepOf(mine, practice.open());
    const profile = await stepOf(mine, profiles.find(practice.id));
    await visibly(mine, profile, () => enter(mine, profile, key));
  }

  async function signInByHand(profile: Profile, given: ApiKey | null): Promise<void> {
    const mine = begin();
    // A clerk who tries in vain must not be what keeps a waiting session from coming back by itself.
    const byItself = given === null && interrupted?.profile.id === profile.id;
    trying = { profileId: profile.id, byItself };
    try {
      await visibly(mine, profile, async () =>
        enter(mine, profile, given ?? (await stepOf(mine, keys.read(profile.id)))),
      );
    } catch (thrown) {
      if (mine === attempt) {
        trying = null;
        if (byItself && toPaydeskError(thrown).retryable) retryIn(firstRetry, profile);
      }
      throw thrown;
    }
  }

  return {
    current: () => signedIn,
    shown: () => signedIn ?? (interrupted === null ? null : { profile: interrupted.profile, service: null }),
    isOpen: () => signedIn !== null || interrupted !== null || trying !== null,
    onChange: (listener) => listeners.push(listener),
    async signIn(profileId, given, place) {
      if (profileId === practice?.id) {
        await explore();
        return null;
      }
      await signInByHand(await profiles.find(profileId), given);
      const notKept = given === null ? null : await keys.keep(profileId, given, place);
      return notKept === null ? null : toWire(notKept);
    },
    explore,
    async signOut(forgetKey, locked = false) {
      const left = leave();
      parts.publish({ state: 'signed-out', locked });
      tellAll();
      if (left !== null) {
        parts.onSignedOut(left);
        keys.forgetInMemory(left.id);
      }
      // The key first: a disk that is full must not be what keeps it.
      try {
        return left !== null && forgetKey ? await keys.remove(left.id) : false;
      } finally {
        await store.run(tables.signedOut, null);
      }
    },
    interrupt(error) {
      // Work of a session that is over ends as cancelled; that says nothing of the session that took its place.
      if (signedIn === null || error.code === 'cancelled') return;
      const { profile } = signedIn;
      leave();
      interruptWith(profile, error);
    },
    async resume(otherwise) {
      const { entries, open } = await profiles.list();
      // The clerk was quicker.
      if (attempt > 0) return;
      const wanted = open ?? otherwise;
      if (wanted !== null && wanted === practice?.id) return explore();
      const kept = entries.some((entry) => entry.id === wanted && entry.keyPlace === 'keychain');
      if (wanted !== null && kept) await resumeOnce(await profiles.find(wanted), firstRetry);
    },
    async replaceProfile(profile) {
      if (signedIn?.profile.id === profile.id) {
        await enter(begin(), profile, signedIn.key);
        return;
      }
      if (interrupted?.profile.id === profile.id) interruptWith(profile, interrupted.error);
      if (trying?.profileId !== profile.id) return;
      // What is under way or waits would go to the hosts that the profile had before. Nobody waits for the new try: the
      // profile is saved, however long its hosts take.
      if (trying.byItself) void resumeOnce(profile, firstRetry);
      else {
        begin();
        showBefore(null);
      }
    },
  };
}
