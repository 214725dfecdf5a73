/** @file The session of one profile: sign-in, interruption, and automatic sign-in. */
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import type { OpenProfile } from '../../app/open-profiles.ts';
import { exponentialBackoffMs } from '../../concurrency/exponential-backoff.ts';
import type { ApiKey } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Ports } from '../ports.ts';
import { isSameTarget } from './key-binding.ts';
import { createOtherTargetError } from './keys.ts';

interface ProfileSessionDeps extends Pick<Ports, 'clock'> {
  /** Reads the key stored for the hosts and the client ID of this version of the profile. */
  readonly readKey: (profile: Profile) => Promise<ApiKey>;
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  /** Records a successful sign-in; the session opens only when this succeeds. */
  readonly recordSignIn: (profileId: string) => Promise<unknown>;
  /** Called after every change of {@link ProfileSession.view}. */
  readonly onViewChanged: () => void;
  /** Called after every change of {@link ProfileSession.openProfile}. */
  readonly onOpenChanged: () => void;
}

/** Provides the profile and key of a sign-in. */
export interface SignInSource {
  readonly profile: () => Promise<Profile>;
  /** `null` uses the stored key. */
  readonly key: (() => Promise<ApiKey>) | null;
}

/** Backoff of automatic sign-ins without network: doubled each time up to a minute. */
const backoff = { minMs: 5_000, maxMs: 60_000 };

interface SignedIn {
  readonly profile: Profile;
  readonly service: PaymentsService;
  readonly companyId: string;
  readonly key: ApiKey;
}

/** The session of one profile. A newer sign-in of the profile replaces an older one; other profiles are not affected. */
export class ProfileSession {
  readonly #deps: ProfileSessionDeps;
  #signedIn: SignedIn | null = null;
  #interrupted: { readonly profile: Profile; readonly error: PaydeskError } | null = null;
  /** The profile of the sign-in that the window shows. */
  #signingIn: Profile | null = null;
  /** The sign-in in progress or waiting for a retry; `isAutomatic` when the clerk did not start it. */
  #attempt: { readonly isAutomatic: boolean } | null = null;
  #attemptNumber = 0;
  #superseded = Promise.withResolvers<null>();
  #cancelRetry: () => void = () => undefined;

  constructor(deps: ProfileSessionDeps) {
    this.#deps = deps;
  }

  /** The state for the window, or `null` when signed out. */
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

