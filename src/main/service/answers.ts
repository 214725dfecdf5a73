/**
 * @file Reads answers tolerantly. Unexpected fields are ignored; a missing field becomes an error that lists the names
 * of the fields present, never their values (specification, section 7: error bodies are not specified).
 */
import { PaydeskError } from '../../shared/errors.ts';
import { withoutQueries } from '../../shared/without-queries.ts';
import type { Incoming } from './http-messages.ts';
import { maxBytesParsedInMain } from './large-json.ts';
import type { SanitizeName } from './sanitize-name.ts';
import { type Secret, withoutSecrets } from './secret.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object, not for an array or `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed body, or `undefined` when it is not JSON, or too large and not parsed elsewhere. */
export function jsonOf(incoming: Incoming): unknown {
  if (incoming.body.length > maxBytesParsedInMain) return incoming.largeJson;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(incoming.body));
  } catch {
    return undefined;
  }
}

const maxFieldNames = 40;

/** Names of the fields at the top and one level down, without values, to help find the right field. */
export function fieldNames(body: unknown, sanitizeName: SanitizeName): string[] {
  if (!isJsonObject(body)) return [];
  const shown = (name: string) => sanitizeName(name)?.slice(0, 60) ?? '[removed]';
  const names: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (names.length >= maxFieldNames) break;
    names.push(shown(name));
    const inner = isJsonObject(value) ? Object.keys(value).slice(0, maxFieldNames) : [];
    names.push(...inner.map((one) => `${shown(name)}.${shown(one)}`));
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
  const kind = incoming.contentType === '' ? 'nothing' : incoming.contentType;
  return new PaydeskError('answer-not-understood', `The answer of ${host} has no usable ${missing}`, {
    details: {
      host,
      missing,
      fields: fieldNames(body, incoming.sanitizeName),
      contentType: kind,
      status: incoming.status,
    },
    requestId: incoming.requestId,
  });
}

/** Maximum number of characters of the service's message that are scanned; at most 300 are shown. */
const maxMessageRead = 10_000;

/**
 * Extracts the service's message from an error body; empty when there is none. At most 300 characters, without markup,
 * secrets and query strings.
 */
export function messageOf(incoming: Incoming, secrets: readonly Secret<string>[]): string {
  const body = jsonOf(incoming);
  if (!isJsonObject(body)) return '';
  const nested = isJsonObject(body['error']) ? body['error']['message'] : body['error'];
  const found = [body['message'], nested, body['detail'], body['title']].find(
    (text) => typeof text === 'string',
  );
  if (typeof found !== 'string') return '';
  // Secrets are removed before the text is cut, because a cut could leave half of a secret.
  const beginning = withoutSecrets(found, secrets).slice(0, maxMessageRead);
  return withoutQueries(beginning.replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
}

/** True for a web page, as captive portals, filters and proxies send one in place of the service's answer. */
export function isWebPage(incoming: Incoming): boolean {
  const page = incoming.contentType === 'text/html' || incoming.contentType === 'application/xhtml+xml';
  return page && incoming.body.length > 0;
}

/**
 * Parses a Retry-After header (seconds, or an HTTP date) to milliseconds, clamped to 0 to ten minutes; `null` when the
 * header is missing or invalid.
 */
export function retryAfterMilliseconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  const trimmed = header.trim();
  const wait = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) * 1000 : httpDate(trimmed) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), 600_000);
}

/** The host's clock from the Date header, the reference for other dates in the answer; `null` without a valid header. */
export function answerTime(incoming: Incoming): number | null {
  const time = httpDate(incoming.date ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Milliseconds since 1970. The pattern guards `Date.parse`, which accepts nearly every text with a number. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * Maps an answer outside 200 to 299 to an error. 401 is `sign-in-needed` and 403 `wrong-environment` (specification,
 * section 7); sign-in and pre-signed links give these statuses another meaning and handle them before.
 */
export function errorOfStatus(
  host: string,
  incoming: Incoming,
  now: number,
  secrets: readonly Secret<string>[],
): PaydeskError {
  const { status, requestId } = incoming;
  const message = messageOf(incoming, secrets);
  const wait = retryAfterMilliseconds(incoming.retryAfter, answerTime(incoming) ?? now);
  const details = { host, status, message, ...(wait === null ? {} : { retryAfter: wait }) };
  const make = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, `${host} answered ${status}`, { details, requestId, retryable });
  // The specification has no redirects, so one comes from a captive portal.
  if (status >= 300 && status < 400) {
    return new PaydeskError('answer-not-understood', `${host} answered ${status}`, {
      details: { host, status, contentType: 'text/html' },
      requestId,
      retryable: true,
    });
  }
  if (status === 401) return make('sign-in-needed', false);
  if (status === 403) return make('wrong-environment', false);
  if (status === 407) return make('proxy-refused', false);
  if (status === 408) return make('timed-out', true);
  if (status === 429 || (status === 503 && wait !== null)) return make('service-throttled', true);
  if (status >= 500) return make('service-failed', true);
  return make('service-refused', false);
}
