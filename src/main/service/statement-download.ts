/** @file Downloads a statement file from its link: no token, no cookies, no redirect; anything but a statement is refused. */
import { PaydeskError } from '../../shared/errors.ts';
import type { DownloadProblem } from '../../shared/model/statements/statements.ts';
import type { Clock } from '../platform/platform.ts';
import { retryAfterMilliseconds } from './answers.ts';
import { failureToError, HttpFailure } from './http/failure.ts';
import type { Http } from './http/http.ts';
import { type IncomingStream, tooSlowDetail } from './http/http-stream.ts';
import type { StatementLink } from './targets.ts';

/** Milliseconds without progress after which a download is aborted. */
const stallTimeoutMs = 30_000;
/** Minimum rate of a download over {@link rateSpanMs} while other downloads wait; a slower download is aborted. */
const minBytesPerSecond = 2_000;
const rateSpanMs = 60_000;
/** Maximum number of times that an interrupted download is resumed. */
const maxResumptions = 5;

/** Maximum size of a statement. */
export const maxStatementBytes = 4_000_000_000;

/** Receives the progress of a download. */
interface DownloadListener {
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
  const openStream = async (headers: Record<string, string>) => {
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
      throw toDownloadError(thrown);
    }
  };
  const firstAnswer = await openStream({});
  if (firstAnswer.status !== 200) throw createRefusal(url.host, firstAnswer, deps.clock.now());
  const { totalBytes: announcedBytes, etag } = checkHeaders(url.host, firstAnswer);
  listener.onStart(announcedBytes);
  let totalBytes = announcedBytes;
  let receivedBytes = 0;
  let stream = firstAnswer;
  for (let resumptions = 0; ; resumptions += 1) {
    try {
      for await (const chunk of readVerified(url.host, totalBytes, stream, receivedBytes)) {
        receivedBytes += chunk.length;
        listener.onProgress(receivedBytes);
        yield chunk;
      }
      return;
    } catch (thrown) {
      const error = toDownloadError(thrown);
      const isStopped = deps.signal.aborted || error.details['cause'] === tooSlowDetail;
      const canResume = error.retryable && receivedBytes > 0 && resumptions < maxResumptions && !isStopped;
      if (!canResume || etag === null) throw error;
      stream = await openStream({ range: `bytes=${receivedBytes}-`, 'if-range': etag });
      const size =
        stream.status === 206
          ? sizeOfResumedFile(stream.header('content-range'), receivedBytes, totalBytes)
          : null;
      if (size === null) {
        stream.cancel();
        // The file has changed, or the storage does not support ranges: the caller must start from the first byte.
        throw error;
      }
      // The resumed answer also states the length of a file whose first answer had no length.
      totalBytes = size;
    }
  }
}

/** Yields the body, of which `resumedBytes` bytes were received earlier, and verifies the announced length. */
async function* readVerified(
  host: string,
  totalBytes: number | null,
  stream: IncomingStream,
  resumedBytes: number,
): AsyncGenerator<Uint8Array> {
  let receivedBytes = resumedBytes;
  for await (const chunk of stream.body) {
    if (receivedBytes === 0) checkBeginning(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes > (totalBytes ?? maxStatementBytes)) throw createSizeError(host, totalBytes);
    yield chunk;
  }
  if (totalBytes !== null && receivedBytes < totalBytes)
    throw new HttpFailure('connection-lost', host, true, 'short');
  if (receivedBytes === 0) throw createDamageError('empty');
}

/** Returns the file size from a Content-Range that covers everything from `receivedBytes` to the end; otherwise `null`. */
function sizeOfResumedFile(
  header: string | null,
  receivedBytes: number,
  totalBytes: number | null,
): number | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header ?? '');
  if (match === null || Number(match[1]) !== receivedBytes) return null;
  const size = match[3] === '*' ? totalBytes : Number(match[3]);
  if (size === null || size > maxStatementBytes || Number(match[2]) !== size - 1) return null;
  return totalBytes === null || totalBytes === size ? size : null;
}

function toDownloadError(thrown: unknown): PaydeskError {
  if (thrown instanceof PaydeskError) return thrown;
  if (thrown instanceof HttpFailure) return failureToError(thrown);
  throw thrown;
}

function createDamageError(problem: DownloadProblem): PaydeskError {
  return new PaydeskError('download-damaged', `The download is damaged: ${problem}`, {
    details: { problem },
    retryable: false,
  });
}

function createSizeError(host: string, totalBytes: number | null): PaydeskError {
  return totalBytes === null || totalBytes > maxStatementBytes
    ? new PaydeskError('answer-too-large', 'The statement is too large', { details: { host } })
    : createDamageError('too-long');
}

/** Returns the length and the strong entity tag of a file. Throws for an answer that cannot be a statement. */
function checkHeaders(
  host: string,
  stream: IncomingStream,
): { totalBytes: number | null; etag: string | null } {
  const refuse = (error: PaydeskError): never => {
    stream.cancel();
    throw error;
  };
  if (isWebPage(stream)) return refuse(createDamageError('web-page'));
  const encoding = stream.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') return refuse(createDamageError('compressed'));
  const length = Number(stream.header('content-length') ?? Number.NaN);
  const totalBytes = Number.isSafeInteger(length) && length >= 0 ? length : null;
  // Without a length or chunks, a complete answer looks the same as a truncated answer.
  const hasMarkedEnd = totalBytes !== null || /\bchunked\b/i.test(stream.header('transfer-encoding') ?? '');
  if (!hasMarkedEnd) return refuse(createDamageError('unknown-length'));
  if (totalBytes !== null && totalBytes > maxStatementBytes) return refuse(createSizeError(host, totalBytes));
  const etag = stream.header('etag') ?? '';
  return { totalBytes, etag: /^"[^"]+"$/.test(etag) ? etag : null };
}

function isWebPage(stream: IncomingStream): boolean {
  const type = (stream.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** Throws `download-damaged` for the beginning of a web page or of an XML error. */
function checkBeginning(chunk: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(chunk.subarray(0, 512)).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) throw createDamageError('web-page');
  if (start.startsWith('<?xml') || start.startsWith('<error>')) throw createDamageError('error-page');
}

function createRefusal(host: string, stream: IncomingStream, now: number): PaydeskError {
  const { status, requestId } = stream;
  const headers = { retryAfter: stream.header('retry-after'), date: stream.header('date') };
  const waitMs = retryAfterMilliseconds(headers, now);
  stream.cancel();
  const details = { host, status, ...(waitMs === null ? {} : { retryAfter: waitMs }) };
  const createError = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, `${host} answered ${status}`, { details, retryable, requestId });
  if (status === 206) return createDamageError('partial');
  if (status >= 300 && status <= 399) return createDamageError('redirect');
  if (status === 429) return createError('service-throttled', true);
  // A filter or a captive portal refuses with a page; the storage of the link does not.
  if (status <= 499 && isWebPage(stream)) return createDamageError('web-page');
  if (status === 403 || status === 401 || status === 400) return createError('statement-link-ended', false);
  if (status === 404 || status === 410) return createError('statement-gone', false);
  return createError(status >= 500 ? 'service-failed' : 'service-refused', status >= 500);
}
