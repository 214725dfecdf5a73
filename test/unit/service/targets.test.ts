import { describe, expect, test } from 'vitest';
import {
  acceptLink,
  isIpAddress,
  isLoopbackName,
  matchesHostRule,
  ServiceHosts,
} from '../../../src/main/service/targets.ts';
import { type Hosts, hostNames } from '../../../src/shared/model/session/environment.ts';
import { hostsAt } from '../../fakes/servers/hosts.ts';
import { allTextsOf, thrownBy } from './http/incoming.ts';

function hostsOf(base: string, wallet = base): Hosts {
  return { ...hostsAt(base), wallet };
}

describe('the hosts of a profile', () => {
  test.each([
    ['https://service.example', true, true],
    ['http://127.0.0.1:9000', true, false],
    ['http://localhost:9000', true, false],
    ['http://[::1]:9000', true, false],
    ['http://service.example', false, false],
    ['http://127.0.0.1.evil.example', false, false],
    ['http://10.0.0.1', false, false],
    ['http://localhost.evil.example', false, false],
    ['ftp://service.example', false, false],
    ['nonsense', false, false],
  ])('may be %s where HTTP on this machine is allowed: %s, and where not: %s', (wallet, ...accepted) => {
    for (const [index, isAccepted] of accepted.entries()) {
      const open = () => new ServiceHosts(hostsOf('https://service.example', wallet), index === 0);
      if (isAccepted) expect(open).not.toThrow();
      else expect(thrownBy(open)).toMatchObject({ code: 'profile-invalid', details: { fields: ['wallet'] } });
    }
  });

  test('are checked one by one', () => {
    for (const name of hostNames) {
      const hosts = { ...hostsOf('https://service.example'), [name]: 'http://service.example' };
      expect(thrownBy(() => new ServiceHosts(hosts, true)).details['fields']).toEqual([name]);
    }
  });
});

