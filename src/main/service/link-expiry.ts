/** @file Reads the expiry of a pre-signed link from its query. */

/**
 * Returns the expiry of a pre-signed link in milliseconds since 1970, from `X-Amz-Date` with `X-Amz-Expires` (or their `X-Goog-`
 * and `x-oss-` forms), the two times of `q-sign-time` (Tencent), `Expires` in seconds since 1970, or `se` as a date. `null` for a link without these parameters, or with an
 * implausible lifetime: not in whole seconds, or of years.
 */
export function linkExpiry(url: URL): number | null {
  const query = lowerCaseQuery(url);
  const signedLifetime = findSignedLifetime(query);
  if (signedLifetime !== null) return signedLifetime.signedAt + signedLifetime.lifetimeMs;
  const expires = query.get('expires') ?? '';
  if (/^\d{9,12}$/.test(expires)) return Number(expires) * 1000;
  return parseAzureTime(query.get('se') ?? '');
}

/**
 * Returns the lifetime of a link in milliseconds from its issue, or `null` when it cannot be known. For a link that states only
 * its expiry, the lifetime counts from `answeredAt`, the clock of the issuing host: the clock of this machine may be wrong.
 */
export function linkLifetimeMs(url: URL, answeredAt: number | null): number | null {
  const signedLifetime = findSignedLifetime(lowerCaseQuery(url));
  const expiresAt = linkExpiry(url);
  const lifetimeMs =
    signedLifetime?.lifetimeMs ?? (expiresAt === null || answeredAt === null ? null : expiresAt - answeredAt);
  return lifetimeMs === null || lifetimeMs <= 0 ? null : lifetimeMs;
}

function lowerCaseQuery(url: URL): ReadonlyMap<string, string> {
  return new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}

function findSignedLifetime(
  query: ReadonlyMap<string, string>,
): { signedAt: number; lifetimeMs: number } | null {
  for (const family of ['x-amz', 'x-goog', 'x-oss']) {
    const signedAt = parseSigningTime(query.get(`${family}-date`) ?? '');
    const seconds = query.get(`${family}-expires`) ?? '';
    if (signedAt !== null && /^\d{1,8}$/.test(seconds))
      return { signedAt, lifetimeMs: Number(seconds) * 1000 };
  }
  const match = /^(\d{9,12});(\d{9,12})$/.exec(query.get('q-sign-time') ?? '');
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  return { signedAt: start * 1000, lifetimeMs: (end - start) * 1000 };
}

function parseSigningTime(text: string): number | null {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const parsed = iso === text ? Number.NaN : Date.parse(iso);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Parses a date, or a time with an offset, as Azure writes them. A time without an offset would be read as local time. */
function parseAzureTime(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]{5,}(Z|[+-]\d\d:\d\d))?$/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}
