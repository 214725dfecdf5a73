/** @file Streams a long answer: one attempt, no redirects, one watchdog for stalls in any phase. */
import got, { type Response } from 'got';
import type { Clock } from '../../platform/platform.ts';
import { findRequestId, requestIdSanitizer, secretTexts } from '../sanitize-name.ts';
import type { Secret } from '../secret.ts';
import { classifyNetworkError, type FailureKind, HttpFailure } from './failure.ts';
import type { Agents } from './proxy.ts';

/** A request whose answer is streamed. */
export interface StreamRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without progress after which the request is aborted. */
  readonly stallTimeoutMs: number;
  /** Every secret in the URL; a request ID that repeats part of a secret is dropped. */
  readonly secrets: readonly Secret<string>[];
  /** Aborts when a full span brings fewer bytes than this rate while `applies` returns true. */
  readonly minRate?: {
    readonly bytesPerSecond: number;
    readonly spanMs: number;
    applies(): boolean;
  };
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
  let lastProgressAt = clock.monotonic();
  let isTimedOut = false;
  let isTooSlow = false;
  let receivedBytes = 0;
  let stopWatching: () => void = () => undefined;
  let stopMeasuring: () => void = () => undefined;

  function watch(): void {
    const stalledMs = clock.monotonic() - lastProgressAt;
    stopWatching = clock.after(Math.max(0, stallTimeoutMs - stalledMs), () => {
      if (clock.monotonic() - lastProgressAt < stallTimeoutMs) return watch();
      isTimedOut = true;
      abort.abort();
    });
  }
  /** Compares the bytes received in each full span with the minimum rate. */
  function measure(bytesBefore: number): void {
    if (minRate === undefined) return;
    stopMeasuring = clock.after(minRate.spanMs, () => {
      const minBytes = (minRate.bytesPerSecond * minRate.spanMs) / 1000;
      if (receivedBytes - bytesBefore >= minBytes || !minRate.applies()) return measure(receivedBytes);
      isTooSlow = true;
      abort.abort();
    });
  }
  function toFailure(thrown: unknown): HttpFailure {
    const failure = (kind: FailureKind, detail: string) => {
      const sent = kind !== 'unreachable' && kind !== 'name-unknown';
      return new HttpFailure(kind, url.host, sent, detail);
    };
    if (isTimedOut) return failure('timed-out', '');
    if (isTooSlow) return failure('timed-out', tooSlowDetail);
    if (signal?.aborted === true) return failure('cancelled', '');
    const { kind, detail } = classifyNetworkError(thrown);
    return failure(kind, detail);
  }

  watch();
  measure(0);
  const stream = got.stream(url, {
    method: 'GET',
    headers: { ...headers, 'user-agent': agent, 'accept-encoding': 'identity' },
    agent: { http: agents.http, https: agents.https },
    signal: signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]),
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    http2: false,
  });
  const cancel = () => {
    stopWatching();
    stopMeasuring();
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
              lastProgressAt = clock.monotonic();
              if (!(chunk instanceof Uint8Array)) continue;
              receivedBytes += chunk.length;
              yield chunk;
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
