/**
 * @file Keeps the bearer token (specification, section 5: valid for 60 minutes): one login at a time for all callers,
 * renewed at 50 minutes or when a host refuses it.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';
import type { Login } from './login.ts';
import type { BearerToken } from './secret.ts';

const validFor = 60 * 60_000;
const renewAfter = 50 * 60_000;
/** How many tokens are remembered; one that was renewed is still good for ten minutes. */
const maxIssued = 4;

/** A login with its age. */
export interface HeldLogin extends Login {
  /** Wall time in milliseconds at which the login was asked for. */
  readonly askedAt: number;
}

interface Held extends HeldLogin {
  readonly askedAtMonotonic: number;
}

/** Holds one login for all callers. */
export class TokenKeeper {
  readonly #login: () => Promise<Login>;
  readonly #clock: Clock;
  readonly #onRenewed: () => void;
  #held: Held | null = null;
  #inFlight: Promise<Held> | null = null;
  #over = false;
  #given: readonly BearerToken[] = [];

  /** `login` performs one login at the service; `onRenewed` hears of every one whose token is kept. */
  constructor(login: () => Promise<Login>, clock: Clock, onRenewed: () => void) {
    this.#login = login;
    this.#clock = clock;
    this.#onRenewed = onRenewed;
  }

  /**
   * A token that is not yet due for renewal; logs in when there is none. Rejects as the login does, and with
   * `cancelled` when the session is over.
   */
  current(): Promise<HeldLogin> {
    if (this.#over) return Promise.reject(sessionOver());
    if (this.#held !== null && this.#age(this.#held) < renewAfter) return Promise.resolve(this.#held);
    return this.#renew();
  }

  /** After a 401 with `refused`: another token. Callers that were refused with the same token share one login. */
  replacing(refused: HeldLogin): Promise<HeldLogin> {
    if (this.#held?.token === refused.token) this.#held = null;
    return this.current();
  }

  /** The present login, whatever its age; `null` when there is none. */
  held(): HeldLogin | null {
    return this.#held;
  }

  /** The tokens of this session that may still be good, whether or not they were replaced: never to be shown. */
  given(): readonly BearerToken[] {
    return this.#given;
  }

  /** ISO time at which the present token ends, or `null` without one. */
  validUntil(): string | null {
    return this.#held === null ? null : new Date(this.#held.askedAt + validFor).toISOString();
  }

  /** Forgets the token for good: the session is over, and a login under way gives its token to nobody. */
  forget(): void {
    this.#held = null;
    this.#over = true;
  }

  /** The clock can jump and can stand still during sleep; the larger age is the safe one. */
  #age(held: Held): number {
    const wall = this.#clock.now() - held.askedAt;
    return Math.max(Math.abs(wall), this.#clock.monotonic() - held.askedAtMonotonic);
  }

  #renew(): Promise<Held> {
    if (this.#inFlight !== null) return this.#inFlight;
    const attempt = this.#logIn().finally(() => {
      if (this.#inFlight === attempt) this.#inFlight = null;
    });
    this.#inFlight = attempt;
    return attempt;
  }

  async #logIn(): Promise<Held> {
    const askedAt = this.#clock.now();
    const askedAtMonotonic = this.#clock.monotonic();
    const login = await this.#login().catch((thrown: unknown) => {
      throw this.#over ? sessionOver() : thrown;
    });
    if (this.#over) throw sessionOver();
    this.#held = { ...login, askedAt, askedAtMonotonic };
    this.#given = [...this.#given, login.token].slice(-maxIssued);
    this.#onRenewed();
    return this.#held;
  }
}

function sessionOver(): PaydeskError {
  return new PaydeskError('cancelled', 'The session is over');
}
