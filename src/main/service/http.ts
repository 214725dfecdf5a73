/**
 * @file The only HTTP client, based on got, and for uploads on Node's own client: one attempt per call, no redirects,
 * bounded answers, one watchdog for stalls in any phase, and errors without secrets.
 */
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { TLSSocket } from 'node:tls';
import got from 'got';
import type { Clock, Network } from '../platform.ts';
import { connect } from './connect.ts';
import { requestDirectly } from './direct-request.ts';
import { classifyNetworkError, type FailureKind, HttpFailure } from './failure.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http-messages.ts';
import { type IncomingStream, openStream, type StreamRequest } from './http-stream.ts';
import { AgentPool, type Agents, type ProxyRoute, parseProxyRoutes } from './proxy.ts';
import type { ProxyCredentials, ProxyCredentialsProvider } from './proxy-credentials.ts';
import { unsupportedSchemes } from './proxy-schemes.ts';
import {
  findRequestId,
  nameSanitizer,
  requestIdSanitizer,
  sanitizeMediaType,
  secretTexts,
} from './sanitize-name.ts';
import { Secret } from './secret.ts';

export interface Http {
  /**
   * Sends a request once. Rejects with {@link HttpFailure}, with `proxy-refused` for an unsupported kind of proxy, or
   * with the error that the body's producer or `beforeFirstByte` threw.
   */
  send(outgoing: Outgoing): Promise<Incoming>;
  /** Sends a request once and streams its answer. Rejects like {@link Http.reach}. */
  stream(request: StreamRequest): Promise<IncomingStream>;
  /** Connects to a host, including TLS, and disconnects. Rejects with {@link HttpFailure} or `proxy-refused`. */
  reach(url: URL, timeoutMs: number): Promise<void>;
  /** Returns the host and port of the proxy for a URL, or `null` for a direct connection. Rejects like {@link Http.reach}. */
  proxyOf(url: URL, timeoutMs: number): Promise<string | null>;
  /** Closes the kept-alive connections, which are stale after a sleep of the computer. */
  dropConnections(): void;
}

/** Milliseconds from the last byte of a request to the last byte of its answer, even if bytes keep trickling in. */
const maxAnswerMs = 60_000;

interface AttemptInfo {
  readonly url: URL;
  /** Timeout for the question about a proxy's sign-in schemes. */
  readonly timeoutMs: number;
  /** Uses a new connection. */
  readonly ownConnection: boolean;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal | undefined;
}

