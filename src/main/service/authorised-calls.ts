/** @file How a call of one profile goes out: with its token, renewed when it must be, recorded, its failures told as errors. */
import { PaydeskError } from '../../shared/errors.ts';
import type { HostName } from '../../shared/model/environment.ts';
import type { Profile } from '../../shared/model/profile.ts';
import type { Clock } from '../platform.ts';
import { errorOfStatus } from './answers.ts';
import type { ExchangeListener, Purpose } from './exchange.ts';
import { failureToError, HttpFailure } from './failure.ts';
import type { Http } from './http.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http-messages.ts';
import { type LargeJsonParser, maxBytesParsedInMain } from './large-json.ts';
import { type Login, loginBody, readLogin } from './login.ts';
import type { ApiKey, Secret } from './secret.ts';
import { ServiceHosts } from './targets.ts';
import { type HeldLogin, TokenKeeper } from './token.ts';

/** Milliseconds of silence after which a call is given up. */
export const stallLimit = 30_000;
const jsonAnswerLimit = 8 * 1024 * 1024;
const jsonHeaders = { accept: 'application/json' } as const;
const jsonBodyHeaders = { ...jsonHeaders, 'content-type': 'application/json' } as const;

/** What a service needs to be made. */
export interface ServiceDeps {
  readonly profile: Profile;
  readonly apiKey: ApiKey;
  readonly allowHttpLoopback: boolean;
  readonly http: Http;
  readonly clock: Clock;
  readonly parseLargeJson: LargeJsonParser;
  readonly onExchange: ExchangeListener;
  /** Called after every login, also one that renews the token. */
  readonly onSignedIn: () => void;
}

/** A call with the bearer token, to one of the profile's own hosts. */
export interface AuthorisedCall {
  readonly method: Outgoing['method'];
  readonly host: HostName;
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly ownConnection?: boolean;
  /** The answer holds links or other secrets. */
  readonly isAnswerSecret?: boolean;
  /** The most bytes that the answer may have. */
  readonly answerLimit?: number;
  readonly signal?: AbortSignal | undefined;
  readonly purpose: Purpose;
}

/** The calls of one profile. Holds its hosts and its token in memory. */
export class AuthorisedCalls {
  readonly hosts: ServiceHosts;
  readonly tokens: TokenKeeper;
  readonly #deps: ServiceDeps;

  /** Throws `profile-invalid` when a host of the profile may not be used. */
  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.hosts = new ServiceHosts(deps.profile.hosts, deps.allowHttpLoopback);
    this.tokens = new TokenKeeper(() => this.#login(), deps.clock, deps.onSignedIn);
  }

  /** The answer of a call that succeeded; otherwise rejects with the errors of `errorOfStatus` and of the network. */
  async expectSuccess(call: AuthorisedCall): Promise<Incoming> {
    const { incoming, login } = await asPaydeskError(this.send(call));
    if (incoming.status >= 200 && incoming.status <= 299) return incoming;
    throw this.errorOf(call.host, incoming, [login.token]);
  }

