/**
 * @file Makes header values and field names of answers safe to show and to store. A host can put anything into them,
 * including the token, the key or the link that it received.
 */
import type { Secret } from './secret.ts';

/** Returns a name that may leave `service/`, or `null` for any other text. */
export type SanitizeName = (text: string) => string | null;

const namePattern = /^[\w.-]{1,100}$/;
/** Storages use base64 request IDs, some longer than a hundred characters. */
const requestIdPattern = /^[\w.+/=-]{1,200}$/;
const mediaTypePattern = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
/** Minimum number of consecutive characters in common with a secret that count as a leak. */
const minRevealingLength = 12;

/** Makes base64 and base64url, and capital and small letters, equal. */
function normalizeForm(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

/** Returns a secret as it is, in hexadecimal and in base64, where it may begin at any of three positions. */
function writtenForms(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64'),
  );
  return [secret, Buffer.from(secret).toString('hex'), ...inBase64];
}

/** True when the text contains a revealing part of a secret, in any case, notation or direction. */
function revealsSecret(text: string, secrets: readonly string[]): boolean {
  const normalizedText = normalizeForm(text);
  const directions = secrets.flatMap((secret) => [secret, Array.from(secret).reverse().join('')]);
  return directions.flatMap(writtenForms).some((written) => {
    const secret = normalizeForm(written);
    if (secret.length >= 4 && normalizedText.includes(secret)) return true;
    if (secret.length < minRevealingLength) return false;
    for (let at = 0; at + minRevealingLength <= normalizedText.length; at += 1)
      if (secret.includes(normalizedText.slice(at, at + minRevealingLength))) return true;
    return false;
  });
}

/** Creates a sanitizer that accepts at most 100 letters, digits, `_`, `.` and `-` without part of a secret. */
export function nameSanitizer(secrets: readonly string[]): SanitizeName {
  return (text) => (namePattern.test(text) && !revealsSecret(text, secrets) ? text : null);
}

/** Creates a sanitizer for request IDs, which may be base64 and longer. */
export function requestIdSanitizer(secrets: readonly string[]): SanitizeName {
  return (text) => (requestIdPattern.test(text) && !revealsSecret(text, secrets) ? text : null);
}

/** Returns a media type in lower case without parameters; empty when invalid or when it contains part of a secret. */
export function sanitizeMediaType(header: string | null, secrets: readonly string[]): string {
  const type = (header ?? '').slice(0, 200).split(';')[0]?.trim().toLowerCase() ?? '';
  return mediaTypePattern.test(type) && !revealsSecret(type, secrets) ? type : '';
}

/** Returns the texts that an answer must not repeat: each secret, and for a link also its path and the values of its query. */
export function secretTexts(secrets: readonly Secret<string>[]): string[] {
  const texts = [...new Set(secrets)].flatMap((secret) => {
    const text = secret.reveal();
    const url = secret.kind.endsWith('-link') ? URL.parse(text) : null;
    // The host of a link is not secret and may occur in a media type or a request ID.
    return url === null ? [text] : [`${url.pathname}${url.search}`, ...url.searchParams.values()];
  });
  return [...new Set(texts)];
}

/** Headers with a request ID, in order of preference; the headers of storages come last. */
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

/** Finds the first request ID of an answer that passes the sanitizer; `null` for none. */
export function findRequestId(
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