/** Creates the client. */
export function createHttp(deps: {
  readonly network: Network;
  readonly clock: Clock;
  /** The User-Agent header. */
  readonly agent: string;
  /** Without a provider, a proxy that requires a sign-in refuses every request. */
  readonly proxyCredentials?: ProxyCredentialsProvider;
  /** Resolves when the system's certificates are loaded and TLS connections may be made. Never rejects. */
  readonly certificatesReady?: () => Promise<void>;
}): Http {
  const pool = new AgentPool();

  /** Resolves the system's proxy for a URL. The PAC script behind it can fail or hang. */
  function resolveProxy(url: URL, timeoutMs: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const cleanUp = () => {
        cancelTimeout();
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (kind: FailureKind) => {
        cleanUp();
        reject(new HttpFailure(kind, url.host, false, ''));
      };
      const cancel = () => fail('cancelled');
      const cancelTimeout = deps.clock.after(timeoutMs, () => fail('timed-out'));
      signal?.addEventListener('abort', cancel, { once: true });
      deps.network.resolveProxy(url.origin).then(
        (pac) => {
          cleanUp();
          resolve(pac);
        },
        () => fail('proxy'),
      );
    });
  }

  async function resolveRoutes(
    url: URL,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<readonly [ProxyRoute, ...ProxyRoute[]]> {
    const routes = parseProxyRoutes(await resolveProxy(url, timeoutMs, signal));
    const isSecure = url.protocol === 'https:' || routes.some(({ kind }) => kind === 'https');
    // The wait is not part of the timeout: without the system's certificates, a company's own certificate is refused.
    if (isSecure) await unlessAborted(signal, deps.certificatesReady?.());
    if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
    return routes;
  }

  /** Requests credentials for a proxy; `null` when there are none or the caller cancels. Throws `proxy-scheme`. */
  async function requestCredentials(
    route: Exclude<ProxyRoute, { readonly kind: 'direct' }>,
    refused: ProxyCredentials | null,
    { url, timeoutMs, signal }: AttemptInfo,
  ): Promise<ProxyCredentials | null> {
    const schemes = await unsupportedSchemes(route, url, deps.clock, timeoutMs);
    if (schemes.length > 0) throw new HttpFailure('proxy-scheme', url.host, false, schemes.join(', '));
    const credentials = deps.proxyCredentials?.request(route.address, refused) ?? null;
    return unlessAborted(signal, credentials);
  }

  /**
   * Runs `work` with the agents of a route and repeats it with credentials while the proxy requires a sign-in. A proxy
   * that offers only unsupported schemes is a `proxy-scheme` failure, and the clerk is not asked for credentials.
   */
  async function runWithProxySignIn<Result>(
    attemptInfo: AttemptInfo,
    route: ProxyRoute,
    work: (agents: Agents) => Promise<Result>,
    needsProxySignIn: (result: Result) => boolean,
  ): Promise<Result> {
    const { ownConnection } = attemptInfo;
    if (route.kind === 'direct' || deps.proxyCredentials === undefined)
      return work(pool.for(route, null, ownConnection));
    let credentials = await deps.proxyCredentials.saved(route.address);
    for (;;) {
      const [outcome] = await Promise.allSettled([work(pool.for(route, credentials, ownConnection))]);
      const isSignInRequired =
        outcome.status === 'fulfilled'
          ? needsProxySignIn(outcome.value)
          : isProxySignInRequired(outcome.reason, credentials !== null);
      const nextCredentials = isSignInRequired
        ? await requestCredentials(route, credentials, attemptInfo)
        : null;
      if (nextCredentials === null) {
        if (outcome.status === 'fulfilled') return outcome.value;
        throw outcome.reason;
      }
      credentials = nextCredentials;
    }
  }

  /** Tries the routes in order. The next route is tried only when it is certain that the previous route sent nothing. */
  async function tryRoutes<Result>(
    routes: readonly [ProxyRoute, ...ProxyRoute[]],
    run: (route: ProxyRoute) => Promise<Result>,
  ): Promise<Result> {
    const [route, nextRoute, ...laterRoutes] = routes;
    if (nextRoute === undefined) return run(route);
    try {
      return await run(route);
    } catch (thrown) {
      if (!isRouteUnreachable(thrown)) throw thrown;
    }
    return tryRoutes([nextRoute, ...laterRoutes], run);
  }

  return {
    async send(outgoing) {
      const { url, ownConnection = false, stallTimeoutMs, signal } = outgoing;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const attemptInfo = { url, timeoutMs: stallTimeoutMs, ownConnection, signal };
      return tryRoutes(await resolveRoutes(url, stallTimeoutMs, signal), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => new Exchange(outgoing, agents, deps.clock, deps.agent).run(),
          ({ status }) => status === 407,
        ),
      );
    },
    async stream(request) {
      const { url, stallTimeoutMs, signal } = request;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const attemptInfo = { url, timeoutMs: stallTimeoutMs, ownConnection: false, signal };
      return tryRoutes(await resolveRoutes(url, stallTimeoutMs, signal), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => openStream(request, agents, deps.clock, deps.agent),
          ({ status }) => status === 407,
        ),
      );
    },
    async reach(url, timeoutMs) {
      const attemptInfo = { url, timeoutMs, ownConnection: true, signal: undefined };
      await tryRoutes(await resolveRoutes(url, timeoutMs), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => connect(url, agents, deps.clock, timeoutMs),
          () => false,
        ),
      );
    },
    async proxyOf(url, timeoutMs) {
      const [route] = parseProxyRoutes(await resolveProxy(url, timeoutMs));
      return route.kind === 'direct' ? null : route.address;
    },
    dropConnections: () => pool.close(),
  };
}

