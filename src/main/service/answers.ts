/**
 * @file Reads answers tolerantly: what is not asked for is left alone, what is missing becomes an error that names the
 * fields that were seen, never their values (specification, section 7: error bodies are not specified).
 */
import { PaydeskError } from '../../shared/errors.ts';
import { withoutQueries } from '../../shared/without-queries.ts';
import type { Incoming } from './http-messages.ts';
import { maxBytesParsedInMain } from './large-json.ts';
import type { SanitizeName } from './sanitize-name.ts';
import { type Secret, withoutSecrets } from './secret.ts';

/** A JSON object. */
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

/** Names of fields at the top and one level down, for a person who looks for the right one. Values stay out. */
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

/** The error for an answer that has not what is needed. */
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

/** Characters of the service's own words that are looked at; at most 300 of what is left of them are shown. */
const maxMessageRead = 10_000;

/**
 * The service's own words in an error body, or an empty text. Never markup, never a secret or a link that could be one,
 * at most 300 characters.
 */
export function messageOf(incoming: Incoming, secrets: readonly Secret<string>[]): string {
  const body = jsonOf(incoming);
  if (!isJsonObject(body)) return '';
  const nested = isJsonObject(body['error']) ? body['error']['message'] : body['error'];
  const found = [body['message'], nested, body['detail'], body['title']].find(
    (text) => typeof text === 'string',
  );
  if (typeof found !== 'string') return '';
  // Secrets go first: a text that was cut before could end with half of one.
  const beginning = withoutSecrets(found, secrets).slice(0, maxMessageRead);
  return withoutQueries(beginning.replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
}

/** True for the answer of a portal, a filter or a proxy that stands in between: a page for a person to look at. */
export function isWebPage(incoming: Incoming): boolean {
  const page = incoming.contentType === 'text/html' || incoming.contentType === 'application/xhtml+xml';
  return page && incoming.body.length > 0;
}

/**
 * Milliseconds that a Retry-After header asks for (seconds, or an HTTP date), at least 0 and at most ten minutes;
 * `null` when there is none that can be read.
 */
export function retryAfterMilliseconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  const trimmed = header.trim();
  const wait = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) * 1000 : httpDate(trimmed) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), 600_000);
}

/** What the clock of the answering host showed, so that a date it names means the same here; `null` when it is not told. */
export function clockOf(incoming: Incoming): number | null {
  const told = httpDate(incoming.date ?? '');
  return Number.isNaN(told) ? null : told;
}

/** Milliseconds since 1970. `Date.parse` alone finds a date in nearly every text that has a number. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * The error that an answer outside 200 to 299 means. 401 is `sign-in-needed` and 403 `wrong-environment`
 * (specification, section 7); a caller that knows better, as for sign-in and pre-signed links, decides first.
 */
export function errorOfStatus(
  host: string,
  incoming: Incoming,
  now: number,
  secrets: readonly Secret<string>[],
): PaydeskError {
  const { status, requestId } = incoming;
  const message = messageOf(incoming, secrets);
  const wait = retryAfterMilliseconds(incoming.retryAfter, clockOf(incoming) ?? now);
  const details = { host, status, message, ...(wait === null ? {} : { retryAfter: wait }) };
  const make = (code: PaydeskError['code'], retryable: boolean) =>
    new PaydeskError(code, `${host} answered ${status}`, { details, requestId, retryable });
  // No section of the specification redirects; what does is a network that wants its own page to be seen.
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
