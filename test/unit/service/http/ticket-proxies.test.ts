/** @file Proxies that take tickets of Kerberos, with a proxy that accepts made-up tokens. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openTicketTunnel } from '../../../../src/main/service/http/http-tunnel.ts';
import type { ProxyCredentials } from '../../../../src/main/service/http/proxy-credentials.ts';
import { createFakeTickets } from '../../../fakes/proxy-tickets.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { startTcp } from '../../../fakes/servers/servers.ts';
import { failureOf, openBehindProxy, stallTimeoutMs } from './open-http.ts';

const right = { user: 'hansen', password: 'right' };
const wrong = { user: 'hansen', password: 'wrong' };
const basic = 'Basic realm="office"';

/** Opens a client behind a proxy that offers `schemes` and takes tickets. */
async function startTicketProxy(schemes: readonly string[], saved?: ProxyCredentials) {
  const fakes = createFakeTickets();
  const password = `Basic ${Buffer.from('hansen:right').toString('base64')}`;
  const proxy = await startProxy(407, schemes, {}, (authorization) =>
    authorization === password ? schemes.includes(basic) : fakes.accepts(authorization),
  );
  return { proxy, ...fakes, ...(await openBehindProxy(proxy.address, fakes.tickets, saved)) };
}

describe('a proxy that takes tickets', () => {
  test('gets a new token with each connection of every client, also after a ticket was renewed', async () => {
    const office = await startTicketProxy(['Negotiate', 'NTLM']);
    const { base, received, proxy, prompts, hosts, state, http, send } = office;
    await office.connectEveryWay();
    // The first connection and the question for the schemes have no token; the first token only shows that there is a ticket.
    expect(proxy.requests).toEqual(Array(6).fill(`CONNECT ${new URL(base).host}`));
    expect([hosts, prompts]).toEqual([Array(5).fill('127.0.0.1'), []]);
    expect(inspect(received, { depth: 9 })).not.toMatch(/negotiate|proxy-authorization/i);
    http.dropConnections();
    state.problem = 'none';
    expect(await failureOf(send(base))).toMatchObject({ kind: 'proxy-ticket', detail: 'none' });
    state.problem = null;
    expect((await send(base)).status).toBe(200);
  });

  test.each(['refused', 'none', 'missing'] as const)('gets a password, if any (%s)', async (problem) => {
    const { base, http, send, state, prompts, clock } = await startTicketProxy(['Negotiate']);
    state.problem = problem;
    for (const request of [() => send(base), () => http.reach(new URL(base), stallTimeoutMs)]) {
      const failure = await failureOf(request());
      expect(failure).toMatchObject({ kind: 'proxy-ticket', sent: false, detail: problem });
      expect(inspect(failure, { depth: 9 })).not.toContain(Buffer.from('canary').toString('base64'));
    }
    expect([prompts, clock.waiting()]).toEqual([[], 0]);
    const office = await startTicketProxy(['Negotiate', basic]);
    for (const next of [null, problem, problem]) {
      office.state.problem = next;
      expect((await office.send(office.base, { ownConnection: true })).status).toBe(200);
    }
    expect([office.prompts, office.hosts.length]).toEqual([[null], 4]);
  });

  test.each([
    ['that is wrong', ['Negotiate', basic], wrong, 0, [wrong]],
    ['that is no longer needed', ['Negotiate'], right, 2, []],
  ])('gets a saved password first, one %s', async (_which, schemes, saved, tokens, prompted) => {
    const { base, send, hosts, prompts } = await startTicketProxy(schemes, saved);
    await (saved === wrong ? failureOf(send(base)) : send(base));
    expect([hosts.length, prompts]).toEqual([tokens, prompted]);
  });

  test('does not delay a request that is cancelled while the domain controller is silent', async () => {
    const { base, send, tickets } = await startTicketProxy(['Negotiate']);
    const controller = new AbortController();
    tickets.createToken = () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const failure = failureOf(send(base, { signal: controller.signal }));
    expect(await failure).toMatchObject({ kind: 'proxy', detail: '407' });
  });

  test('is left when it is silent, connects to IPv6 addresses, and gets no token when there is none', async () => {
    const closed = Promise.withResolvers<string>();
    const silent = await startTcp((socket) => {
      socket.once('data', (bytes: Buffer) => socket.once('close', () => closed.resolve(bytes.toString())));
    });
    const { tickets, state } = createFakeTickets();
    state.problem = 'none';
    const opening = openTicketTunnel(new URL(silent.base), tickets, '::1', 443, 50);
    await expect(opening).rejects.toMatchObject({ code: 'ABORT_ERR' });
    expect(await closed.promise).toMatch(/^CONNECT \[::1\]:443 .*\r\nhost: \[::1\]:443\r\n.*\r\n\r\n$/i);
  });
});
