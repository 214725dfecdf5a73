import { describe, expect, test } from 'vitest';
import { linkExpiry, linkLifetimeMs } from '../../../src/main/service/link-expiry.ts';
import { checkLink } from '../../../src/main/service/statement-link.ts';

const hosts = ['files.payments.example', '*.storage.example', 'exact.example:8443'];
const resultOf = (url: string, allowHttpLoopback = false) =>
  checkLink(url, { allowHttpLoopback, hosts, approved: [] }).result;

describe('a link of an event', () => {
  test.each([
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/csv,a'],
    ['script', 'javascript:alert(1)'],
    ['FTP', 'ftp://files.payments.example/a.csv'],
    ['a share', '\\\\files.payments.example\\share\\a.csv'],
    ['a share with slashes', '//files.payments.example/share/a.csv'],
    ['no scheme', 'files.payments.example/a.csv'],
    ['missing slashes', 'https:files.payments.example/a.csv'],
    ['one slash', 'https:/files.payments.example/a.csv'],
    ['backslashes', 'https:\\\\files.payments.example\\a.csv'],
    ['a backslash before a user', 'https://files.payments.example\\@other.example/a.csv'],
    ['a user', 'https://me@files.payments.example/a.csv'],
    ['a user and a password', 'https://me:x@files.payments.example/a.csv'],
    ['only a password', 'https://:x@files.payments.example/a.csv'],
    ['an empty user', 'https://:@files.payments.example/a.csv'],
    ['a blank in front', ' https://files.payments.example/a.csv'],
    ['a blank behind', 'https://files.payments.example/a '],
    ['a longer scheme', 'xhttps://files.payments.example/'],
    ['a line break within', 'https://files.payments.example/a\n.csv'],
    ['a tab in its scheme', 'ht\ttps://files.payments.example/a.csv'],
    ['no TLS', 'http://files.payments.example/a.csv'],
    ['an IP address', 'https://10.0.0.8/a.csv'],
    ['an IP address with a trailing dot', 'https://127.0.0.1./a.csv'],
    ['an IP address as one number', 'https://2130706433/a.csv'],
    ['an IP address in full-width digits', 'https://１２７.0.0.1/a.csv'],
    ['an IPv6 address', 'https://[::1]/a.csv'],
    ['an IPv4 address mapped to IPv6', 'https://[::ffff:127.0.0.1]/a.csv'],
    ['this computer by name', 'https://localhost/a.csv'],
    ['this computer by name with a dot', 'https://localhost./a.csv'],
    ['a subdomain of localhost', 'https://files.localhost:8443/a.csv'],
    ['no host', 'https:///a.csv'],
    ['nothing', ''],
  ])('with %s is not used', (_, url) => {
    expect(resultOf(url)).toBe('unusable');
  });

  test.each([
    ['https://files.payments.example/a.csv', 'usable'],
    ['https://files.payments.example:8443/a.csv', 'usable'],
    ['HTTPS://FILES.payments.example/a.csv?x=1#y', 'usable'],
    ['https://eu.storage.example/a.csv', 'usable'],
    ['https://exact.example:8443/a.csv', 'usable'],
    ['https://exact.example/a.csv', 'host-unknown'],
    ['https://storage.example/a.csv', 'host-unknown'],
    ['https://files.payments.example.other.example/a.csv', 'host-unknown'],
    ['https://otherfiles.payments.example/a.csv', 'host-unknown'],
    ['https://evil-storage.example/a.csv', 'host-unknown'],
  ])('%s is %s', (url, result) => {
    expect(resultOf(url)).toBe(result);
  });

  test('to this computer is accepted only when HTTP on this computer is allowed', () => {
    expect(resultOf('http://127.0.0.1:4000/a.csv')).toBe('unusable');
    expect(resultOf('http://127.0.0.1:4000/a.csv', true)).toBe('host-unknown');
    expect(resultOf('http://localhost:4000/a.csv', true)).toBe('host-unknown');
    expect(resultOf('http://files.payments.example/a.csv', true)).toBe('unusable');
  });

  test('has the format of its extension and does not reveal its signature', () => {
    const rules = { allowHttpLoopback: false, hosts, approved: [] };
    const checked = checkLink('https://files.payments.example/2026/a.PDF?signature=4f1c', rules);
    expect(checked).toMatchObject({ result: 'usable', format: 'pdf', host: 'files.payments.example' });
    expect(JSON.stringify(checked)).not.toContain('4f1c');
    expect(checkLink('https://files.payments.example/a.CSV', rules)).toMatchObject({ format: 'csv' });
    expect(checkLink('https://files.payments.example/a.csv.exe', rules)).toMatchObject({ format: null });
  });
});

