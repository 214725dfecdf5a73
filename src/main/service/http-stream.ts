/** @file A long answer, read as it comes: one attempt, no redirects, one watchdog for every kind of silence. */
import got, { type Response } from 'got';
import type { Clock } from '../platform.ts';
import { causeOf, type FailureKind, HttpFailure } from './failure.ts';
import type { Agents } from './proxy.ts';

/** A request for something long. */
export interface StreamRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without any progress after which it is given up. */
  readonly stallLimit: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read yet. Its body must be read or {@link IncomingStream.cancel}led. */
export interface IncomingStream {
  readonly status: number;
  /** A header in lower case, or `null`. */
  header(name: string): string | null;
  /** The body, once. Rejects with {@link HttpFailure}; ends early only when the sender says that this was all. */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** Sends the request and resolves when the head of the answer is there. Rejects with {@link HttpFailure}. */
export async function openStream(
  { url, headers, stallLimit, signal }: StreamRequest,
  agents: Agents,
  clock: Clock,
  agent: string,
): Promise<IncomingStream> {
  const abort = new AbortController();
  let lastProgress = clock.monotonic();
  let timedOut = false;
  let stopWatching: () => void = () => undefined;

  function watch(): void {
    const silence = clock.monotonic() - lastProgress;
    stopWatching = clock.after(Math.max(0, stallLimit - silence), () => {
      if (clock.monotonic() - lastProgress < stallLimit) return watch();
      timedOut = true;
      abort.abort();
    });
  }
  function told(thrown: unknown): HttpFailure {
    const failure = (kind: FailureKind, detail: string) => {
      const sent = kind !== 'unreachable' && kind !== 'name-unknown';
      return new HttpFailure(kind, url.host, sent, detail);
    };
    if (timedOut) return failure('timed-out', '');
    if (signal?.aborted === true) return failure('cancelled', '');
    const { kind, detail } = causeOf(thrown);
    return failure(kind, detail);
  }

  watch();
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
    stream.destroy();
  };
  try {
    const response = await new Promise<Response>((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', reject);
    });
    // What goes wrong from here on is told to whoever reads the body.
    stream.on('error', () => undefined);
    return {
      status: response.statusCode,
      header(name) {
        const value = response.headers[name];
        return typeof value === 'string' ? value : null;
      },
      cancel,
      body: {
        async *[Symbol.asyncIterator]() {
          try {
            for await (const chunk of stream) {
              lastProgress = clock.monotonic();
              if (chunk instanceof Uint8Array) yield chunk;
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
