/**
 * @file The one http module, over got: one attempt per call, no redirects, bounded answers, one watchdog for every
 * kind of silence, and errors that can hold nothing secret.
 */
import type { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';
import got from 'got';
import type { Clock, Network } from '../platform.ts';
import { attempt } from './attempt.ts';
import { connect } from './connect.ts';
import { causeOf, type FailureKind, HttpFailure } from './failure.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http-messages.ts';
import { type IncomingStream, openStream, type StreamRequest } from './http-stream.ts';
import { AgentPool, type Agents, type ProxyKey, type ProxyKeys, type Way, waysOf } from './proxy.ts';
import { unanswerableSchemes } from './proxy-schemes.ts';
import {
  nameSanitizer,
  requestIdOf,
  requestIdSanitizer,
  sanitizeMediaType,
  secretTexts,
} from './sanitize-name.ts';
import { Secret } from './secret.ts';

/** Sends requests. */
export interface Http {
  /**
   * One attempt. Rejects with {@link HttpFailure}, with `proxy-refused` for a kind of proxy that is not supported, or
   * with what the body's producer threw.
   */
  send(outgoing: Outgoing): Promise<Incoming>;
  /** One attempt at a long answer, which is read as it comes. Rejects like {@link Http.reach}. */
  stream(request: StreamRequest): Promise<IncomingStream>;
  /** Connects to a host, TLS included, and hangs up. Rejects with {@link HttpFailure} or `proxy-refused`. */
  reach(url: URL, limit: number): Promise<void>;
  /** The proxy on the way to a URL: host and port, or `null`. Rejects like {@link Http.reach}. */
  proxyOf(url: URL, limit: number): Promise<string | null>;
  /** Drops kept connections, as after a sleep. */
  dropConnections(): void;
}

/** Milliseconds from the last byte of a request to the last byte of its answer, however steadily it trickles. */
const maxAnswerMs = 60_000;

/** What one attempt is about. */
interface Attempt {
  readonly url: URL;
  /** Milliseconds without an answer after which a proxy has said nothing. */
  readonly limit: number;
  readonly ownConnection: boolean;
  /** Resolves when the caller gives up. */
  readonly cancelled: Promise<null>;
}

/** Creates the module over the machine's network. */
export function createHttp(deps: {
  readonly network: Network;
  readonly clock: Clock;
  readonly agent: string;
  /** Without it, a proxy that asks for a name and a password refuses. */
  readonly proxyKeys?: ProxyKeys;
  /** Resolves when connections with TLS may be made; without it they are made at once. Never rejects. */
  readonly certificatesReady?: () => Promise<void>;
}): Http {
  const pool = new AgentPool();

  /** What the machine says about proxies. The script that it may run for that can fail and hang as well. */
  function wayTo(url: URL, limit: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = () => {
        stop();
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (kind: FailureKind) => {
        end();
        reject(new HttpFailure(kind, url.host, false, ''));
      };
      const cancel = () => fail('cancelled');
      const stop = deps.clock.after(limit, () => fail('timed-out'));
      signal?.addEventListener('abort', cancel, { once: true });
      deps.network.resolveProxy(url.origin).then(
        (pac) => {
          end();
          resolve(pac);
        },
        () => fail('proxy'),
      );
    });
  }

  async function waysTo(url: URL, limit: number, signal?: AbortSignal): Promise<readonly [Way, ...Way[]]> {
    const ways = waysOf(await wayTo(url, limit, signal));
    const isSecure = url.protocol === 'https:' || ways.some(({ kind }) => kind === 'https');
    // Not part of any limit: a company's own certificate is known a moment later, and refused before.
    if (isSecure) await Promise.race([deps.certificatesReady?.(), whenAborted(signal)]);
    if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
    return ways;
  }

  /** Another name and password for a proxy that asked; `null` when there is none, or the caller gave up. */
  async function answerFor(
    way: Exclude<Way, { readonly kind: 'direct' }>,
    refused: ProxyKey | null,
    { url, limit, cancelled }: Attempt,
  ): Promise<ProxyKey | null> {
    const schemes = await unanswerableSchemes(way, url, deps.clock, limit);
    if (schemes.length > 0) throw new HttpFailure('proxy-scheme', url.host, false, schemes.join(', '));
    const asking = deps.proxyKeys?.ask(way.address, refused) ?? null;
    return Promise.race([asking, cancelled]);
  }

  /**
   * Runs `work` with the agents of a way; a proxy that asks who we are is told, when somebody knows. One that wants to
   * be told in a way that Paydesk has not is the failure `proxy-scheme`, and nobody is asked for what could not help.
   */
  async function along<Result>(
    about: Attempt,
    way: Way,
    work: (agents: Agents) => Promise<Result>,
    isAsked: (result: Result) => boolean,
  ): Promise<Result> {
    const { ownConnection: own } = about;
    if (way.kind === 'direct' || deps.proxyKeys === undefined) return work(pool.for(way, null, own));
    let key = await deps.proxyKeys.known(way.address);
    for (;;) {
      const outcome = await attempt(() => work(pool.for(way, key, own)));
      const asked = outcome.ok ? isAsked(outcome.result) : isProxyQuestion(outcome.thrown, key !== null);
      const next = asked ? await answerFor(way, key, about) : null;
      if (next === null) {
        if (outcome.ok) return outcome.result;
        throw outcome.thrown;
      }
      key = next;
    }
  }

  /** Tries the ways in order; the next one only when it is certain that nothing has left this machine. */
  async function firstThatWorks<Result>(
    ways: readonly [Way, ...Way[]],
    run: (way: Way) => Promise<Result>,
  ): Promise<Result> {
    const [way, next, ...rest] = ways;
    if (next === undefined) return run(way);
    const outcome = await attempt(() => run(way));
    if (outcome.ok) return outcome.result;
    if (!isWayClosed(outcome.thrown)) throw outcome.thrown;
    return firstThatWorks([next, ...rest], run);
  }

  return {
    async send(outgoing) {
      const { url, ownConnection = false, stallLimit, signal } = outgoing;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const about = { url, limit: stallLimit, ownConnection, cancelled: whenAborted(signal) };
      return firstThatWorks(await waysTo(url, stallLimit, signal), (way) =>
        along(
          about,
          way,
          (agents) => new Exchange(outgoing, agents, deps.clock, deps.agent).run(),
          ({ status }) => status === 407,
        ),
      );
    },
    async stream(request) {
      const { url, stallLimit, signal } = request;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const about = { url, limit: stallLimit, ownConnection: false, cancelled: whenAborted(signal) };
      return firstThatWorks(await waysTo(url, stallLimit, signal), (way) =>
        along(
          about,
          way,
          (agents) => openStream(request, agents, deps.clock, deps.agent),
          ({ status }) => status === 407,
        ),
      );
    },
    async reach(url, limit) {
      const about = { url, limit, ownConnection: true, cancelled: whenAborted(undefined) };
      await firstThatWorks(await waysTo(url, limit), (way) =>
        along(
          about,
          way,
          (agents) => connect(url, agents, deps.clock, limit),
          () => false,
        ),
      );
    },
    async proxyOf(url, limit) {
      const [way] = waysOf(await wayTo(url, limit));
      return way.kind === 'direct' ? null : way.address;
    },
    dropConnections: () => pool.close(),
  };
}

