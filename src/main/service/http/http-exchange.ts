/**
 * @file One request and its answer: sent with got, or with Node's own client when it is frequent, and watched for stalls in
 * any phase.
 */
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { TLSSocket } from 'node:tls';
import got from 'got';
import type { Clock } from '../../platform/platform.ts';
import {
  findRequestId,
  nameSanitizer,
  requestIdSanitizer,
  sanitizeMediaType,
  secretTexts,
} from '../sanitize-name.ts';
import { Secret } from '../secret.ts';
import { requestDirectly } from './direct-request.ts';
import { classifyNetworkError, HttpFailure } from './failure.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http-messages.ts';
import type { Agents } from './proxy.ts';
import { type MinRate, Watchdog } from './watchdog.ts';

/** The rate that the answer to a whole request must have: bytes that only trickle in would hold the request for hours. */
const minAnswerRate: MinRate = { bytesPerSecond: 2_000, spanMs: 60_000, applies: () => true };

/** A complete answer of either client. */
interface ReceivedAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** One request and its answer. */
export class Exchange {
  readonly #outgoing: Outgoing;
  readonly #agents: Agents;
  readonly #agent: string;
  readonly #abort = new AbortController();
  #handedOverBytes = 0;
  #receivedBytes = 0;
  #mayHaveSent = false;
  readonly #watchdog: Watchdog;
  #abortReason: 'timed-out' | 'answer-too-large' | null = null;
  /** The error of the caller's own functions. */
  #callerError: unknown = null;
  #issuer: string | null = null;

  constructor(outgoing: Outgoing, agents: Agents, clock: Clock, agent: string) {
    this.#outgoing = outgoing;
    this.#agents = agents;
    this.#agent = agent;
    this.#watchdog = new Watchdog(clock, outgoing.stallTimeoutMs, () => this.#giveUp('timed-out'));
  }

  async run(): Promise<Incoming> {
    if (this.#outgoing.body === null) this.#watchdog.measure(minAnswerRate);
    try {
      const incoming = await this.#exchange();
      const size = this.#outgoing.body?.size ?? 0;
      if (incoming.status < 300 && this.#handedOverBytes < size) throw this.#failure('early-answer', '');
      return incoming;
    } catch (thrown) {
      throw this.#toError(thrown);
    } finally {
      this.#watchdog.stop();
    }
  }

  #giveUp(kind: 'timed-out' | 'answer-too-large'): void {
    this.#abortReason ??= kind;
    this.#abort.abort();
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
    const sentSecrets = secretTexts(this.#outgoing.secrets);
    // Only a successful answer is secret: an error body often repeats the request ID.
    const isSecret = this.#outgoing.isAnswerSecret === true && response.statusCode < 300;
    const secrets = isSecret ? [...sentSecrets, new TextDecoder().decode(response.body)] : sentSecrets;
    return {
      status: response.statusCode,
      contentType: sanitizeMediaType(header('content-type'), secrets),
      requestId: findRequestId(header, requestIdSanitizer(secrets)),
      sanitizeName: nameSanitizer(sentSecrets),
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

  /** Takes the number of all bytes received. */
  #recordReceived(bytes: number): void {
    this.#watchdog.recordProgress(bytes - this.#receivedBytes);
    this.#receivedBytes = bytes;
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
    });
    void request.on('request', (sent) => this.#watchSocket(sent));
    void request.on('downloadProgress', ({ transferred }) => this.#recordReceived(transferred));
    return request;
  }

  async *#countedChunks(body: OutgoingBody): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body.chunks()) {
        this.#handedOverBytes += chunk.length;
        this.#watchdog.recordProgress();
        yield chunk;
        this.#outgoing.onSent?.(this.#handedOverBytes);
      }
      this.#watchdog.measure(minAnswerRate);
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
        this.#watchdog.recordProgress();
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
