/**
 * @file The one http module, over got: one attempt per call, no redirects, bounded answers, one watchdog for every
 * kind of silence, and errors that can hold nothing secret.
 */
import type { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';
import got from 'got';
import type { Clock, Network } from '../platform.ts';
import { connect } from './connect.ts';
import { causeOf, type FailureKind, HttpFailure } from './failure.ts';
import { AgentPool, type Agents } from './proxy.ts';

/** Bytes that go out, produced anew for every attempt. */
export interface OutgoingBody {
  /** Exact number of bytes; announced as Content-Length, so that nothing is ever sent chunked. */
  readonly size: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A request. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | null;
  /** The most bytes that an answer may have. */
  readonly answerLimit: number;
  /** Milliseconds without any progress after which the exchange is given up. */
  readonly stallLimit: number;
  /** Uses a connection of its own, so that a lost answer is never just a connection that had gone stale. */
  readonly ownConnection?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of the body have been handed to the network so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** A whole answer, whatever its status. */
export interface Incoming {
  readonly status: number;
  /** Media type in lower case without parameters; empty when there was none. */
  readonly contentType: string;
  readonly requestId: string | null;
  /** The Retry-After header: seconds as text or an HTTP date. */
  readonly retryAfter: string | null;
  /** The Date header: what the clock showed that a Retry-After date goes by. */
  readonly date: string | null;
  readonly body: Uint8Array;
}

/** Sends requests. */
export interface Http {
  /**
   * One attempt. Rejects with {@link HttpFailure}, with `proxy-refused` for a kind of proxy that is not supported, or
   * with what the body's producer threw.
   */
  send(outgoing: Outgoing): Promise<Incoming>;
  /** Connects to a host, TLS included, and hangs up. Rejects with {@link HttpFailure} or `proxy-refused`. */
  reach(url: URL, limit: number): Promise<void>;
  /** The proxy on the way to a URL: host and port, or `null`. Rejects like {@link Http.reach}. */
  proxyOf(url: URL, limit: number): Promise<string | null>;
  /** Drops kept connections, as after a sleep. */
  dropConnections(): void;
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amz-request-id', 'x-trace-id'];

/** Creates the module over the machine's network. */
export function createHttp(parts: {
  readonly network: Network;
  readonly clock: Clock;
  readonly agent: string;
}): Http {
  const pool = new AgentPool();

  /** What the machine says about proxies. The script that it may run for that can fail and hang as well. */
  function wayTo(url: URL, limit: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (kind: FailureKind) => reject(new HttpFailure(kind, url.host, false, ''));
      const cancel = () => fail('cancelled');
      const stop = parts.clock.after(limit, () => fail('timed-out'));
      signal?.addEventListener('abort', cancel, { once: true });
      void parts.network
        .resolveProxy(url.origin)
        .then(resolve, () => fail('proxy'))
        .finally(() => {
          stop();
          signal?.removeEventListener('abort', cancel);
        });
    });
  }

  async function agentsFor(url: URL, own: boolean, limit: number, signal?: AbortSignal): Promise<Agents> {
    return pool.for(await wayTo(url, limit, signal), own);
  }

  return {
    async send(outgoing) {
      const { url, ownConnection = false, stallLimit, signal } = outgoing;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const agents = await agentsFor(url, ownConnection, stallLimit, signal);
      return new Exchange(outgoing, agents, parts.clock, parts.agent).run();
    },
    async reach(url, limit) {
      await connect(url, await agentsFor(url, true, limit), parts.clock, limit);
    },
    proxyOf: async (url, limit) => (await agentsFor(url, false, limit)).proxy,
    dropConnections: () => pool.close(),
  };
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

  /** Gives up when nothing has moved for the whole limit; looks again when something has. */
  #watch(): void {
    const silence = this.#clock.monotonic() - this.#lastProgress;
    this.#stopWatching = this.#clock.after(Math.max(0, this.#outgoing.stallLimit - silence), () => {
      const now = this.#clock.monotonic() - this.#lastProgress;
      if (now >= this.#outgoing.stallLimit) this.#giveUp('timed-out');
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
    return {
      status: response.statusCode,
      contentType: (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      requestId:
        requestIdHeaders
          .map(header)
          .find((value) => value !== null)
          ?.slice(0, 200) ?? null,
      retryAfter: header('retry-after'),
      date: header('date'),
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
