/**
 * @file Caches the bearer token (specification, section 5: valid for 60 minutes). Callers share one login at a time; the
 * token is renewed after 50 minutes or when a host refuses it.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform/platform.ts';
import type { Login } from './login.ts';
import type { BearerToken } from './secret.ts';

const tokenLifetimeMs = 60 * 60_000;
const renewAfterMs = 50 * 60_000;
/** Maximum number of remembered tokens. A replaced token stays valid for ten more minutes. */
const maxRecentTokens = 4;

export interface CachedLogin extends Login {
  /** Milliseconds since 1970 at which the login was requested. */
  readonly requestedAt: number;
}

interface MeasuredLogin extends CachedLogin {
  readonly requestedAtMonotonic: number;
}

/** Caches one login for all callers. */
export class TokenCache {
  readonly #login: () => Promise<Login>;
  readonly #clock: Clock;
  readonly #onLoggedIn: () => void;
  #cached: MeasuredLogin | null = null;
  #inFlight: Promise<MeasuredLogin> | null = null;
  #isEnded = false;
  #recentTokens: readonly BearerToken[] = [];

  /** `login` performs one login at the service; `onLoggedIn` is called after every login whose token is cached. */
  constructor(login: () => Promise<Login>, clock: Clock, onLoggedIn: () => void) {
    this.#login = login;
    this.#clock = clock;
    this.#onLoggedIn = onLoggedIn;
  }

  /**
   * Returns a token that is not due for renewal and logs in when there is none. Rejects with the errors of the login,
   * and with `cancelled` after {@link TokenCache.forget}.
   */
  current(): Promise<CachedLogin> {
    if (this.#isEnded) return Promise.reject(sessionEnded());
    if (this.#cached !== null && this.#ageMs(this.#cached) < renewAfterMs)
      return Promise.resolve(this.#cached);
    return this.#renew();
  }

  /** Returns a new token after a 401 with the token of `refused`. Callers with the same refused token share one login. */
  replace(refused: CachedLogin): Promise<CachedLogin> {
    if (this.#cached?.token === refused.token) this.#cached = null;
    return this.current();
  }

  /** Returns the cached login of any age; `null` without a login. */
  cached(): CachedLogin | null {
    return this.#cached;
  }

  /** Returns the tokens of the session that may still be valid, including replaced tokens, for removal from messages. */
  recentTokens(): readonly BearerToken[] {
    return this.#recentTokens;
  }

  /** ISO time at which the cached token expires, or `null` without one. */
  validUntil(): string | null {
    return this.#cached === null ? null : new Date(this.#cached.requestedAt + tokenLifetimeMs).toISOString();
  }

  /** Takes over the tokens of a cache for the same hosts, client ID and key, which ends. */
  takeOver(previous: TokenCache): void {
    this.#cached = previous.#cached;
    this.#recentTokens = previous.#recentTokens;
    previous.forget();
  }

  /** Drops the token and ends the session. The token of a login in flight is discarded. */
  forget(): void {
    this.#cached = null;
    this.#isEnded = true;
  }

  /** Returns the larger age of the two clocks: the wall clock can jump, and the monotonic clock can stop during sleep. */
  #ageMs(cached: MeasuredLogin): number {
    const wallAgeMs = this.#clock.now() - cached.requestedAt;
    return Math.max(Math.abs(wallAgeMs), this.#clock.monotonic() - cached.requestedAtMonotonic);
  }

  #renew(): Promise<MeasuredLogin> {
    if (this.#inFlight !== null) return this.#inFlight;
    const login = this.#logIn().finally(() => {
      this.#inFlight = null;
    });
    this.#inFlight = login;
    return login;
  }

  async #logIn(): Promise<MeasuredLogin> {
    const requestedAt = this.#clock.now();
    const requestedAtMonotonic = this.#clock.monotonic();
    const login = await this.#login().catch((thrown: unknown) => {
      throw this.#isEnded ? sessionEnded() : thrown;
    });
    if (this.#isEnded) throw sessionEnded();
    this.#cached = { ...login, requestedAt, requestedAtMonotonic };
    this.#recentTokens = [...this.#recentTokens, login.token].slice(-maxRecentTokens);
    this.#onLoggedIn();
    return this.#cached;
  }
}

function sessionEnded(): PaydeskError {
  return new PaydeskError('cancelled', 'The session is over');
}
