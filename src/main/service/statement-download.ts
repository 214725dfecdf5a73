/** @file Fetches a statement file from its link: no token, no cookies, no redirect, and only what can be one. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';
import { retryAfterMilliseconds } from './answers.ts';
import { failureToError, HttpFailure } from './failure.ts';
import type { Http } from './http.ts';
import type { IncomingStream } from './http-stream.ts';
import type { StatementLink } from './targets.ts';

/** Milliseconds of silence after which a download is given up. */
const stallLimit = 30_000;
/** How often a download goes on where it broke off before it is a failure. */
const mostResumptions = 5;

/** The most bytes that a statement may have. */
export const largestStatement = 4_000_000_000;

/** What is heard while it comes. */
export interface DownloadListener {
  onStart(whole: number | null): void;
  onProgress(part: number): void;
}

interface Opened {
  readonly stream: IncomingStream;
  readonly whole: number | null;
  readonly etag: string | null;
}

/**
 * The bytes of a statement, in order and complete, or a rejection: `statement-link-ended` (over, or not valid),
 * `statement-gone` (nothing there), `download-damaged` (not a statement, or another length), `answer-too-large`, or the network's
 * errors. What breaks off goes on at the same byte when the storage vouches for the same file.
 */
export async function* downloadStatement(
  parts: { readonly http: Http; readonly clock: Clock; readonly signal: AbortSignal },
  link: StatementLink,
  listener: DownloadListener,
): AsyncGenerator<Uint8Array> {
  const url = new URL(link.reveal());
  const open = async (headers: Record<string, string>) => {
    try {
      return await parts.http.stream({ url, headers, stallLimit, signal: parts.signal });
    } catch (thrown) {
      throw asError(thrown);
    }
  };
  const first = await open({});
  if (first.status !== 200) throw refusal(url.host, first, parts.clock.now());
  const opened: Opened = { stream: first, ...headOf(url.host, first) };
  listener.onStart(opened.whole);
  let part = 0;
  let stream = first;
  for (let resumptions = 0; ; resumptions += 1) {
    try {
      for await (const chunk of bounded(url.host, opened, stream, part)) {
        part += chunk.length;
        listener.onProgress(part);
        yield chunk;
      }
      return;
    } catch (thrown) {
      const error = asError(thrown);
      const mayGoOn = error.retryable && part > 0 && resumptions < mostResumptions && !parts.signal.aborted;
      if (!mayGoOn || opened.etag === null) throw error;
      stream = await open({ range: `bytes=${part}-`, 'if-range': opened.etag });
      const range = stream.header('content-range') ?? '';
      if (stream.status === 206 && range.startsWith(`bytes ${part}-`)) continue;
      stream.cancel();
      // Another file, or a storage that cannot: it begins again from the first byte.
      throw error;
    }
  }
}

/** The body from `before` bytes on; neither more nor less than was announced. */
async function* bounded(
  host: string,
  { whole }: Opened,
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
  const whole = Number.isSafeInteger(length) ? length : null;
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
  const requestId = stream.header('x-amz-request-id') ?? stream.header('x-request-id');
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
