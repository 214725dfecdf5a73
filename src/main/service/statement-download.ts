/** @file Fetches a statement file from its link: no token, no cookies, no redirect, and only what can be one. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';
import { retryAfterMilliseconds } from './answers.ts';
import { failureToError, HttpFailure } from './failure.ts';
import type { Http } from './http.ts';
import { type IncomingStream, tooSlow } from './http-stream.ts';
import type { StatementLink } from './targets.ts';

/** Milliseconds of silence after which a download is given up. */
const stallLimit = 30_000;
/** Below this many bytes a second over a minute, a download gives its place to another one. */
const minBytesPerSecond = 2_000;
const rateSpanMs = 60_000;
/** How often a download goes on where it broke off before it is a failure. */
const maxResumptions = 5;

/** The most bytes that a statement may have. */
export const largestStatement = 4_000_000_000;

/** What is heard while it comes. */
export interface DownloadListener {
  onStart(whole: number | null): void;
  onProgress(part: number): void;
  /** True while another download waits for a place. */
  isPlaceWanted(): boolean;
}

/**
 * The bytes of a statement, in order and complete, or a rejection: `statement-link-ended` (over, or not valid),
 * `statement-gone` (nothing there), `download-damaged` (not a statement, or another length), `answer-too-large`, or the network's
 * errors. What breaks off goes on at the same byte when the storage vouches for the same file.
 */
export async function* downloadStatement(
  deps: { readonly http: Http; readonly clock: Clock; readonly signal: AbortSignal },
  link: StatementLink,
  listener: DownloadListener,
): AsyncGenerator<Uint8Array> {
  const url = new URL(link.reveal());
  const open = async (headers: Record<string, string>) => {
    try {
      return await deps.http.stream({
        url,
        headers,
        stallLimit,
        secrets: [link],
        minRate: {
          bytesPerSecond: minBytesPerSecond,
          spanMs: rateSpanMs,
          applies: () => listener.isPlaceWanted(),
        },
        signal: deps.signal,
      });
    } catch (thrown) {
      throw asError(thrown);
    }
  };
  const first = await open({});
  if (first.status !== 200) throw refusal(url.host, first, deps.clock.now());
  const { whole: announced, etag } = headOf(url.host, first);
  listener.onStart(announced);
  let whole = announced;
  let part = 0;
  let stream = first;
  for (let resumptions = 0; ; resumptions += 1) {
    try {
      for await (const chunk of bounded(url.host, whole, stream, part)) {
        part += chunk.length;
        listener.onProgress(part);
        yield chunk;
      }
      return;
    } catch (thrown) {
      const error = asError(thrown);
      const isStopped = deps.signal.aborted || error.details['cause'] === tooSlow;
      const mayGoOn = error.retryable && part > 0 && resumptions < maxResumptions && !isStopped;
      if (!mayGoOn || etag === null) throw error;
      stream = await open({ range: `bytes=${part}-`, 'if-range': etag });
      const size = stream.status === 206 ? sizeByRest(stream.header('content-range'), part, whole) : null;
      if (size === null) {
        stream.cancel();
        // Another file, or a storage that cannot: it begins again from the first byte.
        throw error;
      }
      // Also where the first answer had no length: the rest is whole only when it comes to the end that was named.
      whole = size;
    }
  }
}

/** The body from `before` bytes on; neither more nor less than was announced. */
async function* bounded(
  host: string,
  whole: number | null,
  stream: IncomingStream,
  before: number,
): AsyncGenerator<Uint8Array> {
  let part = before;
  for await (const chunk of stream.body) {
    if (part === 0) checkBeginning(chunk);
    part += chunk.length;
    if (part > (whole ?? largestStatement)) throw tooMuch(host, whole);
    yield chunk;
  }
  if (whole !== null && part < whole) throw new HttpFailure('connection-lost', host, true, 'short');
  if (part === 0) throw damaged('The file is empty');
}

/** The size of the file, when a Content-Range names all its bytes from `part` to its end and nothing else; else `null`. */
function sizeByRest(header: string | null, part: number, whole: number | null): number | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header ?? '');
  if (match === null || Number(match[1]) !== part) return null;
  const size = match[3] === '*' ? whole : Number(match[3]);
  if (size === null || size > largestStatement || Number(match[2]) !== size - 1) return null;
  return whole === null || whole === size ? size : null;
}

function asError(thrown: unknown): PaydeskError {
  if (thrown instanceof PaydeskError) return thrown;
  if (thrown instanceof HttpFailure) return failureToError(thrown);
  throw thrown;
}

function damaged(message: string): PaydeskError {
  return new PaydeskError('download-damaged', message, { details: { message }, retryable: false });
}

function tooMuch(host: string, whole: number | null): PaydeskError {
  return whole === null || whole > largestStatement
    ? new PaydeskError('answer-too-large', 'The statement is too large', { details: { host } })
    : damaged('More bytes came than were announced');
}

/** Length and strong entity tag of a file; refuses what cannot be a statement. */
function headOf(host: string, stream: IncomingStream): { whole: number | null; etag: string | null } {
  const refuse = (error: PaydeskError): never => {
    stream.cancel();
    throw error;
  };
  const type = (stream.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml')
    return refuse(damaged('A web page came in its place'));
  const encoding = stream.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') return refuse(damaged('The file came compressed, which was not asked for'));
  const length = Number(stream.header('content-length') ?? Number.NaN);
  const whole = Number.isSafeInteger(length) && length >= 0 ? length : null;
  // An answer that ends with its connection looks the same whether it is whole or was cut off.
  const isEndMarked = whole !== null || /\bchunked\b/i.test(stream.header('transfer-encoding') ?? '');
  if (!isEndMarked) return refuse(damaged('The answer does not say where the file ends'));
  if (whole !== null && whole > largestStatement) return refuse(tooMuch(host, whole));
  const etag = stream.header('etag') ?? '';
  return { whole, etag: /^"[^"]+"$/.test(etag) ? etag : null };
}

function checkBeginning(chunk: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(chunk.subarray(0, 512)).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html'))
    throw damaged('A web page came in its place');
  if (start.startsWith('<?xml') || start.startsWith('<error>'))
    throw damaged('An error message came in its place');
}

function refusal(host: string, stream: IncomingStream, now: number): PaydeskError {
  const { status } = stream;
  const { requestId } = stream;
  const wait = retryAfterMilliseconds(stream.header('retry-after'), now);
  stream.cancel();
  const details = { host, status, ...(wait === null ? {} : { retryAfter: wait }) };
  const make = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, `${host} answered ${status}`, { details, retryable, requestId });
  if (status === 403 || status === 401 || status === 400) return make('statement-link-ended', false);
  if (status === 404 || status === 410) return make('statement-gone', false);
  if (status >= 300 && status <= 399)
    return damaged('The link leads on to another place, which Paydesk does not follow');
  if (status === 429) return make('service-throttled', true);
  return make(status >= 500 ? 'service-failed' : 'service-refused', status >= 500);
}