/** Waits for `work`, or resolves with `null` when the caller cancels. Leaves no listener on the signal, which may live long. */
async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Result | Promise<Result>,
): Promise<Result | null> {
  if (signal === undefined) return work;
  if (signal.aborted) return null;
  const { promise: cancelled, resolve } = Promise.withResolvers<null>();
  const cancel = () => resolve(null);
  signal.addEventListener('abort', cancel);
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** True when the proxy requires a sign-in, and therefore has forwarded nothing. Some proxies answer 401 to a wrong password. */
function isProxySignInRequired(thrown: unknown, hasSentCredentials: boolean): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.kind !== 'proxy') return false;
  return thrown.detail === '407' || (hasSentCredentials && thrown.detail === '401');
}

/** True when no connection could be made. A proxy that answers with any status is reachable. */
function isRouteUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.sent || /^\d+$/.test(thrown.detail)) return false;
  return thrown.kind === 'unreachable' || thrown.kind === 'name-unknown';
}

/** A complete answer of either client. */
interface ReceivedAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** One request and its answer. */
class Exchange {
  readonly #outgoing: Outgoing;
  readonly #agents: Agents;
  readonly #clock: Clock;
  readonly #agent: string;
  readonly #abort = new AbortController();
  #handedOverBytes = 0;
  #mayHaveSent = false;
  #lastProgressAt: number;
  /** Monotonic time at which the whole request was handed to the network; `null` while the body is being sent. */
  #handedOverAt: number | null = null;
  #abortReason: 'timed-out' | 'answer-too-large' | null = null;
  /** The error of the caller's own functions. */
  #callerError: unknown = null;
  #issuer: string | null = null;
  #stopWatching: () => void = () => undefined;

  constructor(outgoing: Outgoing, agents: Agents, clock: Clock, agent: string) {
    this.#outgoing = outgoing;
    this.#agents = agents;
    this.#clock = clock;
    this.#agent = agent;
    this.#lastProgressAt = clock.monotonic();
  }

