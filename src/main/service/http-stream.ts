/** @file A long answer, read as it comes: one attempt, no redirects, one watchdog for every kind of silence. */
import got, { type Response } from 'got';
import type { Clock } from '../platform.ts';
import { causeOf, type FailureKind, HttpFailure } from './failure.ts';
import type { Agents } from './proxy.ts';
import { requestIdOf, requestIdSanitizer, secretTexts } from './sanitize-name.ts';
import type { Secret } from './secret.ts';

/** A request for something long. */
export interface StreamRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without any progress after which it is given up. */
  readonly stallLimit: number;
  /** Everything secret in its address: no header that is kept gives it back. */
  readonly secrets: readonly Secret<string>[];
  /** Gives it up when less comes than this over each full span of time, while `applies` says so. */
  readonly minRate?: {
    readonly bytesPerSecond: number;
    readonly spanMs: number;
    applies(): boolean;
  };
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read yet. Its body must be read or {@link IncomingStream.cancel}led. */
export interface IncomingStream {
  readonly status: number;
  /** A header in lower case, or `null`. Whatever is shown or kept of it must be bounded first. */
  header(name: string): string | null;
  readonly requestId: string | null;
  /** The body, once. Rejects with {@link HttpFailure}; ends early only when the sender says that this was all. */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** The detail of a failure `timed-out` whose answer came, but too slowly. */
export const tooSlow = 'too-slow';

/** Sends the request and resolves when the head of the answer is there. Rejects with {@link HttpFailure}. */
export async function openStream(
  { url, headers, stallLimit, secrets, minRate, signal }: StreamRequest,
  agents: Agents,
  clock: Clock,
  agent: string,
): Promise<IncomingStream> {
  const abort = new AbortController();
  let lastProgress = clock.monotonic();
  let timedOut = false;
  let isTooSlow = false;
  let received = 0;
  let stopWatching: () => void = () => undefined;
  let stopMeasuring: () => void = () => undefined;

  function watch(): void {
    const silence = clock.monotonic() - lastProgress;
    stopWatching = clock.after(Math.max(0, stallLimit - silence), () => {
      if (clock.monotonic() - lastProgress < stallLimit) return watch();
      timedOut = true;
      abort.abort();
    });
  }
  /** Compares what came in each full span with the least rate. */
  function measure(before: number): void {
    if (minRate === undefined) return;
    stopMeasuring = clock.after(minRate.spanMs, () => {
      const wanted = (minRate.bytesPerSecond * minRate.spanMs) / 1000;
      if (received - before >= wanted || !minRate.applies()) return measure(received);
      isTooSlow = true;
      abort.abort();
    });
  }
  function told(thrown: unknown): HttpFailure {
    const failure = (kind: FailureKind, detail: string) => {
      const sent = kind !== 'unreachable' && kind !== 'name-unknown';
      return new HttpFailure(kind, url.host, sent, detail);
    };
    if (timedOut) return failure('timed-out', '');
    if (isTooSlow) return failure('timed-out', tooSlow);
    if (signal?.aborted === true) return failure('cancelled', '');
    const { kind, detail } = causeOf(thrown);
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
    // What goes wrong from here on is told to whoever reads the body.
    stream.on('error', () => undefined);
    const header = (name: string) => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : null;
    };
    return {
      status: response.statusCode,
      header,
      requestId: requestIdOf(header, requestIdSanitizer(secretTexts(secrets))),
      cancel,
      body: {
        async *[Symbol.asyncIterator]() {
          try {
            for await (const chunk of stream) {
              lastProgress = clock.monotonic();
              if (!(chunk instanceof Uint8Array)) continue;
              received += chunk.length;
              yield chunk;
            }
            if (!response.complete) throw new Error('The answer broke off');
          } catch (thrown) {
            throw told(thrown);
          } finally {
            cancel();
          }
        },
      },
    };
  } catch (thrown) {
    cancel();
    throw told(thrown);
  }
}
