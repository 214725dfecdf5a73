/**
 * @file Makes header values and field names of answers safe to show and to keep. A host can put anything into them, also
 * the token, the key or the link that it was sent.
 */
import type { Secret } from './secret.ts';

/** Returns a name that may leave `service/`, or `null` when the text is not one. */
export type SanitizeName = (text: string) => string | null;

const namePattern = /^[\w.-]{1,100}$/;
/** Storages number requests in base64, some with more than a hundred characters. */
const requestIdPattern = /^[\w.+/=-]{1,200}$/;
const mediaTypePattern = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
/** So many characters in a row that also occur in a secret give it away in part. */
const revealingLength = 12;

/** True when the text shares a revealing part with any of the texts, whatever the case of its letters. */
function reveals(text: string, secrets: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return secrets.some((secret) => {
    const hidden = secret.toLowerCase();
    if (hidden.length >= 4 && lower.includes(hidden)) return true;
    for (let at = 0; at + revealingLength <= lower.length; at += 1)
      if (hidden.includes(lower.slice(at, at + revealingLength))) return true;
    return false;
  });
}

/** Letters, digits, `_`, `.` and `-`, at most 100, with no part of a secret of the exchange in them; else `null`. */
export function nameSanitizer(secrets: readonly string[]): SanitizeName {
  return (text) => (namePattern.test(text) && !reveals(text, secrets) ? text : null);
}

/** The same for the number of a request, which may also be base64, and longer. */
export function requestIdSanitizer(secrets: readonly string[]): SanitizeName {
  return (text) => (requestIdPattern.test(text) && !reveals(text, secrets) ? text : null);
}

/** A media type in lower case without parameters; empty when it is none, or holds part of a secret. */
export function sanitizeMediaType(header: string | null, secrets: readonly string[]): string {
  const type = (header ?? '').slice(0, 200).split(';')[0]?.trim().toLowerCase() ?? '';
  return mediaTypePattern.test(type) && !reveals(type, secrets) ? type : '';
}

/** The texts that an exchange must not give back: each secret, and for a link the parts of its query and its path. */
export function secretTexts(secrets: readonly Secret<string>[]): string[] {
  return secrets.flatMap((secret) => {
    const text = secret.reveal();
    const url = secret.kind.endsWith('-link') ? URL.parse(text) : null;
    // The host of a link is no secret, and may well be in the name of a media type or a request.
    return url === null ? [text] : [`${url.pathname}${url.search}`, ...url.searchParams.values()];
  });
}

/** In the order in which they are believed; the last ones are those of storages. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amz-request-id',
  'x-trace-id',
  'x-ms-request-id',
  'x-guploader-uploadid',
  'x-amz-id-2',
];

/** The first request ID of an answer that may be told, or `null`. */
export function requestIdOf(
  header: (name: string) => string | null,
  sanitizeName: SanitizeName,
): string | null {
  for (const name of requestIdHeaders) {
    const value = header(name);
    const id = value === null ? null : sanitizeName(value);
    if (id !== null) return id;
  }
  return null;
}
