/**
 * @file Signed links of the storage host: an HMAC over method, path, time of issue, validity and content type, in the
 * query parameters that storage services use. A link states its own validity, in seconds.
 */
import { createHmac } from 'node:crypto';

/** Permission that a link grants. */
export interface LinkGrant {
  readonly method: 'GET' | 'PUT';
  /** Path on the storage host, percent-encoded. */
  readonly path: string;
  /** Required content type; empty for a download. */
  readonly contentType: string;
}

/** Result of a link check. Ages are milliseconds since the issue. */
export type LinkCheck =
  | { readonly state: 'good'; readonly age: number }
  | { readonly state: 'expired'; readonly age: number; readonly seconds: number }
  | { readonly state: 'bad' };

export interface LinkSigner {
  /** Returns the query that turns a path into a link issued at `now` and valid for exactly `seconds`. */
  sign(grant: LinkGrant, now: number, seconds: number): string;
  check(grant: LinkGrant, query: URLSearchParams, now: number): LinkCheck;
}

const algorithm = 'PRACTICE-HMAC-SHA256';

export function createLinkSigner(secret: Buffer): LinkSigner {
  function parametersOf(grant: LinkGrant, date: string, seconds: string): Record<string, string> {
    const signed = {
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Credential': `PRACTICE/${date.slice(0, 8)}/practice/s3/aws4_request`,
      'X-Amz-Date': date,
      'X-Amz-Expires': seconds,
      'X-Amz-SignedHeaders': grant.method === 'PUT' ? 'content-type;host' : 'host',
    };
    const text = [grant.method, grant.path, grant.contentType, ...Object.values(signed)].join('\n');
    return { ...signed, 'X-Amz-Signature': createHmac('sha256', secret).update(text).digest('hex') };
  }
  return {
    sign: (grant, now, seconds) =>
      new URLSearchParams(parametersOf(grant, compactDate(now), String(seconds))).toString(),
    check(grant, query, now) {
      const date = query.get('X-Amz-Date') ?? '';
      const seconds = query.get('X-Amz-Expires') ?? '';
      if (!sameParameters(query, parametersOf(grant, date, seconds))) return { state: 'bad' };
      const issued = parseCompactDate(date);
      const age = now - issued;
      const expired = Math.floor(now / 1000) >= issued / 1000 + Number(seconds);
      return expired ? { state: 'expired', age, seconds: Number(seconds) } : { state: 'good', age };
    },
  };
}

/** True when the query has exactly these parameters, in any order. */
function sameParameters(query: URLSearchParams, expected: Readonly<Record<string, string>>): boolean {
  const names = [...query.keys()];
  return (
    names.length === Object.keys(expected).length &&
    names.every((name) => Object.hasOwn(expected, name) && query.get(name) === expected[name])
  );
}

/** `20260131T235959Z`; fractions of a second are dropped. */
function compactDate(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
}

function parseCompactDate(text: string): number {
  const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  return Date.parse(text.replace(pattern, '$1-$2-$3T$4:$5:$6Z'));
}
