import { describe, expect, test } from 'vitest';
import {
  baseUrlSchema,
  deriveHost,
  displayHost,
  environmentOfHost,
  hostNames,
  hostsSchema,
} from '../../../src/shared/model/session/environment.ts';

describe('the host of the same service in the other environment (section 1)', () => {
  test.each([
    ['https://auth.sandbox.payments.example', 'https://auth.beta.payments.example'],
    ['https://auth-sandbox.payments.example', 'https://auth-beta.payments.example'],
    ['https://auth-sandbox-eu.payments.example', 'https://auth-beta-eu.payments.example'],
    ['https://auth.sandbox.payments.example/sandbox/v1', 'https://auth.beta.payments.example/sandbox/v1'],
    ['HTTPS://Auth.SANDBOX.Payments.example/V1/', 'https://auth.beta.payments.example/V1'],
  ])('%s and %s are derived from each other', (sandbox, production) => {
    expect(deriveHost(sandbox, 'production')).toBe(production);
    expect(deriveHost(production, 'sandbox')).toBe(baseUrlSchema.parse(sandbox));
  });

  test.each([
    'https://auth.payments.example',
    'https://mysandbox.payments.example',
    'https://auth.payments.example/sandbox',
    'https://auth.beta.payments.example',
    '',
  ])('is not derived from %s, whose host name has no sandbox label', (address) => {
    expect(deriveHost(address, 'production')).toBeNull();
  });
});

test.each([
  ['https://auth.sandbox.payments.example', 'sandbox'],
  ['https://auth-sandbox.payments.example', 'sandbox'],
  ['https://auth.beta.payments.example/sandbox', 'production'],
  ['https://auth.payments.example', null],
  ['https://alphabeta.payments.example', null],
  ['https://beta.sandbox.payments.example', null],
  ['https://127.0.0.1:8080', null],
] as const)('the environment of %s is %s', (address, environment) => {
  expect(environmentOfHost(address)).toBe(environment);
});

test.each([
  ['  https://host.example  ', 'https://host.example'],
  ['HTTPS://HOST.Example/Path/', 'https://host.example/Path'],
  ['https://host.example///', 'https://host.example'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['https://host.example:65535', 'https://host.example:65535'],
])('the base address %s is normalized to %s', (address, normalized) => {
  expect(baseUrlSchema.parse(address)).toBe(normalized);
});

test.each([
  ['another scheme', 'ftp://host.example'],
  ['a script', 'javascript:alert(1)'],
  ['no scheme', 'host.example'],
  ['a user', 'https://clerk@host.example'],
  ['a user and a password', 'https://clerk:word@host.example'],
  ['a query', 'https://host.example/?key=1'],
  ['a fragment', 'https://host.example/#top'],
  ['a blank inside', 'https://host.example/a b'],
  ['a line break inside', 'https://host.example\n.evil.example'],
  ['a backslash', 'https://host.example\\evil'],
  ['a port that does not exist', 'https://host.example:65536'],
  ['port zero', 'https://host.example:0'],
  ['a host name that ends in a hyphen', 'https://host-'],
])('a base address with %s is refused', (_what, address) => {
  expect(baseUrlSchema.safeParse(address).success).toBe(false);
});

test('the displayed host has neither scheme nor path', () => {
  expect(displayHost('https://Auth.sandbox.example:8443/v1')).toBe('auth.sandbox.example:8443');
});

test('all seven service hosts are required and no others are allowed', () => {
  const hosts = Object.fromEntries(hostNames.map((name) => [name, `https://${name}.example`]));
  const { auth: _auth, ...withoutAuth } = hosts;
  const areValid = (value: unknown) => hostsSchema.safeParse(value).success;
  const withStorage = { ...hosts, storage: 'https://storage.example' };
  expect([hosts, withStorage, withoutAuth].map(areValid)).toEqual([true, false, false]);
});
