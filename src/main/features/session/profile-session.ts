/** @file The session of one profile: signing in, staying signed in, being interrupted, and coming back by itself. */
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Session } from '../../../shared/model/session.ts';
import type { OpenProfile } from '../../open-profiles.ts';
import type { Clock } from '../../platform.ts';
import type { ApiKey } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import { isSameTarget } from './key-binding.ts';
import { keyForOtherTarget } from './keys.ts';

export interface ProfileSessionDeps {
  readonly clock: Clock;
  /** Reads the key that is kept for the hosts and the client ID of this form of the profile. */
  readonly readKey: (profile: Profile) => Promise<ApiKey>;
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  /** Writes a successful sign-in down; the session does not open without it. */
  readonly recordSignIn: (profileId: string) => Promise<unknown>;
  /** Called after every change of what the window shows of this session. */
  readonly onViewChanged: () => void;
  /** Called after every change of {@link ProfileSession.open}. */
  readonly onOpenChanged: () => void;
}

/** Where the profile and key of a sign-in come from. Either may take its time. */
export interface SignInSource {
  readonly profile: () => Promise<Profile>;
  /** `null` reads the kept key. */
  readonly key: (() => Promise<ApiKey>) | null;
}

/** Milliseconds until a start without network tries to sign in again: doubled each time up to a minute. */
const firstRetryMs = 5_000;
const maxRetryMs = 60_000;

interface SignedIn {
  readonly profile: Profile;
  readonly service: PaymentsService;
  readonly companyId: string;
  readonly key: ApiKey;
}

/** One profile's session. A newer sign-in of the same profile overtakes an older one; other profiles are not concerned. */
export class ProfileSession {
  readonly #deps: ProfileSessionDeps;
  #signedIn: SignedIn | null = null;
  #interrupted: { readonly profile: Profile; readonly error: PaydeskError } | null = null;
  /** The profile that is being signed in to, as far as the window is to know. */
  #signingIn: Profile | null = null;
  /** What is being signed in to, or will be tried again; `isAutomatic` when nobody but Paydesk would begin it anew. */
  #attempt: { readonly isAutomatic: boolean } | null = null;
  #attemptNumber = 0;
  #overtaken = Promise.withResolvers<null>();
  #cancelRetry: () => void = () => undefined;

  constructor(deps: ProfileSessionDeps) {
    this.#deps = deps;
  }

