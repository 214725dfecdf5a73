import { describe, expect, test } from 'vitest';
import { distributeHosts } from '../../../../src/renderer/features/profiles/pasted-hosts.ts';
import { hostNames } from '../../../../src/shared/model/session/environment.ts';

const services = hostNames;
const sandbox = (name: string) => `${name}.sandbox.payments.example`;
const allHosts = Object.fromEntries(services.map((name) => [name, `https://${sandbox(name)}`]));
const list = (line: (name: string) => string, separator = '\n') => services.map(line).join(separator);

describe('a pasted list of hosts is distributed', () => {
  test.each([
    ['one host on each line', list(sandbox)],
    ['addresses', list((name) => `https://${sandbox(name)}/`, '\r\n')],
    ['names and colons', list((name) => `- ${name}: ${sandbox(name)}.`)],
    ['one line with commas', list(sandbox, ', ')],
    ['a table by rows', list((name) => `${name}\t${sandbox(name)}`)],
    ['a table by columns', `${services.join('\t')}\n${list(sandbox, '\t')}`],
    ['settings of a program', list((name) => `${name.toUpperCase()}_URL="https://${sandbox(name)}"`)],
    [
      'an e-mail with a greeting',
      `Dear Ms Kowalska,\nhere are the hosts:\n\n${list((name) => `${name} host\n${sandbox(name)}`, '\n\n')}\n\nRegards`,
    ],
  ])('%s', (_, text) => {
    expect(distributeHosts(text)).toEqual({ assigned: allHosts, unassigned: [] });
  });

  test('by the name beside the host when the host has no label of a service', () => {
    expect(distributeHosts('Wallet: api-1.payments.example\nAuth: api-2.payments.example')).toEqual({
      assigned: { wallet: 'https://api-1.payments.example', auth: 'https://api-2.payments.example' },
      unassigned: [],
    });
  });

  test('with the wallet host for the statements when the list says so', () => {
    const text = 'Wallet: wallet.payments.example\nStatements: wallet.payments.example';
    expect(distributeHosts(text)?.assigned).toEqual({
      wallet: 'https://wallet.payments.example',
      statement: 'https://wallet.payments.example',
    });
  });
});

describe('a host is left to the clerk', () => {
  test('without a name', () => {
    expect(distributeHosts('auth.payments.example\napi.payments.example')).toEqual({
      assigned: { auth: 'https://auth.payments.example' },
      unassigned: [{ address: 'https://api.payments.example', candidates: hostNames }],
    });
  });

  test('when its name and the text contradict each other', () => {
    expect(distributeHosts('Wallet: auth.payments.example\nExchange: fx.payments.example')).toEqual({
      assigned: { exchange: 'https://fx.payments.example' },
      unassigned: [{ address: 'https://auth.payments.example', candidates: ['wallet', 'auth'] }],
    });
  });

  test('when two hosts are listed for one service', () => {
    expect(distributeHosts('auth.sandbox.payments.example auth.beta.payments.example')).toEqual({
      assigned: {},
      unassigned: [
        { address: 'https://auth.sandbox.payments.example', candidates: ['auth'] },
        { address: 'https://auth.beta.payments.example', candidates: ['auth'] },
      ],
    });
  });
});

test.each([
  'auth.payments.example',
  'no hosts at all',
  '',
  'Call 1.5 times, e.g. now',
  'a.example\n'.repeat(60),
])('a text that is no list of hosts is not distributed: %j', (text) =>
  expect(distributeHosts(text)).toBeNull(),
);
