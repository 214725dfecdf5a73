import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProxyTickets, type Kerberos } from '../../../src/main/platform/proxy-tickets.ts';

const ticket = Buffer.from('a ticket').toString('base64');

/** Creates tickets with a package that makes these tokens, one after the other; `null` means that it fails. */
function openTickets(os: NodeJS.Platform, ...tokens: (string | null | Promise<string>)[]) {
  const calls: unknown[][] = [];
  const kerberos: Kerberos = {
    GSS_MECH_OID_SPNEGO: 6,
    async initializeClient(...args) {
      const token = tokens[calls.push(args) - 1] ?? null;
      if (token === null) throw new Error('Ticket of hansen@OFFICE.EXAMPLE expired');
      return { step: async () => token };
    },
  };
  return { calls, tickets: createProxyTickets(os, async () => kerberos) };
}

describe('a token for a proxy', () => {
  test.each([
    ['win32', 'HTTP/proxy.example'],
    ['darwin', 'HTTP@proxy.example'],
    ['linux', 'HTTP@proxy.example'],
  ] as const)('is for its principal, without user, password and delegation (%s)', async (os, principal) => {
    const { calls, tickets } = openTickets(os, ticket);
    expect(await tickets.createToken('proxy.example')).toEqual({ token: ticket });
    expect(calls).toEqual([[principal, { mechOID: 6 }]]);
  });

  test('is created after the one before', async () => {
    const first = Promise.withResolvers<string>();
    const { calls, tickets } = openTickets('linux', first.promise, ticket);
    const created = [tickets.createToken('a.example'), tickets.createToken('b.example')];
    await setImmediate();
    expect(calls).toHaveLength(1);
    first.resolve(ticket);
    expect(await Promise.all(created)).toEqual([{ token: ticket }, { token: ticket }]);
  });

  test('is missing without a ticket or with one of NTLM, without the package and without a domain', async () => {
    const { tickets } = openTickets('win32', null, Buffer.from('NTLMSSP\0\x01\0\0\0').toString('base64'));
    for (const host of ['a.example', 'b.example'])
      expect(await tickets.createToken(host)).toEqual({ problem: 'none' });
    const failing = createProxyTickets('linux', () => Promise.reject(new Error('Cannot find module')));
    expect(await failing.createToken('proxy.example')).toEqual({ problem: 'missing' });
    const created = await createProxyTickets(process.platform).createToken('proxy.paydesk-test.invalid');
    expect(['missing', 'none']).toContain('problem' in created ? created.problem : 'found');
  });
});
