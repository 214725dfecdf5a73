/** @file Downloads a statement file from its link: no token, no cookies, no redirect; anything but a statement is refused. */
import { PaydeskError } from '../../shared/errors.ts';
import type { DownloadProblem } from '../../shared/model/statements.ts';
import type { Clock } from '../platform.ts';
import { retryAfterMilliseconds } from './answers.ts';
import { failureToError, HttpFailure } from './failure.ts';
import type { Http } from './http.ts';
import { type IncomingStream, tooSlowDetail } from './http-stream.ts';
import type { StatementLink } from './targets.ts';

/** Milliseconds without progress after which a download is aborted. */
const stallTimeoutMs = 30_000;
/** A download slower than this over a minute is aborted while others wait. */
const minBytesPerSecond = 2_000;
const rateSpanMs = 60_000;
/** How often an interrupted download is resumed before it fails. */
const maxResumptions = 5;

/** Maximum size of a statement. */
export const maxStatementBytes = 4_000_000_000;

/** Receives the progress of a download. */
export interface DownloadListener {
  onStart(totalBytes: number | null): void;
  onProgress(receivedBytes: number): void;
  /** True while another download waits for a free slot. */
  hasWaitingDownloads(): boolean;
}

/**
 * Yields the bytes of a statement. Rejects with `statement-link-ended` (link expired or invalid), `statement-gone` (no
 * file), `download-damaged` (not a statement, or a wrong length), `answer-too-large`, or network errors. Resumes an
 * interrupted download at the same byte when the storage confirms by its entity tag that the file is the same.
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
        stallTimeoutMs,
        secrets: [link],
        minRate: {
          bytesPerSecond: minBytesPerSecond,
          spanMs: rateSpanMs,
          applies: () => listener.hasWaitingDownloads(),
        },
        signal: deps.signal,
      });
    } catch (thrown) {
      throw asError(thrown);
    }
  };
  const first = await open({});
  if (first.status !== 200) throw refusal(url.host, first, deps.clock.now());
  const { totalBytes: announced, etag } = checkHead(url.host, first);
  listener.onStart(announced);
  let totalBytes = announced;
  let receivedBytes = 0;
  let stream = first;
  for (let resumptions = 0; ; resumptions += 1) {
    try {
      for await (const chunk of bounded(url.host, totalBytes, stream, receivedBytes)) {
        receivedBytes += chunk.length;
        listener.onProgress(receivedBytes);
        yield chunk;
      }
      return;
    } catch (thrown) {
      const error = asError(thrown);
      const isStopped = deps.signal.aborted || error.details['cause'] === tooSlowDetail;
      const mayGoOn = error.retryable && receivedBytes > 0 && resumptions < maxResumptions && !isStopped;
      if (!mayGoOn || etag === null) throw error;
      stream = await open({ range: `bytes=${receivedBytes}-`, 'if-range': etag });
      const size =
        stream.status === 206 ? sizeByRest(stream.header('content-range'), receivedBytes, totalBytes) : null;
      if (size === null) {
        stream.cancel();
        // The file changed, or the storage does not support ranges: the caller starts again from the first byte.
        throw error;
      }
      // Set even when the first answer had no length, so that the rest is checked against the total.
      totalBytes = size;
    }
  }
}

/** Yields the body, of which `before` bytes were received earlier, and verifies its length against the announced one. */
async function* bounded(
  host: string,
  totalBytes: number | null,
  stream: IncomingStream,
  before: number,
): AsyncGenerator<Uint8Array> {
  let receivedBytes = before;
  for await (const chunk of stream.body) {
    if (receivedBytes === 0) checkBeginning(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes > (totalBytes ?? maxStatementBytes)) throw tooLarge(host, totalBytes);
    yield chunk;
  }
  if (totalBytes !== null && receivedBytes < totalBytes)
    throw new HttpFailure('connection-lost', host, true, 'short');
  if (receivedBytes === 0) throw damaged('empty');
}

/** The file size from a Content-Range that covers everything from `receivedBytes` to the end; otherwise `null`. */
function sizeByRest(header: string | null, receivedBytes: number, totalBytes: number | null): number | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header ?? '');
  if (match === null || Number(match[1]) !== receivedBytes) return null;
  const size = match[3] === '*' ? totalBytes : Number(match[3]);
  if (size === null || size > maxStatementBytes || Number(match[2]) !== size - 1) return null;
  return totalBytes === null || totalBytes === size ? size : null;
}

function asError(thrown: unknown): PaydeskError {
  if (thrown instanceof PaydeskError) return thrown;
  if (thrown instanceof HttpFailure) return failureToError(thrown);
  throw thrown;
}

function damaged(problem: DownloadProblem): PaydeskError {
  return new PaydeskError('download-damaged', `The download is damaged: ${problem}`, {
    details: { problem },
    retryable: false,
  });
}

function tooLarge(host: string, totalBytes: number | null): PaydeskError {
  return totalBytes === null || totalBytes > maxStatementBytes
    ? new PaydeskError('answer-too-large', 'The statement is too large', { details: { host } })
    : damaged('too-long');
}

/** Returns the length and the strong entity tag of a file. Throws for an answer that cannot be a statement. */
function checkHead(host: string, stream: IncomingStream): { totalBytes: number | null; etag: string | null } {
  const refuse = (error: PaydeskError): never => {
    stream.cancel();
    throw error;
  };
  const type = (stream.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return refuse(damaged('web-page'));
  const encoding = stream.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') return refuse(damaged('compressed'));
  const length = Number(stream.header('content-length') ?? Number.NaN);
  const totalBytes = Number.isSafeInteger(length) && length >= 0 ? length : null;
  // An answer that ends with its connection looks the same whether it is complete or truncated.
  const isEndMarked = totalBytes !== null || /\bchunked\b/i.test(stream.header('transfer-encoding') ?? '');
  if (!isEndMarked) return refuse(damaged('unknown-length'));
  if (totalBytes !== null && totalBytes > maxStatementBytes) return refuse(tooLarge(host, totalBytes));
  const etag = stream.header('etag') ?? '';
  return { totalBytes, etag: /^"[^"]+"$/.test(etag) ? etag : null };
}

function checkBeginning(chunk: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(chunk.subarray(0, 512)).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) throw damaged('web-page');
  if (start.startsWith('<?xml') || start.startsWith('<error>')) throw damaged('error-page');
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
  if (status >= 300 && status <= 399) return damaged('redirect');
  if (status === 429) return make('service-throttled', true);
  return make(status >= 500 ? 'service-failed' : 'service-refused', status >= 500);
}