  /** Returns what the window shows of this session, or `null` when it is signed out. */
  view(): Exclude<Session, { state: 'signed-out' }> | null {
    if (this.#signedIn !== null) {
      const { profile, service, companyId } = this.#signedIn;
      const validUntil = service.validUntil() ?? new Date(this.#deps.clock.now()).toISOString();
      return { state: 'signed-in', profile, companyId, validUntil };
    }
    if (this.#signingIn !== null) return { state: 'signing-in', profile: this.#signingIn };
    if (this.#interrupted === null) return null;
    const { profile, error } = this.#interrupted;
    return { state: 'interrupted', profile, error: toWire(error) };
  }

  /** Returns the profile that work is done for, or `null` when it is neither signed in nor interrupted. */
  open(): OpenProfile | null {
    if (this.#signedIn !== null) return this.#signedIn;
    return this.#interrupted === null ? null : { profile: this.#interrupted.profile, service: null };
  }

  /** True while the session is open or on its way. */
  isActive(): boolean {
    return this.open() !== null || this.#attempt !== null;
  }

  /**
   * Signs in for a clerk who waits for it, and returns the form of the profile that was signed in to. On failure the
   * session is as it was before, and the error is thrown.
   */
  async signIn(source: SignInSource): Promise<Profile> {
    const mine = this.#begin();
    // A clerk who tries in vain must not be what keeps a waiting session from coming back by itself.
    const isAutomatic = source.key === null && this.#interrupted !== null;
    this.#attempt = { isAutomatic };
    let profile: Profile | null = null;
    try {
      const givenKey = source.key === null ? null : await this.#runStep(mine, source.key());
      profile = await this.#runStep(mine, source.profile());
      this.#showSigningIn(profile);
      await this.#enter(mine, profile, givenKey ?? (await this.#runStep(mine, this.#deps.readKey(profile))));
      return profile;
    } catch (thrown) {
      if (mine === this.#attemptNumber) this.#failSignIn(profile, toPaydeskError(thrown), isAutomatic);
      throw thrown;
    }
  }

  /** Signs in by itself with the kept key; a failure leaves the session interrupted and is tried again if it may pass. */
  async resume(profile: Profile, retryMs = firstRetryMs): Promise<void> {
    const mine = this.#begin();
    this.#attempt = { isAutomatic: true };
    this.#showSigningIn(profile);
    try {
      await this.#enter(mine, profile, await this.#runStep(mine, this.#deps.readKey(profile)));
    } catch (thrown) {
      if (mine !== this.#attemptNumber) return;
      const error = toPaydeskError(thrown);
      this.#attempt = null;
      this.#interruptWith(profile, error);
      if (error.retryable) this.#retryIn(retryMs, profile);
    }
  }

  /** The service no longer accepts this session: its work stops until the clerk has signed in again. */
  interrupt(error: PaydeskError): void {
    // Work of a session that is over ends as cancelled; that says nothing of the session that took its place.
    if (this.#signedIn === null || error.code === 'cancelled') return;
    const { profile } = this.#signedIn;
    this.#begin();
    this.#signedIn.service.forget();
    this.#signedIn = null;
    this.#interruptWith(profile, error);
  }

  /** Ends the session, whatever is under way; returns the profile if it was signed in or interrupted. */
  end(): Profile | null {
    this.#begin();
    const left = this.open()?.profile ?? null;
    this.#signedIn?.service.forget();
    this.#signedIn = null;
    this.#interrupted = null;
    return left;
  }

  /**
   * Goes on with the changed form of its profile: nothing goes to the hosts that it had before, and the key of those
   * goes to no other.
   */
  async replaceProfile(profile: Profile): Promise<void> {
    if (this.#signedIn !== null && isSameTarget(this.#signedIn.profile, profile)) {
      await this.#enter(this.#begin(), profile, this.#signedIn.key);
      return;
    }
    if (this.#signedIn !== null) {
      // A sign-in to the former hosts came through while the profile was saved.
      this.interrupt(keyForOtherTarget());
    }
    if (this.#interrupted !== null) this.#interruptWith(profile, this.#interrupted.error);
    if (this.#attempt === null) return;
    // Nobody waits for the new try: the profile is saved, however long its hosts take.
    if (this.#attempt.isAutomatic) void this.resume(profile);
    else {
      this.#begin();
      this.#deps.onViewChanged();
    }
  }

  /** A sign-in or a sign-out begins: whatever was under way before it no longer counts. */
  #begin(): number {
    this.#cancelRetry();
    this.#attempt = null;
    this.#signingIn = null;
    this.#attemptNumber += 1;
    this.#overtaken.resolve(null);
    this.#overtaken = Promise.withResolvers<null>();
    return this.#attemptNumber;
  }

  /**
   * Runs a step of an attempt. When something else begins meanwhile it is not waited for any longer, and nothing of it
   * counts, not even its failure.
   */
  async #runStep<Result>(mine: number, step: Promise<Result>): Promise<Result> {
    try {
      const result = await Promise.race([step.then((value) => ({ value })), this.#overtaken.promise]);
      if (result !== null && mine === this.#attemptNumber) return result.value;
    } catch (thrown) {
      if (mine === this.#attemptNumber) throw thrown;
    }
    throw new PaydeskError('cancelled', 'Another sign-in or a sign-out took over');
  }

  /** Signs in with a key. What was before stays until everything has succeeded. */
  async #enter(mine: number, profile: Profile, key: ApiKey): Promise<void> {
    const service = this.#deps.makeService(profile, key, () => {
      if (this.#signedIn?.service === service) this.#deps.onViewChanged();
    });
    try {
      const { companyId } = await this.#runStep(mine, service.signIn());
      await this.#runStep(mine, this.#deps.recordSignIn(profile.id));
      this.#signedIn?.service.forget();
      this.#signedIn = { profile, service, companyId, key };
    } catch (thrown) {
      service.forget();
      throw thrown;
    }
    this.#attempt = null;
    this.#signingIn = null;
    this.#interrupted = null;
    this.#deps.onOpenChanged();
  }

  #showSigningIn(profile: Profile): void {
    this.#signingIn = profile;
    this.#deps.onViewChanged();
  }

  /** Shows what there was before a sign-in by hand that came to nothing; an interrupted session says why. */
  #failSignIn(profile: Profile | null, error: PaydeskError, isAutomatic: boolean): void {
    this.#attempt = null;
    this.#signingIn = null;
    if (this.#signedIn === null && this.#interrupted !== null) {
      this.#interruptWith(this.#interrupted.profile, error);
    } else this.#deps.onViewChanged();
    if (isAutomatic && profile !== null && error.retryable) this.#retryIn(firstRetryMs, profile);
  }

  /** The profile stays open, so that nothing of its work is out of sight while it cannot go on. */
  #interruptWith(profile: Profile, error: PaydeskError): void {
    this.#signingIn = null;
    this.#interrupted = { profile, error };
    this.#deps.onOpenChanged();
  }

  #retryIn(retryMs: number, profile: Profile): void {
    const next = Math.min(retryMs * 2, maxRetryMs);
    this.#attempt = { isAutomatic: true };
    this.#cancelRetry = this.#deps.clock.after(retryMs, () => void this.resume(profile, next));
  }
}
