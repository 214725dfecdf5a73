/** @file Sends the calls of one profile: adds the token, renews it when needed, records each call and maps failures to errors. */
import { PaydeskError } from '../../shared/errors.ts';
import type { HostName } from '../../shared/model/session/environment.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import type { Clock } from '../platform/platform.ts';
import { errorOfStatus } from './answers.ts';
import type { ExchangeListener, Purpose } from './http/exchange.ts';
import { failureToError, HttpFailure } from './http/failure.ts';
import type { Http } from './http/http.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http/http-messages.ts';
import { type LargeJsonParser, maxBytesParsedInMain } from './http/large-json.ts';
import { type Login, loginBody, readLogin } from './login.ts';
import type { ApiKey, Secret } from './secret.ts';
import { ServiceHosts } from './targets.ts';
import { type CachedLogin, TokenCache } from './token-cache.ts';

/** Milliseconds without progress after which a call is aborted. */
export const stallTimeoutMs = 30_000;
const maxJsonAnswerBytes = 8 * 1024 * 1024;
const jsonHeaders = { accept: 'application/json' } as const;
const jsonBodyHeaders = { ...jsonHeaders, 'content-type': 'application/json' } as const;

export interface ServiceDeps {
  readonly profile: Profile;
  readonly apiKey: ApiKey;
  readonly allowHttpLoopback: boolean;
  readonly http: Http;
  readonly clock: Clock;
  readonly parseLargeJson: LargeJsonParser;
  readonly onExchange: ExchangeListener;
  /** Called after every login, including token renewals. */
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
  /** The answer contains links or other secrets. */
  readonly isAnswerSecret?: boolean;
  readonly maxAnswerBytes?: number;
  readonly ignoresPause?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly purpose: Purpose;
}

/** Sends the calls of one profile. Holds the hosts and the token of the profile in memory. */
export class AuthorisedCalls {
  readonly hosts: ServiceHosts;
  readonly tokens: TokenCache;
  readonly #deps: ServiceDeps;

  /** Throws `profile-invalid` when a host of the profile may not be used. */
  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.hosts = new ServiceHosts(deps.profile.hosts, deps.allowHttpLoopback);
    this.tokens = new TokenCache(() => this.#login(), deps.clock, deps.onSignedIn);
  }

  /** Sends a call and returns its answer with a status from 200 to 299; otherwise rejects with the errors of `errorOfStatus` and of the network. */
  async expectSuccess(call: AuthorisedCall): Promise<Incoming> {
    const incoming = await asPaydeskError(this.send(call));
    if (incoming.status >= 200 && incoming.status <= 299) return incoming;
    throw this.errorOf(call.host, incoming);
  }

  /**
   * Sends a call with the token, and after a 401 once more with a renewed token. Returns the answer, even a second 401. Rejects with
   * an `HttpFailure` when the network fails, and with the errors of `readLogin` when the login fails.
   */
  async send(call: AuthorisedCall): Promise<Incoming> {
    const login = await asPaydeskError(this.tokens.current());
    const incoming = await this.#sendWith(login, call);
    if (incoming.status !== 401) return incoming;
    return this.#sendWith(await asPaydeskError(this.tokens.replace(login)), call);
  }

  #sendWith(login: CachedLogin, call: AuthorisedCall): Promise<Incoming> {
    return this.sendRecorded(call.purpose, {
      method: call.method,
      url: this.hosts.address(call.host, call.segments, call.query),
      headers: {
        ...(call.body === undefined ? jsonHeaders : jsonBodyHeaders),
        authorization: `Bearer ${login.token.reveal()}`,
      },
      body: call.body === undefined ? null : textBody(call.body),
      maxAnswerBytes: call.maxAnswerBytes ?? maxJsonAnswerBytes,
      stallTimeoutMs,
      secrets: this.secrets(),
      isAnswerSecret: call.isAnswerSecret ?? false,
      ownConnection: call.ownConnection ?? false,
      ignoresPause: call.ignoresPause ?? false,
      signal: call.signal,
    });
  }

  /** Maps an answer to an error (section 7) and removes secrets from the service's message. */
  errorOf(host: HostName, incoming: Incoming): PaydeskError {
    return errorOfStatus(this.hosts.base(host).host, incoming, this.#deps.clock.now(), this.secrets());
  }

  /** Returns the key and the tokens of the session, for removal from texts. */
  secrets(): Secret<string>[] {
    return [this.#deps.apiKey, ...this.tokens.recentTokens()];
  }

  /** Sends a request unchanged, without the token, and reports the outcome to the listener. Rejects with an `HttpFailure`, or with a `PaydeskError` that says `sent: false` when nothing was sent, as for a paused host. */
  async sendRecorded(purpose: Purpose, outgoing: Outgoing): Promise<Incoming> {
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
      const incoming = await this.#parseLargeAnswer(await http.send(outgoing), outgoing);
      const outcome = incoming.status < 400 ? 'done' : incoming.status < 500 ? 'refused' : 'failed';
      record(outcome, incoming);
      return incoming;
    } catch (thrown) {
      // Nothing was sent, so there is nothing to record.
      if (thrown instanceof PaydeskError && thrown.details['sent'] === false) throw thrown;
      const failure = thrown instanceof HttpFailure ? thrown : null;
      record(
        failure?.kind === 'cancelled' ? 'cancelled' : failure?.sent === true ? 'unknown' : 'failed',
        null,
      );
      throw thrown;
    }
  }

  /** Adds the parsed JSON of an answer that is too large for the main thread. The caller parses answers with a larger limit, which are proofs. */
  async #parseLargeAnswer(incoming: Incoming, { maxAnswerBytes }: Outgoing): Promise<Incoming> {
    const { length } = incoming.body;
    if (length <= maxBytesParsedInMain || maxAnswerBytes > maxJsonAnswerBytes) return incoming;
    return { ...incoming, largeJson: await this.#deps.parseLargeJson(incoming.body) };
  }

  async #login(): Promise<Login> {
    const { profile, apiKey, clock } = this.#deps;
    const url = this.hosts.address('auth', ['users', 'login']);
    const body = loginBody(profile.clientId, apiKey);
    const incoming = await asPaydeskError(
      this.sendRecorded(
        { kind: 'sign-in', subject: profile.name, request: `POST ${url.host}/users/login` },
        {
          method: 'POST',
          url,
          headers: jsonBodyHeaders,
          body: bytesBody(body),
          maxAnswerBytes: maxJsonAnswerBytes,
          stallTimeoutMs: 20_000,
          secrets: this.secrets(),
          isAnswerSecret: true,
          ignoresPause: true,
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

/**
 * Maps an `HttpFailure` to a `PaydeskError`. With `includeSent`, `details.sent` says whether the request may have left this
 * machine; an error of the sign-in before it says `false`.
 */
export async function asPaydeskError<T>(promise: Promise<T>, includeSent = false): Promise<T> {
  try {
    return await promise;
  } catch (thrown) {
    const isFailure = thrown instanceof HttpFailure;
    if (!isFailure && !(includeSent && thrown instanceof PaydeskError)) throw thrown;
    const error = isFailure ? failureToError(thrown) : thrown;
    if (!includeSent) throw error;
    const details = { ...error.details, sent: isFailure && thrown.sent };
    const { code, message, retryable, requestId } = error;
    throw new PaydeskError(code, message, { details, retryable, requestId });
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