/** Resolves when the caller gives up, else never. */
function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }));
}

/** The proxy wants to know who we are; it has passed on nothing. Some say 401 to a wrong password. */
function isProxyQuestion(thrown: unknown, told: boolean): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.kind !== 'proxy') return false;
  return thrown.detail === '407' || (told && thrown.detail === '401');
}

/** The way itself is closed: no connection was made. A proxy that answers is not closed, whatever it says. */
function isWayClosed(thrown: unknown): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.sent || /^\d+$/.test(thrown.detail)) return false;
  return thrown.kind === 'unreachable' || thrown.kind === 'name-unknown';
}

class Exchange {
  readonly #outgoing: Outgoing;
  readonly #agents: Agents;
  readonly #clock: Clock;
  readonly #agent: string;
  readonly #abort = new AbortController();
  #handed = 0;
  #sent = false;
  #lastProgress: number;
  /** When the whole request was handed to the network; `null` while its body goes out. */
  #handedAt: number | null = null;
  #givenUp: 'timed-out' | 'answer-too-large' | null = null;
  #bodyError: unknown = null;
  #issuer: string | null = null;
  #stopWatching: () => void = () => undefined;

  constructor(outgoing: Outgoing, agents: Agents, clock: Clock, agent: string) {
    this.#outgoing = outgoing;
    this.#agents = agents;
    this.#clock = clock;
    this.#agent = agent;
    this.#lastProgress = clock.monotonic();
  }