  async run(): Promise<Incoming> {
    if (this.#outgoing.body === null) this.#handedOverAt = this.#clock.monotonic();
    this.#watch();
    try {
      const incoming = await this.#exchange();
      const size = this.#outgoing.body?.size ?? 0;
      if (incoming.status < 300 && this.#handedOverBytes < size) throw this.#failure('early-answer', '');
      return incoming;
    } catch (thrown) {
      throw this.#toError(thrown);
    } finally {
      this.#stopWatching();
    }
  }

  /** Milliseconds until the request is aborted without further progress. */
  #remainingMs(): number {
    const now = this.#clock.monotonic();
    const untilStall = this.#lastProgressAt + this.#outgoing.stallTimeoutMs - now;
    const untilDeadline =
      this.#handedOverAt === null ? Number.POSITIVE_INFINITY : this.#handedOverAt + maxAnswerMs - now;
    return Math.min(untilStall, untilDeadline);
  }

  /** Aborts the request when it stalls or its answer takes too long. */
  #watch(): void {
    this.#stopWatching = this.#clock.after(Math.max(0, this.#remainingMs()), () => {
      if (this.#remainingMs() <= 0) this.#giveUp('timed-out');
      else this.#watch();
    });
  }

  #giveUp(kind: 'timed-out' | 'answer-too-large'): void {
    this.#abortReason ??= kind;
    this.#abort.abort();
  }

  #recordProgress(): void {
    this.#lastProgressAt = this.#clock.monotonic();
  }

  async #exchange(): Promise<Incoming> {
    const response = await (this.#outgoing.isFrequent === true
      ? this.#requestDirectly()
      : this.#requestWithGot());
    const header = (name: string): string | null => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : null;
    };
    const location = header('location');
    const secrets = secretTexts(this.#outgoing.secrets);
    // Only a successful answer is secret: an error body often repeats the request ID.
    const isSecret = this.#outgoing.isAnswerSecret === true && response.statusCode < 300;
    if (isSecret) secrets.push(new TextDecoder().decode(response.body));
    return {
      status: response.statusCode,
      contentType: sanitizeMediaType(header('content-type'), secrets),
      requestId: findRequestId(header, requestIdSanitizer(secrets)),
      sanitizeName: nameSanitizer(secretTexts(this.#outgoing.secrets)),
      retryAfter: header('retry-after'),
      date: header('date'),
      location: location === null ? null : new Secret('redirect-link', location),
      body: response.body,
    };
  }

  #headers(): Record<string, string> {
    const { headers, body } = this.#outgoing;
    return {
      ...headers,
      'user-agent': this.#agent,
      ...(body === null ? {} : { 'content-length': String(body.size) }),
    };
  }

  #signals(): AbortSignal[] {
    const { signal } = this.#outgoing;
    return signal === undefined ? [this.#abort.signal] : [this.#abort.signal, signal];
  }

  #recordReceived(bytes: number): void {
    this.#recordProgress();
    if (bytes > this.#outgoing.maxAnswerBytes) this.#giveUp('answer-too-large');
  }

  #requestDirectly(): Promise<ReceivedAnswer> {
    const { method, url, body } = this.#outgoing;
    return requestDirectly({
      method,
      url,
      headers: this.#headers(),
      size: body?.size ?? 0,
      chunks: body === null ? null : this.#countedChunks(body),
      agents: this.#agents,
      signals: this.#signals(),
      onRequest: (request) => this.#watchSocket(request),
      onReceived: (bytes) => this.#recordReceived(bytes),
    });
  }

  async #requestWithGot(): Promise<ReceivedAnswer> {
    const { method, url, body } = this.#outgoing;
    const request = got(url, {
      method,
      headers: this.#headers(),
      ...(body === null ? {} : { body: this.#countedChunks(body) }),
      agent: { http: this.#agents.http, https: this.#agents.https },
      signal: AbortSignal.any(this.#signals()),
      responseType: 'buffer',
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      http2: false,
    });
    void request.on('request', (sent) => this.#watchSocket(sent));
    void request.on('downloadProgress', ({ transferred }) => this.#recordReceived(transferred));
    return request;
  }

  async *#countedChunks(body: OutgoingBody): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body.chunks()) {
        this.#handedOverBytes += chunk.length;
        this.#recordProgress();
        yield chunk;
        this.#outgoing.onSent?.(this.#handedOverBytes);
      }
      this.#handedOverAt = this.#clock.monotonic();
    } catch (thrown) {
      this.#callerError = thrown;
      throw thrown;
    }
  }

  #watchSocket(request: ClientRequest): void {
    request.once('socket', (socket) => {
      const isSecure = socket instanceof TLSSocket;
      // The connection is reused. Through a proxy, a socket is connected before its certificate has been verified.
      if (isSecure ? socket.authorized : !socket.connecting) {
        this.#beginSending(request);
        return;
      }
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        this.#beginSending(request);
        this.#recordProgress();
      });
      // The issuer must be read before Node verifies the certificate and closes the connection. A resumed session has none.
      if (isSecure) {
        socket.prependOnceListener('secure', () => {
          const issuer = socket.getPeerCertificate().issuer;
          this.#issuer = [issuer?.CN ?? issuer?.O].flat()[0] ?? null;
        });
      }
    });
  }

  /** Node hands the request to the socket after this event, and not at all when the request was destroyed. */
  #beginSending(request: ClientRequest): void {
    try {
      this.#outgoing.beforeFirstByte?.();
      this.#mayHaveSent = true;
    } catch (thrown) {
      this.#callerError = thrown;
      request.destroy();
    }
  }

  #failure(kind: HttpFailure['kind'], detail: string): HttpFailure {
    return new HttpFailure(kind, this.#outgoing.url.host, this.#mayHaveSent, detail);
  }

  #toError(thrown: unknown): unknown {
    if (thrown instanceof HttpFailure) return thrown;
    if (this.#callerError !== null) return this.#callerError;
    if (this.#abortReason !== null) return this.#failure(this.#abortReason, '');
    if (this.#outgoing.signal?.aborted === true) return this.#failure('cancelled', '');
    const { kind, detail } = classifyNetworkError(thrown);
    // After the TLS handshake, an error of this kind no longer concerns the certificate.
    if (kind === 'certificate' && this.#mayHaveSent) return this.#failure('connection-lost', detail);
    return this.#failure(kind, kind === 'certificate' ? (this.#issuer ?? detail) : detail);
  }
}
