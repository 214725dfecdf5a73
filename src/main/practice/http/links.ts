/**
 * @file Signed links of the storage host: an HMAC over method, path, time of issue, validity and content type, in the
 * query parameters that storage services use. A link states its own validity, in seconds.
 */
import { createHmac } from 'node:crypto';

/** Permission that a link grants. */
interface LinkGrant {
  readonly method: 'GET' | 'PUT';
  /** Path on the storage host, percent-encoded. */
  readonly path: string;
  /** Required content type; empty for a download. */
  readonly contentType: string;
}

/** Result of a link check. `ageMs` is the time since the issue of the link. */
export type LinkCheck =
  | { readonly state: 'good'; readonly ageMs: number }
  | { readonly state: 'expired'; readonly ageMs: number; readonly validitySeconds: number }
  | { readonly state: 'bad' };

export type LinkSigner = ReturnType<typeof createLinkSigner>;

const algorithm = 'PRACTICE-HMAC-SHA256';

export function createLinkSigner(secret: Buffer) {
  function createParameters(grant: LinkGrant, date: string, validitySeconds: string): Record<string, string> {
    const signed = {
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Credential': `PRACTICE/${date.slice(0, 8)}/practice/s3/aws4_request`,
      'X-Amz-Date': date,
      'X-Amz-Expires': validitySeconds,
      'X-Amz-SignedHeaders': grant.method === 'PUT' ? 'content-type;host' : 'host',
    };
    const stringToSign = [grant.method, grant.path, grant.contentType, ...Object.values(signed)].join('\n');
    return { ...signed, 'X-Amz-Signature': createHmac('sha256', secret).update(stringToSign).digest('hex') };
  }
  return {
    /** Returns the query that turns a path into a link issued at `now` and valid for exactly `seconds`. */
    sign: (grant: LinkGrant, now: number, validitySeconds: number): string =>
      new URLSearchParams(
        createParameters(grant, formatCompactDate(now), String(validitySeconds)),
      ).toString(),
    check(grant: LinkGrant, query: URLSearchParams, now: number): LinkCheck {
      const date = query.get('X-Amz-Date') ?? '';
      const validitySeconds = query.get('X-Amz-Expires') ?? '';
      if (!hasExactParameters(query, createParameters(grant, date, validitySeconds))) return { state: 'bad' };
      const issuedAt = parseCompactDate(date);
      const ageMs = now - issuedAt;
      const isExpired = Math.floor(now / 1000) >= issuedAt / 1000 + Number(validitySeconds);
      return isExpired
        ? { state: 'expired', ageMs, validitySeconds: Number(validitySeconds) }
        : { state: 'good', ageMs };
    },
  };
}

/** True when the query consists of exactly the expected parameters, in any order. */
function hasExactParameters(query: URLSearchParams, expected: Readonly<Record<string, string>>): boolean {
  const names = [...query.keys()];
  return (
    names.length === Object.keys(expected).length &&
    names.every((name) => Object.hasOwn(expected, name) && query.get(name) === expected[name])
  );
}

/** Formats a time as `20260131T235959Z`, without fractions of a second. */
function formatCompactDate(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
}

function parseCompactDate(text: string): number {
  const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  return Date.parse(text.replace(pattern, '$1-$2-$3T$4:$5:$6Z'));
}