describe('an address', () => {
  const hosts = new ServiceHosts(hostsOf('https://service.example/base'), false);

  test.each([
    ['a slash', 'a/b', 'a%2Fb'],
    ['a parent path', '../../users', '..%2F..%2Fusers'],
    ['a parent path inside', 'a/../b', 'a%2F..%2Fb'],
    ['an encoded dot', '%2e', '%252e'],
    ['an encoded parent path', '%2e%2e%2f', '%252e%252e%252f'],
    ['a question mark', 'a?key=1', 'a%3Fkey%3D1'],
    ['a hash', 'a#b', 'a%23b'],
    ['a backslash', 'a\\b', 'a%5Cb'],
    ['a blank', 'a b', 'a%20b'],
    ['only a blank', ' ', '%20'],
    ['a line break', 'a\r\nb', 'a%0D%0Ab'],
    ['an emoji', '🙂', '%F0%9F%99%82'],
    ['three dots', '...', '...'],
    ['a semicolon', 'a;b=1', 'a%3Bb%3D1'],
  ])('encodes a segment with %s as one segment', (_what, segment, encoded) => {
    const url = hosts.address('beneficiary', ['recipients', segment]);
    expect(url.href).toBe(`https://service.example/base/recipients/${encoded}`);
    expect(decodeURIComponent(url.pathname.split('/').at(-1) ?? '')).toBe(segment);
  });

  test.each([
    ['an empty text', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['half an emoji', '\ud83d'],
  ])('refuses %s as a segment', (_what, segment) => {
    const error = thrownBy(() => hosts.address('beneficiary', ['recipients', segment]));
    expect(error.code).toBe('arguments-invalid');
  });

  test('encodes query values completely', () => {
    const url = hosts.address('beneficiary', ['uploadDocuments'], { companyId: 'a&b=c d' });
    expect(url.searchParams.get('companyId')).toBe('a&b=c d');
    expect(url.search).toBe('?companyId=a%26b%3Dc+d');
  });
});

describe('a pre-signed link', () => {
  const rules = { allowHttpLoopback: false, storageHosts: [] as string[] };

  test.each([
    ['https', 'https://storage.example/key?signature=abc'],
    ['https on another port', 'https://storage.example:8443/key?signature=abc'],
  ])('by %s is accepted when no hosts are listed', (_what, link) => {
    expect(acceptLink(link, rules)?.reveal()).toBe(link);
  });

  test.each([
    ['plain http', 'http://storage.example/key'],
    ['plain http on this machine', 'http://127.0.0.1:9000/key'],
    ['a user', 'https://clerk@storage.example/key'],
    ['a user and a password', 'https://clerk:word@storage.example/key'],
    ['a password alone', 'https://:word@storage.example/key'],
    ['a file', 'file:///etc/passwd'],
    ['ftp', 'ftp://storage.example/key'],
    ['data', 'data:text/plain,hello'],
    ['a script', 'javascript:alert(1)'],
    ['a network share', '\\\\storage.example\\share'],
    ['no scheme', '//storage.example/key'],
    ['a path alone', '/key'],
    ['nothing', ''],
    ['an empty host', 'https://'],
    ['a loopback address', 'https://127.0.0.1/key'],
    ['a loopback address as one number', 'https://2130706433/key'],
    ['a private address', 'https://10.0.0.8/key'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['an IPv6 address', 'https://[fe80::1]/key'],
    ['this machine by name', 'https://localhost/key'],
  ])('with %s is refused', (_what, link) => {
    expect(acceptLink(link, rules)).toBeNull();
  });

  test('may be http only on this machine, and only when HTTP on this machine is allowed', () => {
    const loopback = { ...rules, allowHttpLoopback: true };
    expect(acceptLink('http://127.0.0.1:9000/key?s=1', loopback)).not.toBeNull();
    expect(acceptLink('http://storage.example/key?s=1', loopback)).toBeNull();
    expect(acceptLink('http://clerk@127.0.0.1:9000/key', loopback)).toBeNull();
  });

  test.each([
    ['storage.example', 'https://storage.example/k', true],
    ['storage.example', 'https://STORAGE.example/k', true],
    ['storage.example', 'https://storage.example:8443/k', true],
    ['storage.example', 'https://a.storage.example/k', false],
    ['storage.example', 'https://storage.example.evil/k', false],
    ['storage.example', 'https://evilstorage.example/k', false],
    ['storage.example:8443', 'https://storage.example:8443/k', true],
    ['storage.example:8443', 'https://storage.example/k', false],
    ['storage.example:443', 'https://storage.example/k', true],
    ['*.storage.example', 'https://a.storage.example/k', true],
    ['*.storage.example', 'https://a.b.storage.example/k', true],
    ['*.storage.example', 'https://storage.example/k', false],
    ['*.storage.example', 'https://evilstorage.example/k', false],
    ['*.storage.example', 'https://storage.example.evil/k', false],
    ['*.storage.example:8443', 'https://a.storage.example:8443/k', true],
    ['*.storage.example:8443', 'https://a.storage.example/k', false],
    ['*.storage.example:8443', 'https://a.storage.example:9443/k', false],
  ])('under the rule %s, with the address %s, is accepted: %s', (rule, link, accepted) => {
    expect(acceptLink(link, { ...rules, storageHosts: ['other.example', rule] }) !== null).toBe(accepted);
  });

  test.each([
    [['10.0.0.8'], [], true],
    [[], ['no address', 'https://10.0.0.8/'], true],
    [['10.0.0.9'], [], false],
    [[], ['no address', 'https://service.example'], false],
    [['store.example'], ['https://10.0.0.8'], false],
  ])('may have an IP address by rules %j and services %j: %s', (storageHosts, serviceHosts, accepted) => {
    const link = acceptLink('https://10.0.0.8:9000/key', { ...rules, storageHosts, serviceHosts });
    expect(link !== null).toBe(accepted);
  });

  test('is a secret that does not appear in texts', () => {
    const link = acceptLink('https://storage.example/k?signature=canary', rules);
    expect(link?.kind).toBe('upload-link');
    expect(allTextsOf(link)).not.toContain('canary');
  });
});

describe('a host', () => {
  test.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['[::1]', true],
    ['1.example', false],
    ['files.1', false],
    ['files.example', false],
  ])('%s is an IP address: %s', (hostname, expected) => {
    expect(isIpAddress(hostname)).toBe(expected);
  });

  test.each([
    ['localhost', true],
    ['localhost.', true],
    ['files.localhost', true],
    ['mylocalhost', false],
    ['localhost.example', false],
    ['localhosts', false],
  ])('%s is this machine by name: %s', (hostname, expected) => {
    expect(isLoopbackName(hostname)).toBe(expected);
  });

  test.each([
    ['https://files.example/', 'files.example:443', true],
    ['http://files.example/', 'files.example:80', true],
    ['http://files.example/', 'files.example:443', false],
    ['https://files.example/bucket/a', '*.example/bucket', true],
    ['https://files.example/bucket2/a', 'files.example/bucket', false],
  ])(
    'in %s has the port and bucket of the rule %s, explicitly or by its scheme: %s',
    (url, rule, expected) => {
      expect(matchesHostRule(new URL(url), rule)).toBe(expected);
    },
  );
});

test('the base address of a host is the address in the profile', () => {
  const hosts = new ServiceHosts(hostsOf('https://pay.example', 'https://wallet.example'), false);
  expect([hosts.base('wallet').host, hosts.base('auth').host]).toEqual(['wallet.example', 'pay.example']);
});
