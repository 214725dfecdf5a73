/** @file Streams a long answer: one attempt, no redirects, one watchdog in any phase. */
import got, { type Response } from 'got';
import type { Clock } from '../../platform/platform.ts';
import { findRequestId, requestIdSanitizer, secretTexts } from '../sanitize-name.ts';
import type { Secret } from '../secret.ts';
import { classifyNetworkError, type FailureKind, HttpFailure } from './failure.ts';
import type { Agents } from './proxy.ts';
import { type MinRate, Watchdog } from './watchdog.ts';

/** A request whose answer is streamed. */
export interface StreamRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without progress after which the request is aborted. */
  readonly stallTimeoutMs: number;
  /** Every secret in the URL; a request ID that repeats part of a secret is dropped. */
  readonly secrets: readonly Secret<string>[];
  readonly minRate?: MinRate;
  readonly signal?: AbortSignal | undefined;
}

/** An answer with an unread body. The caller must read the body or call {@link IncomingStream.cancel}. */
export interface IncomingStream {
  readonly status: number;
  /** The value of a header, or `null`; `name` is in lower case. The value is not limited in length. */
  header(name: string): string | null;
  readonly requestId: string | null;
  /** The body, readable once. Rejects with {@link HttpFailure}, also when the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** `detail` of a `timed-out` failure whose answer arrived too slowly. */
export const tooSlowDetail = 'too-slow';

/** Sends the request and resolves when the headers have arrived. Rejects with {@link HttpFailure}. */
export async function openStream(
  { url, headers, stallTimeoutMs, secrets, minRate, signal }: StreamRequest,
  agents: Agents,
  clock: Clock,
  agent: string,
): Promise<IncomingStream> {
  const abort = new AbortController();
  let slowReason: 'silent' | 'too-slow' | null = null;
  const watchdog = new Watchdog(clock, stallTimeoutMs, (reason) => {
    slowReason = reason;
    abort.abort();
  });
  if (minRate !== undefined) watchdog.measure(minRate);
  function toFailure(thrown: unknown): HttpFailure {
    const failure = (kind: FailureKind, detail: string) => {
      const sent = kind !== 'unreachable' && kind !== 'name-unknown';
      return new HttpFailure(kind, url.host, sent, detail);
    };
    if (slowReason !== null) return failure('timed-out', slowReason === 'silent' ? '' : tooSlowDetail);
    if (signal?.aborted === true) return failure('cancelled', '');
    const { kind, detail } = classifyNetworkError(thrown);
    return failure(kind, detail);
  }

  const stream = got.stream(url, {
    method: 'GET',
    headers: { ...headers, 'user-agent': agent, 'accept-encoding': 'identity' },
    agent: { http: agents.http, https: agents.https },
    signal: signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]),
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
  const cancel = () => {
    watchdog.stop();
    stream.destroy();
  };
  try {
    const response = await new Promise<Response>((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', reject);
    });
    // After the headers, an error rejects the iteration of the body; the event needs a listener nevertheless.
    stream.on('error', () => undefined);
    const header = (name: string) => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : null;
    };
    return {
      status: response.statusCode,
      header,
      requestId: findRequestId(header, requestIdSanitizer(secretTexts(secrets))),
      cancel,
      body: {
        async *[Symbol.asyncIterator]() {
          try {
            for await (const chunk of stream) {
              if (!(chunk instanceof Uint8Array)) continue;
              watchdog.recordProgress(chunk.length);
              watchdog.pause();
              yield chunk;
              watchdog.resume();
            }
            if (!response.complete) throw new Error('The answer broke off');
          } catch (thrown) {
            throw toFailure(thrown);
          } finally {
            cancel();
          }
        },
      },
    };
  } catch (thrown) {
    cancel();
    throw toFailure(thrown);
  }
}