  /**
   * Sends with the token; after a 401 once more with another one. A second 401 is the clerk's to solve. Rejects with an
   * `HttpFailure` when the network fails, and with the errors of `readLogin` when there is no token to be had.
   */
  async send(call: AuthorisedCall): Promise<{ incoming: Incoming; login: HeldLogin }> {
    const login = await asPaydeskError(this.tokens.current());
    const incoming = await this.#sendWith(login, call);
    if (incoming.status !== 401) return { incoming, login };
    const renewed = await asPaydeskError(this.tokens.replacing(login));
    return { incoming: await this.#sendWith(renewed, call), login: renewed };
  }

  #sendWith(login: HeldLogin, call: AuthorisedCall): Promise<Incoming> {
    return this.recorded(call.purpose, {
      method: call.method,
      url: this.hosts.address(call.host, call.segments, call.query),
      headers: {
        ...(call.body === undefined ? jsonHeaders : jsonBodyHeaders),
        authorization: `Bearer ${login.token.reveal()}`,
      },
      body: call.body === undefined ? null : textBody(call.body),
      answerLimit: call.answerLimit ?? jsonAnswerLimit,
      stallLimit,
      secrets: [login.token, ...this.#secrets()],
      isAnswerSecret: call.isAnswerSecret ?? false,
      ownConnection: call.ownConnection ?? false,
      signal: call.signal,
    });
  }

  /** The error that an answer means (section 7), with no secret in the words that the service gave. */
  errorOf(host: HostName, incoming: Incoming, secrets: readonly Secret<string>[]): PaydeskError {
    const { clock } = this.#deps;
    return errorOfStatus(this.hosts.base(host).host, incoming, clock.now(), [...secrets, ...this.#secrets()]);
  }

  #secrets(): Secret<string>[] {
    return [this.#deps.apiKey, ...this.tokens.given()];
  }

  /** Sends a request as it is, without the token, and tells the listener how it went. Rejects with an `HttpFailure`. */
  async recorded(purpose: Purpose, outgoing: Outgoing): Promise<Incoming> {
    const { http, clock, onExchange } = this.#deps;
    const startedAt = clock.monotonic();
    const record = (outcome: Parameters<ExchangeListener>[0]['outcome'], incoming: Incoming | null) =>
      onExchange({
        ...purpose,
        outcome,
        status: incoming?.status ?? null,
        requestId: incoming?.requestId ?? null,
        bytesSent: outgoing.body?.size ?? 0,
        milliseconds: Math.round(clock.monotonic() - startedAt),
      });
    try {
      const incoming = await this.#parsed(await http.send(outgoing), outgoing);
      const outcome = incoming.status < 400 ? 'done' : incoming.status < 500 ? 'refused' : 'failed';
      record(outcome, incoming);
      return incoming;
    } catch (thrown) {
      const failure = thrown instanceof HttpFailure ? thrown : null;
      record(
        failure?.kind === 'cancelled' ? 'cancelled' : failure?.sent === true ? 'unknown' : 'failed',
        null,
      );
      throw thrown;
    }
  }

  /** The answer with its JSON, where that is too large for the main thread. A proof is read by the feature itself. */
  async #parsed(incoming: Incoming, { answerLimit }: Outgoing): Promise<Incoming> {
    const { length } = incoming.body;
    if (length <= maxBytesParsedInMain || answerLimit > jsonAnswerLimit) return incoming;
    return { ...incoming, largeJson: await this.#deps.parseLargeJson(incoming.body) };
  }

  async #login(): Promise<Login> {
    const { profile, apiKey, clock } = this.#deps;
    const url = this.hosts.address('auth', ['users', 'login']);
    const body = loginBody(profile.clientId, apiKey);
    const incoming = await asPaydeskError(
      this.recorded(
        { kind: 'sign-in', subject: profile.name, request: `POST ${url.host}/users/login` },
        {
          method: 'POST',
          url,
          headers: jsonBodyHeaders,
          body: bytesBody(body),
          answerLimit: jsonAnswerLimit,
          stallLimit: 20_000,
          secrets: this.#secrets(),
          isAnswerSecret: true,
        },
      ),
    );
    return readLogin(url.host, incoming, {
      tokenField: profile.options.tokenField,
      apiKey,
      now: clock.now(),
    });
  }
}

/** Turns an `HttpFailure` into the error that a clerk reads. With `tellSent`, the error's details say whether anything can have left this machine. */
export async function asPaydeskError<T>(promise: Promise<T>, tellSent = false): Promise<T> {
  try {
    return await promise;
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    const error = failureToError(thrown);
    if (!tellSent) throw error;
    const details = { ...error.details, sent: thrown.sent };
    throw new PaydeskError(error.code, error.message, { details, retryable: error.retryable });
  }
}

function bytesBody(bytes: Uint8Array): OutgoingBody {
  return {
    size: bytes.length,
    async *chunks() {
      yield bytes;
    },
  };
}

function textBody(text: string): OutgoingBody {
  return bytesBody(new TextEncoder().encode(text));
}
