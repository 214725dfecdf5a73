/** @file Connection checks of real hosts, without and with a session. */
import { expect, test } from 'vitest';
import { hostNames } from '../../../src/shared/model/session/environment.ts';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import { json, startHttp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';
import { trust } from './trust.ts';

test('a check through a proxy names the proxy, and verifies the certificate without sending a request', async () => {
  const authority = createAuthority('Test CA');
  const server = await startHttp(() => json(200, {}), authority.issue('127.0.0.1'));
  const proxy = await startProxy();
  const check = () =>
    openService({ base: server.base, pac: `PROXY ${proxy.address}` }).service.checkHost('auth');
  expect(await check()).toMatchObject({ result: 'certificate-untrusted', proxy: proxy.address });
  trust(authority);
  expect(await check()).toMatchObject({ result: 'reached', proxy: proxy.address });
  expect(server.receivedRequests).toEqual([]);
});

test('a check with a session calls a route without side effects at the three hosts that have one', async () => {
  const server = await startHttp(({ target }) =>
    json(200, target === '/users/login' ? { token: 'canary-token', companyId: 'company 7' } : {}),
  );
  const { service, exchanges } = openService({ base: server.base });
  await service.signIn();
  for (const host of hostNames) {
    const isCalled = ['wallet', 'beneficiary', 'legacy'].includes(host);
    expect(await service.checkHost(host)).toMatchObject({
      host,
      result: isCalled ? 'token-accepted' : 'reached',
      status: isCalled ? 200 : null,
    });
  }
  const calls = server.receivedRequests.slice(1);
  expect(calls.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'GET /company%207/wallets',
    'POST /uploadDocuments',
    'GET /profile/transaction-history/proof-of-payment/paydesk-connection-check',
  ]);
  for (const { headers } of calls)
    expect(Object.fromEntries(headers)['authorization']).toBe('Bearer canary-token');
  const checks = exchanges.filter(({ kind }) => kind === 'connection-check');
  expect(checks.map(({ subject }) => subject)).toEqual(['wallet', 'beneficiary', 'legacy']);
  expect(JSON.stringify(checks)).not.toMatch(/canary|company 7/);
});
