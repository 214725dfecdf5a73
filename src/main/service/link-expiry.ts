/** @file When a pre-signed link expires, by what its own query says. */

/**
 * When a pre-signed link ends, in milliseconds since 1970, by what it says itself: `X-Amz-Date` with `X-Amz-Expires`
 * (or the `X-Goog-` ones), `Expires` in seconds since 1970, or `se` as a date. `null` when it does not say, or says
 * what no storage would: a span that is not of whole seconds, or of years.
 */
export function linkExpiry(url: URL): number | null {
  const query = queryOf(url);
  const span = signedSpan(query);
  if (span !== null) return span.signedAt + span.lifetimeMs;
  const expires = query.get('expires') ?? '';
  if (/^\d{9,12}$/.test(expires)) return Number(expires) * 1000;
  return azureTime(query.get('se') ?? '');
}

/**
 * Milliseconds that a link is valid from its issue; `null` when it does not say, or not since when. A link that names a
 * span says both. One that names its end alone is measured from `answeredAt`, what the clock of the host showed that
 * gave it: the clock of this machine may be wrong.
 */
export function linkLifetimeMs(url: URL, answeredAt: number | null): number | null {
  const span = signedSpan(queryOf(url));
  const end = linkExpiry(url);
  const lifetime = span?.lifetimeMs ?? (end === null || answeredAt === null ? null : end - answeredAt);
  return lifetime === null || lifetime <= 0 ? null : lifetime;
}

function queryOf(url: URL): ReadonlyMap<string, string> {
  return new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}

function signedSpan(query: ReadonlyMap<string, string>): { signedAt: number; lifetimeMs: number } | null {
  for (const family of ['x-amz', 'x-goog']) {
    const signed = signedAt(query.get(`${family}-date`) ?? '');
    const seconds = query.get(`${family}-expires`) ?? '';
    if (signed !== null && /^\d{1,8}$/.test(seconds))
      return { signedAt: signed, lifetimeMs: Number(seconds) * 1000 };
  }
  return null;
}

function signedAt(text: string): number | null {
  if (!/^\d{8}T\d{6}Z$/.test(text)) return null;
  const iso = text.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6');
  const parsed = Date.parse(iso);
  return Number.isNaN(parsed) ? null : parsed;
}

/** A date, or a time with its offset: Azure has no other form, and a time without one would be read as local time. */
function azureTime(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]{5,16}(Z|[+-]\d\d:\d\d))?$/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}
