/**
 * @file Signature Version 4 of AWS for S3, with the signature in the query, implemented from the AWS documentation
 * ("Authenticating Requests: Using Query Parameters") and independently of Paydesk.
 */
import { createHash, createHmac } from 'node:crypto';

/** Credentials of the signer. */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The signed properties of a request. */
export interface SignedRequest {
  readonly method: string;
  /** The path as it is in the URL, percent-encoded. */
  readonly path: string;
  /** Names and values of the query, decoded, with or without the signature. */
  readonly query: readonly (readonly [string, string])[];
  /** The headers of the request that the link names, by name in lower case; a missing header counts as empty. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Percent-encodes the UTF-8 bytes of all but the unreserved characters, in upper case. */
export function uriEncode(text: string, isPath = false): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      const isKept = /[A-Za-z0-9._~-]/.test(letter) || (isPath && letter === '/');
      return isKept ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the value of a query parameter, or an empty string. */
export function parameter(query: SignedRequest['query'], name: string): string {
  return query.find(([parameterName]) => parameterName === name)?.[1] ?? '';
}

function canonicalRequest({ method, path, query, headers }: SignedRequest): string {
  const canonicalQuery = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const names = parameter(query, 'X-Amz-SignedHeaders').split(';');
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  // S3 neither resolves dot segments nor merges slashes.
  const canonicalPath = uriEncode(decodeURIComponent(path), true);
  const payload = parameter(query, 'X-Amz-Content-Sha256') || 'UNSIGNED-PAYLOAD';
  return [method, canonicalPath, canonicalQuery, lines.join(''), names.join(';'), payload].join('\n');
}

/** Computes the signature of a request from the time, region and headers in its query. */
export function signatureOf(request: SignedRequest, { secretAccessKey }: Credentials): string {
  const time = parameter(request.query, 'X-Amz-Date');
  const [, day = '', region = '', service = ''] = parameter(request.query, 'X-Amz-Credential').split('/');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const digest = createHash('sha256').update(canonicalRequest(request), 'utf8').digest('hex');
  const stringToSign = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), service), 'aws4_request');
  return hmac(key, stringToSign).toString('hex');
}

/** Formats a time for the signature: `20261122T193000Z`. */
export function amzDate(at: number): string {
  return new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, '');
}