  /** The open profile, or `null` unless signed in or interrupted. */
  openProfile(): OpenProfile | null {
    if (this.#signedIn !== null) return this.#signedIn;
    return this.#interrupted === null ? null : { profile: this.#interrupted.profile, service: null };
  }

  /** True while the session is open or being opened. */
  isActive(): boolean {
    return this.openProfile() !== null || this.#attempt !== null;
  }

  /**
   * Signs in on behalf of the clerk and returns the version of the profile used. On failure, throws the error and leaves
   * the session unchanged.
   */
  async signIn(source: SignInSource): Promise<Profile> {
    const attemptNumber = this.#beginAttempt();
    // A failed attempt by the clerk must not stop the automatic retries of a session.
    const isAutomatic = source.key === null && this.#interrupted !== null;
    this.#attempt = { isAutomatic };
    let profile: Profile | null = null;
    try {
      const enteredKey = source.key === null ? null : await this.#runStep(attemptNumber, source.key());
      profile = await this.#runStep(attemptNumber, source.profile());
      this.#showSigningIn(profile);
      await this.#signInWithKey(
        attemptNumber,
        profile,
        enteredKey ?? (await this.#runStep(attemptNumber, this.#deps.readKey(profile))),
      );
      return profile;
    } catch (thrown) {
      if (attemptNumber === this.#attemptNumber)
        this.#failSignIn(profile, toPaydeskError(thrown), isAutomatic);
      throw thrown;
    }
  }

  /** Signs in automatically with the stored key. A failure interrupts the session; temporary failures are retried. */
  async resume(profile: Profile, retries = 0): Promise<void> {
    const attemptNumber = this.#beginAttempt();
    this.#attempt = { isAutomatic: true };
    this.#showSigningIn(profile);
    try {
      await this.#signInWithKey(
        attemptNumber,
        profile,
        await this.#runStep(attemptNumber, this.#deps.readKey(profile)),
      );
    } catch (thrown) {
      if (attemptNumber !== this.#attemptNumber) return;
      const error = toPaydeskError(thrown);
      this.#attempt = null;
      this.#interruptWith(profile, error);
      if (error.retryable) this.#scheduleRetry(retries, profile);
    }
  }

  /** Stops the work of this session, which the service no longer accepts, until the clerk signs in again. */
  interrupt(error: PaydeskError): void {
    // Work of an ended session fails as cancelled, which does not concern the session that replaced it.
    if (this.#signedIn === null || error.code === 'cancelled') return;
    const { profile } = this.#signedIn;
    this.#beginAttempt();
    this.#signedIn.service.forget();
    this.#signedIn = null;
    this.#interruptWith(profile, error);
  }

  /** Ends the session in any state; returns the profile if it was signed in or interrupted. */
  end(): Profile | null {
    this.#beginAttempt();
    const endedProfile = this.openProfile()?.profile ?? null;
    this.#signedIn?.service.forget();
    this.#signedIn = null;
    this.#interrupted = null;
    return endedProfile;
  }

  /**
   * Continues with a changed profile: no more requests go to the previous hosts, and their key is not sent to others.
   */
  replaceProfile(profile: Profile): void {
    if (this.#signedIn !== null && isSameTarget(this.#signedIn.profile, profile)) {
      this.#beginAttempt();
      const { service: previous, key } = this.#signedIn;
      const service = this.#createService(profile, key);
      service.takeOver(previous);
      this.#signedIn = { ...this.#signedIn, profile, service };
      this.#deps.onOpenChanged();
      return;
    }
    if (this.#signedIn !== null) {
      // A sign-in to the previous hosts succeeded while the profile was being saved.
      this.interrupt(createOtherTargetError());
    }
    if (this.#interrupted !== null) this.#interruptWith(profile, this.#interrupted.error);
    if (this.#attempt === null) return;
    // Not awaited: saving the profile must not wait for its hosts.
    if (this.#attempt.isAutomatic) void this.resume(profile);
    else {
      this.#beginAttempt();
      this.#deps.onViewChanged();
    }
  }

  /** Starts a sign-in or sign-out and invalidates every earlier attempt; returns the number of the new attempt. */
  #beginAttempt(): number {
    this.#cancelRetry();
    this.#attempt = null;
    this.#signingIn = null;
    this.#attemptNumber += 1;
    this.#superseded.resolve(null);
    this.#superseded = Promise.withResolvers<null>();
    return this.#attemptNumber;
  }

  /**
   * Runs a step of an attempt. When another attempt begins meanwhile, stops waiting and ignores the result of the step,
   * including its failure.
   */
  async #runStep<Result>(attemptNumber: number, step: Promise<Result>): Promise<Result> {
    try {
      const result = await Promise.race([step.then((value) => ({ value })), this.#superseded.promise]);
      if (result !== null && attemptNumber === this.#attemptNumber) return result.value;
    } catch (thrown) {
      if (attemptNumber === this.#attemptNumber) throw thrown;
    }
    throw new PaydeskError('cancelled', 'A newer sign-in or sign-out replaced this one');
  }

  #createService(profile: Profile, key: ApiKey): PaymentsService {
    const service = this.#deps.makeService(profile, key, () => {
      if (this.#signedIn?.service === service) this.#deps.onViewChanged();
    });
    return service;
  }

  /** Signs in with a key. The previous session stays until everything has succeeded. */
  async #signInWithKey(attemptNumber: number, profile: Profile, key: ApiKey): Promise<void> {
    const service = this.#createService(profile, key);
    try {
      const { companyId } = await this.#runStep(attemptNumber, service.signIn());
      await this.#runStep(attemptNumber, this.#deps.recordSignIn(profile.id));
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

  /** Restores the state before a failed sign-in by the clerk; an interrupted session shows the error. */
  #failSignIn(profile: Profile | null, error: PaydeskError, isAutomatic: boolean): void {
    this.#attempt = null;
    this.#signingIn = null;
    if (this.#signedIn === null && this.#interrupted !== null) {
      this.#interruptWith(this.#interrupted.profile, error);
    } else this.#deps.onViewChanged();
    if (isAutomatic && profile !== null && error.retryable) this.#scheduleRetry(0, profile);
  }

  /** Keeps the profile open, so that its work stays visible while it is interrupted. */
  #interruptWith(profile: Profile, error: PaydeskError): void {
    this.#signingIn = null;
    this.#interrupted = { profile, error };
    this.#deps.onOpenChanged();
  }

  #scheduleRetry(retries: number, profile: Profile): void {
    this.#attempt = { isAutomatic: true };
    const retry = () => void this.resume(profile, retries + 1);
    this.#cancelRetry = this.#deps.clock.after(exponentialBackoffMs(retries, backoff), retry);
  }
}
