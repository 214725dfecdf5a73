import { describe, expect, test } from 'vitest';
import {
  completeHost,
  convertHosts,
  countChanged,
  findHostNote,
  noHosts,
  parseHost,
  proposeHosts,
} from '../../../../src/renderer/features/profiles/hosts.ts';
import { hostsOf } from './entries.ts';

test.each([
  [' a.example ', 'https://a.example', 'https://a.example'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['auth.example?x=1', 'https://auth.example?x=1', null],
  ['  ', '', null],
])('the typed host %j is completed to %j, and has the address %j', (typed, completed, address) => {
  expect(completeHost(typed)).toBe(completed);
  expect(parseHost(typed)).toBe(address);
});

describe('the note below a host', () => {
  test('shows the host of the other environment', () => {
    expect(findHostNote('auth.sandbox.payments.example', 'sandbox')).toEqual({
      kind: 'counterpart',
      environment: 'production',
      host: 'auth.beta.payments.example',
    });
  });

  test('reports a host of the other environment, with the derived host', () => {
    expect(findHostNote('auth.beta.payments.example', 'sandbox')).toEqual({
      kind: 'contradiction',
      hostEnvironment: 'production',
      derived: 'https://auth.sandbox.payments.example',
    });
  });

  test.each(['auth.payments.example', 'sandboxes.example', 'not a host', ''])('is absent for %s', (typed) =>
    expect(findHostNote(typed, 'sandbox')).toEqual({ kind: 'none' }),
  );
});

test('converting to another environment changes only hosts with an environment label', () => {
  const before = { ...noHosts, auth: 'auth.sandbox.payments.example', legacy: 'old.example' };
  const after = convertHosts(before, 'production');
  expect(after).toEqual({ ...before, auth: 'https://auth.beta.payments.example' });
  expect(countChanged(before, after)).toBe(1);
  expect(convertHosts(hostsOf('beta'), 'production')).toEqual(hostsOf('beta'));
});

describe('empty hosts', () => {
  test('are proposed by the pattern of the typed host, and the statement host equals the wallet host', () => {
    const proposed = proposeHosts({ ...noHosts, auth: 'auth.sandbox.payments.example' });
    expect(proposed).toEqual({
      wallet: 'https://wallet.sandbox.payments.example',
      beneficiary: 'https://beneficiary.sandbox.payments.example',
      exchange: 'https://exchange.sandbox.payments.example',
      onboarding: 'https://onboarding.sandbox.payments.example',
      legacy: 'https://legacy.sandbox.payments.example',
      statement: 'https://wallet.sandbox.payments.example',
    });
  });

  test('are proposed for statements from the typed wallet host, and never only for statements', () => {
    const typed = { ...hostsOf('sandbox'), wallet: 'https://money.example', statement: '' };
    expect(proposeHosts({ ...typed, legacy: '' })).toMatchObject({ statement: 'https://money.example' });
    expect(proposeHosts(typed)).toEqual({});
    expect(proposeHosts({ ...typed, legacy: '', wallet: 'x y' })).toEqual({
      legacy: 'https://legacy.sandbox.payments.example',
    });
  });

  test.each([
    ['auth', 'auth-eu.sandbox.payments.example', 'https://wallet-eu.sandbox.payments.example'],
    ['beneficiary', 'beneficiaries.sandbox.payments.example', 'https://wallet.sandbox.payments.example'],
    ['legacy', 'legacy.payments.example:8443/base', 'https://wallet.payments.example:8443/base'],
  ] as const)('are proposed where the %s host is %s', (name, typed, wallet) => {
    expect(proposeHosts({ ...noHosts, [name]: typed })).toMatchObject({ wallet });
  });

  test.each([
    ['auth', 'oauth.payments.example'],
    ['auth', 'wallet.payments.example'],
    ['wallet', 'wallets.payments.example'],
    ['wallet', 'wallet'],
    ['wallet', 'wallet.payments.example/wallet/v1'],
  ] as const)('are not proposed where the %s host is %s', (name, typed) => {
    expect(proposeHosts({ ...noHosts, [name]: typed })).toEqual({});
  });

  test('are never proposed for typed hosts, whether they follow the pattern or not', () => {
    const hosts = { ...noHosts, auth: 'auth.payments.example', wallet: 'money.example', legacy: 'x y' };
    expect(Object.keys(proposeHosts(hosts))).toEqual(['beneficiary', 'exchange', 'onboarding', 'statement']);
  });

  test('are not proposed when the typed hosts have different patterns or no pattern', () => {
    const differentPatterns = {
      ...noHosts,
      auth: 'auth.sandbox.one.example',
      wallet: 'wallet.sandbox.two.example',
    };
    expect(proposeHosts(differentPatterns)).toEqual({});
    expect(proposeHosts({ ...noHosts, auth: 'login.example' })).toEqual({});
    expect(proposeHosts({ ...noHosts, auth: 'auth.auth.example' })).toEqual({});
    expect(proposeHosts(noHosts)).toEqual({});
  });
});