test.each([
  ['X-Amz-Date=20261121T120000Z&X-Amz-Expires=86400', '2026-11-22T12:00:00Z'],
  ['X-Goog-Date=20261121T120000Z&X-Goog-Expires=60', '2026-11-21T12:01:00Z'],
  ['x-amz-date=20261121T120000Z&x-amz-expires=1', '2026-11-21T12:00:01Z'],
  ['X-Amz-Date=20261341T120000Z&X-Amz-Expires=60', null],
  ['X-Amz-Date=x20261122T100000Z&X-Amz-Expires=60', null],
  ['X-Amz-Date=20261122T100000Zx&X-Amz-Expires=60', null],
  ['X-Amz-Date=120261122T100000Z&X-Amz-Expires=60', null],
  ['X-Amz-Date=2026-11-22&X-Amz-Expires=60', null],
  ['X-Amz-Date=20261121T120000Z&X-Amz-Expires=-1', null],
  ['X-Amz-Date=20261121T120000Z&X-Amz-Expires=9000000000000', null],
  ['X-Amz-Date=20261121T120000Z&X-Amz-Expires=0.0001', null],
  ['X-Goog-Date=20261121T120000Z&X-Goog-Expires=6e1', null],
  ['X-Amz-Date=20261121T120000Z&X-Amz-Expires=', null],
  ['X-Amz-Date=20261122T100000Z', null],
  ['X-Amz-Expires=60', null],
  ['x-oss-date=20261121T120000Z&x-oss-expires=900', '2026-11-21T12:15:00Z'],
  ['q-sign-time=1795262340;1795262400&q-key-time=1;2', '2026-11-21T12:00:00Z'],
  ['Expires=1795262400', '2026-11-21T12:00:00Z'],
  ['Expires=x1789000000', null],
  ['Expires=1789000000x', null],
  ['Expires=17890000', null],
  ['Expires=soon', null],
  ['se=2026-11-21T12%3A00%3A00Z&sp=r', '2026-11-21T12:00:00Z'],
  ['se=2026-11-22T10:00Z', '2026-11-22T10:00:00Z'],
  ['se=2026-11-22T12:00:00%2B02:00', '2026-11-22T10:00:00Z'],
  ['se=2026-11-22T10:00:00.123456789Z', '2026-11-22T10:00:00.123Z'],
  ['se=2026-11-22', '2026-11-22T00:00:00Z'],
  // Without an offset the time would differ between computers.
  ['se=2026-11-22T10:00:00', null],
  ['se=on 2026-11-22', null],
  ['a=b', null],
  ['', null],
])('a link with the query %o expires at %o', (query, expected) => {
  const expiresAt = linkExpiry(new URL(`https://files.payments.example/a.csv?${query}`));
  expect(expiresAt).toBe(expected === null ? null : Date.parse(expected));
});

describe('the lifetime of a link', () => {
  const answeredAt = Date.parse('2026-11-22T10:00:00Z');
  const lifetimeOf = (query: string, at: number | null = answeredAt) =>
    linkLifetimeMs(new URL(`https://files.payments.example/a.csv?${query}`), at);

  test.each([
    ['X-Amz-Date=20261122T100000Z&X-Amz-Expires=300', 300_000],
    // Measured by the signer's clock, not by the clock of the answer.
    ['X-Amz-Date=20261122T093000Z&X-Amz-Expires=300', 300_000],
    ['X-Goog-Date=20261122T100000Z&X-Goog-Expires=60', 60_000],
    ['x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-date=20261122T100000Z&x-oss-expires=900', 900_000],
    [`q-sign-algorithm=sha1&q-sign-time=${answeredAt / 1000 - 60}%3B${answeredAt / 1000 + 540}`, 600_000],
    ['q-sign-time=1795262400;1795262400', null],
    ['q-sign-time=1795262400', null],
    ['q-sign-time=now;later', null],
    ['se=2026-11-22T10:05:00Z&sv=2024-11-04&sr=b&sig=a', 300_000],
    [`Expires=${answeredAt / 1000 + 120}`, 120_000],
    // An expiry in the past is left to the storage to refuse.
    ['se=2026-11-22T09:00:00Z', null],
    ['X-Amz-Date=20261122T100000Z&X-Amz-Expires=0', null],
    ['a=b', null],
  ])('of %s is %o', (query, expected) => {
    expect(lifetimeOf(query)).toBe(expected);
  });

  test('is known only for a stated lifetime when the answer has no date', () => {
    expect(lifetimeOf('X-Amz-Date=20261122T100000Z&X-Amz-Expires=300', null)).toBe(300_000);
    expect(lifetimeOf('se=2026-11-22T10:05:00Z', null)).toBeNull();
  });
});

test.each([
  ['https://files.payments.example:8443/a/b.csv', 'files.payments.example:8443'],
  ['https://company.s3.eu-central-1.amazonaws.com/a/b.csv', 'company.s3.eu-central-1.amazonaws.com'],
  ['https://s3.eu-central-1.amazonaws.com/company/a/b.csv', 's3.eu-central-1.amazonaws.com/company'],
  ['https://s3-eu-west-1.amazonaws.com/company/b.csv', 's3-eu-west-1.amazonaws.com/company'],
  ['https://storage.googleapis.com/company/../company/b.csv', 'storage.googleapis.com/company'],
  ['https://s3.eu-central-1.amazonaws.com//company/b.csv', null],
  ['https://storage.googleapis.com', null],
])('the link %s is approved for %s: on storage that others share, for its bucket alone', (url, place) => {
  const check = (approved: readonly string[]) =>
    checkLink(url, { allowHttpLoopback: false, hosts: [], approved });
  expect(check([])).toMatchObject(
    place === null ? { result: 'unusable' } : { place, result: 'host-unknown' },
  );
  if (place === null) return;
  expect(check([place]).result).toBe('usable');
  // An approval of the whole storage is from before buckets were approved.
  expect(check([new URL(url).host]).result).toBe(place.includes('/') ? 'host-unknown' : 'usable');
  expect(check([place.replace('company', 'other')]).result).toBe(
    place.includes('company') ? 'host-unknown' : 'usable',
  );
});

test('a link is a secret of at most 16,384 characters and needs no path', () => {
  const rules = { allowHttpLoopback: false, hosts, approved: [] };
  const longLink = `https://files.payments.example/${'a'.repeat(16_384)}`;
  expect(checkLink(longLink.slice(0, 16_384), rules).result).toBe('usable');
  expect(checkLink(longLink.slice(0, 16_385), rules).result).toBe('unusable');
  const withoutPath = checkLink('https://files.payments.example', rules);
  expect(withoutPath).toMatchObject({ result: 'usable', format: null });
  expect('link' in withoutPath && withoutPath.link.kind).toBe('statement-link');
});
