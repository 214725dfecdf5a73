/**
 * @file Reads answers tolerantly. Unexpected fields are ignored; a missing field becomes an error that lists the names
 * of the fields present, never their values (specification, section 7: error bodies are not specified).
 */
import { PaydeskError } from '../../shared/errors.ts';
import { withoutQueries } from '../../shared/without-queries.ts';
import type { Incoming } from './http/http-messages.ts';
import { maxBytesParsedInMain } from './http/large-json.ts';
import type { SanitizeName } from './sanitize-name.ts';
import { type Secret, withoutSecrets } from './secret.ts';

type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object, not for an array or `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parsed body; `undefined` for a body that is not JSON, or too large and not parsed by the parser thread. */
export function jsonOf(incoming: Incoming): unknown {
  if (incoming.body.length > maxBytesParsedInMain) return incoming.largeJson;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(incoming.body));
  } catch {
    return undefined;
  }
}

const maxFieldNames = 40;

/** Lists the names of the fields at the top and one level down, without values, so that the right field can be found. */
export function fieldNames(body: unknown, sanitizeName: SanitizeName): string[] {
  if (!isJsonObject(body)) return [];
  const safeName = (name: string) => sanitizeName(name)?.slice(0, 60) ?? '[removed]';
  const names: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (names.length >= maxFieldNames) break;
    names.push(safeName(name));
    const innerNames = isJsonObject(value) ? Object.keys(value).slice(0, maxFieldNames) : [];
    names.push(...innerNames.map((innerName) => `${safeName(name)}.${safeName(innerName)}`));
  }
  return names.slice(0, maxFieldNames);
}

/** Creates the `answer-not-understood` error for an answer without the field `missing`. */
export function notUnderstood(
  host: string,
  incoming: Incoming,
  body: unknown,
  missing: string,
): PaydeskError {
  const contentType = incoming.contentType === '' ? 'nothing' : incoming.contentType;
  return new PaydeskError('answer-not-understood', `The answer of ${host} has no usable ${missing}`, {
    details: {
      host,
      missing,
      fields: fieldNames(body, incoming.sanitizeName),
      contentType,
      status: incoming.status,
    },
    requestId: incoming.requestId,
  });
}

/** Maximum number of characters of the service's message that are scanned; at most 300 characters are shown. */
const maxMessageRead = 10_000;

/**
 * Extracts the service's message from an error body; empty when there is none. At most 300 characters, without markup,
 * secrets and query strings.
 */
export function messageOf(incoming: Incoming, secrets: readonly Secret<string>[]): string {
  const body = jsonOf(incoming);
  if (!isJsonObject(body)) return '';
  const nested = isJsonObject(body['error']) ? body['error']['message'] : body['error'];
  const message = [body['message'], nested, body['detail'], body['title']].find(
    (text) => typeof text === 'string',
  );
  if (typeof message !== 'string') return '';
  // Secrets are removed before the text is cut, because a cut could leave half of a secret.
  const beginning = withoutSecrets(message, secrets).slice(0, maxMessageRead);
  return withoutQueries(beginning.replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
}

/** True for a web page, which captive portals, filters and proxies send in place of the service's answer. */
export function isWebPage(incoming: Incoming): boolean {
  const hasPageType =
    incoming.contentType === 'text/html' || incoming.contentType === 'application/xhtml+xml';
  return hasPageType && incoming.body.length > 0;
}

const maxWaitMs = 600_000;

/**
 * Parses a Retry-After header (seconds, or an HTTP date by the clock of the host) to milliseconds, clamped to 0 to ten
 * minutes; `null` when the header is missing or invalid.
 */
export function retryAfterMilliseconds(
  { retryAfter, date }: Pick<Incoming, 'retryAfter' | 'date'>,
  now: number,
): number | null {
  if (retryAfter === null) return null;
  const trimmed = retryAfter.trim();
  const isSeconds = /^\d{1,9}$/.test(trimmed);
  const waitMs = isSeconds ? Number(trimmed) * 1000 : httpDate(trimmed) - (answerTime({ date }) ?? now);
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), maxWaitMs);
}

/** Returns the time of the host from the Date header, in milliseconds since 1970; `null` without a valid header. */
export function answerTime({ date }: Pick<Incoming, 'date'>): number | null {
  const time = httpDate(date ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Parses an HTTP date to milliseconds since 1970, or NaN. The pattern guards `Date.parse`, which accepts nearly every text with a number. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * Maps an answer outside 200 to 299 to an error. 401 is `sign-in-needed` and 403 `wrong-environment` (specification,
 * section 7); sign-in and pre-signed links give these statuses another meaning, and handle them before this call.
 */
export function errorOfStatus(
  host: string,
  incoming: Incoming,
  now: number,
  secrets: readonly Secret<string>[],
): PaydeskError {
  const { status, requestId } = incoming;
  const message = messageOf(incoming, secrets);
  const waitMs = retryAfterMilliseconds(incoming, now);
  const details = { host, status, message, ...(waitMs === null ? {} : { retryAfter: waitMs }) };
  const createError = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, `${host} answered ${status}`, { details, requestId, retryable });
  // The specification has no redirects, so a redirect comes from a captive portal.
  if (status >= 300 && status < 400) {
    return new PaydeskError('answer-not-understood', `${host} answered ${status}`, {
      details: { host, status, contentType: 'text/html' },
      requestId,
      retryable: true,
    });
  }
  if (status === 401) return createError('sign-in-needed', false);
  if (status === 403) return createError('wrong-environment', false);
  if (status === 407) return createError('proxy-refused', false);
  if (status === 408) return createError('timed-out', true);
  if (status === 429 || (status === 503 && waitMs !== null)) return createError('service-throttled', true);
  if (status >= 500) return createError('service-failed', true);
  return createError('service-refused', false);
}