  async run(): Promise<Incoming> {
    if (this.#outgoing.body === null) this.#handedAt = this.#clock.monotonic();
    this.#watch();
    try {
      const incoming = await this.#exchange();
      const size = this.#outgoing.body?.size ?? 0;
      if (incoming.status < 300 && this.#handed < size) throw this.#failure('early-answer', '');
      return incoming;
    } catch (thrown) {
      throw this.#told(thrown);
    } finally {
      this.#stopWatching();
    }
  }

  /** Milliseconds until it is given up, if nothing moves: the silence, or the deadline of the answer. */
  #timeLeft(): number {
    const now = this.#clock.monotonic();
    const untilStall = this.#lastProgress + this.#outgoing.stallLimit - now;
    const untilDeadline =
      this.#handedAt === null ? Number.POSITIVE_INFINITY : this.#handedAt + maxAnswerMs - now;
    return Math.min(untilStall, untilDeadline);
  }

  /** Gives up when nothing has moved for the whole limit, or the answer takes too long; looks again otherwise. */
  #watch(): void {
    this.#stopWatching = this.#clock.after(Math.max(0, this.#timeLeft()), () => {
      if (this.#timeLeft() <= 0) this.#giveUp('timed-out');
      else this.#watch();
    });
  }

  #giveUp(kind: 'timed-out' | 'answer-too-large'): void {
    this.#givenUp ??= kind;
    this.#abort.abort();
  }

  #progress(): void {
    this.#lastProgress = this.#clock.monotonic();
  }

  async #exchange(): Promise<Incoming> {
    const { method, url, headers, body, signal } = this.#outgoing;
    const signals = signal === undefined ? [this.#abort.signal] : [this.#abort.signal, signal];
    const request = got(url, {
      method,
      headers: {
        ...headers,
        'user-agent': this.#agent,
        ...(body === null ? {} : { 'content-length': String(body.size) }),
      },
      ...(body === null ? {} : { body: this.#countedChunks(body) }),
      agent: { http: this.#agents.http, https: this.#agents.https },
      signal: AbortSignal.any(signals),
      responseType: 'buffer',
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      http2: false,
    });
    void request.on('request', (sent) => this.#follow(sent));
    void request.on('downloadProgress', ({ transferred }) => {
      this.#progress();
      if (transferred > this.#outgoing.answerLimit) this.#giveUp('answer-too-large');
    });
    const response = await request;
    const header = (name: string): string | null => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : null;
    };
    const location = header('location');
    const secrets = secretTexts(this.#outgoing.secrets);
    // A refusal holds no secret, and often repeats its request ID in the body.
    const isSecret = this.#outgoing.isAnswerSecret === true && response.statusCode < 300;
    if (isSecret) secrets.push(new TextDecoder().decode(response.body));
    return {
      status: response.statusCode,
      contentType: sanitizeMediaType(header('content-type'), secrets),
      requestId: requestIdOf(header, requestIdSanitizer(secrets)),
      sanitizeName: nameSanitizer(secretTexts(this.#outgoing.secrets)),
      retryAfter: header('retry-after'),
      date: header('date'),
      location: location === null ? null : new Secret('redirect-link', location),
      body: response.body,
    };
  }

  async *#countedChunks(body: OutgoingBody): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body.chunks()) {
        this.#handed += chunk.length;
        this.#progress();
        yield chunk;
        this.#outgoing.onSent?.(this.#handed);
      }
      this.#handedAt = this.#clock.monotonic();
    } catch (thrown) {
      this.#bodyError = thrown;
      throw thrown;
    }
  }

  #follow(request: ClientRequest): void {
    request.once('socket', (socket) => {
      const secure = socket instanceof TLSSocket;
      // A connection that is used again. One through a proxy is connected before its certificate has been judged.
      if (secure ? socket.authorized : !socket.connecting) {
        this.#sent = true;
        return;
      }
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        this.#sent = true;
        this.#progress();
      });
      // Before Node judges the certificate and takes the connection down, its issuer can still be read.
      if (secure) {
        socket.prependOnceListener('secure', () => {
          const issuer = socket.getPeerCertificate().issuer;
          this.#issuer = [issuer.CN ?? issuer.O].flat()[0] ?? null;
        });
      }
    });
  }

  #failure(kind: HttpFailure['kind'], detail: string): HttpFailure {
    return new HttpFailure(kind, this.#outgoing.url.host, this.#sent, detail);
  }

  #told(thrown: unknown): unknown {
    if (thrown instanceof HttpFailure) return thrown;
    if (this.#bodyError !== null) return this.#bodyError;
    if (this.#givenUp !== null) return this.#failure(this.#givenUp, '');
    if (this.#outgoing.signal?.aborted === true) return this.#failure('cancelled', '');
    const { kind, detail } = causeOf(thrown);
    // What breaks an encrypted line that was agreed on says nothing of the certificate any more.
    if (kind === 'certificate' && this.#sent) return this.#failure('connection-lost', detail);
    return this.#failure(kind, kind === 'certificate' ? (this.#issuer ?? detail) : detail);
  }
}
