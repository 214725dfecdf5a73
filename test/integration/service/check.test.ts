import { describe, expect, test } from 'vitest';
import { hostNames } from '../../../src/shared/model/environment.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { type Answer, json, type ReceivedRequest, startHttp, startTcp } from '../../fakes/servers.ts';
import { openService, type ServiceOptions } from '../../fakes/service.ts';
import { trust } from './trust.ts';

const unknownNameError: unknown = expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/);
const isLogin = ({ target }: ReceivedRequest) => target === '/users/login';
const webPage: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html>Sign in</html>',
};

/** Signs in to a service that gives the same answer to every other request. */
async function openSignedIn(answer: Answer, options: Partial<ServiceOptions> = {}) {
  const server = await startHttp((request) =>
    isLogin(request) ? json(200, { token: 'canary-token', companyId: 'company 7' }) : answer,
  );
  const { service, exchanges } = openService({ base: server.base, ...options });
  await service.signIn();
  return { server, service, exchanges };
}

describe('a check without a session', () => {
  test('connects to each host without sending a request', async () => {
    const server = await startHttp(() => json(200, {}));
    const { service } = openService({ base: server.base });
    for (const host of hostNames) {
      expect(await service.checkHost(host)).toMatchObject({
        host,
        address: `127.0.0.1:${server.port}`,
        result: 'reached',
        status: null,
        proxy: null,
        detail: null,
      });
    }
    expect(server.receivedRequests).toEqual([]);
    expect(server.received.every((bytes) => bytes === 0)).toBe(true);
  });

  test('verifies the certificate of the host', async () => {
    const authority = createAuthority('Test CA');
    const server = await startHttp(() => json(200, {}), authority.issue('127.0.0.1'));
    const check = () => openService({ base: server.base }).service.checkHost('auth');
    expect(await check()).toMatchObject({ result: 'certificate-untrusted', detail: 'Test CA' });
    trust(authority);
    expect(await check()).toMatchObject({ result: 'reached' });
    expect(server.receivedRequests).toEqual([]);
  });

  test('connects through the proxy and verifies the certificate', async () => {
    const authority = createAuthority('Test CA');
    const server = await startHttp(() => json(200, {}), authority.issue('127.0.0.1'));
    const proxy = await startProxy();
    const check = () =>
      openService({ base: server.base, pac: `PROXY ${proxy.address}` }).service.checkHost('auth');
    expect(await check()).toMatchObject({ result: 'certificate-untrusted', proxy: proxy.address });
    trust(authority);
    expect(await check()).toMatchObject({ result: 'reached', proxy: proxy.address });
    expect(proxy.requests).toEqual(Array(2).fill(`CONNECT 127.0.0.1:${server.port}`));
    expect(server.receivedRequests).toEqual([]);
  });

  test('reports why a host cannot be reached', async () => {
    const refusing = await startProxy(407);
    const port = await freePort();
    const check = (base: string, pac = 'DIRECT') => openService({ base, pac }).service.checkHost('auth');
    expect(await check('https://auth.paydesk-test.invalid')).toMatchObject({
      result: 'name-unknown',
      detail: unknownNameError,
    });
    expect(await check(`http://127.0.0.1:${port}`)).toMatchObject({
      result: 'unreachable',
      detail: 'ECONNREFUSED',
    });
    expect(await check('https://auth.example', `PROXY ${refusing.address}`)).toMatchObject({
      result: 'proxy-refused',
      detail: '407',
      proxy: refusing.address,
    });
    expect(await check('https://auth.example', `PROXY 127.0.0.1:${port}`)).toMatchObject({
      result: 'unreachable',
      proxy: `127.0.0.1:${port}`,
    });
    expect(await check('https://auth.example', 'QUIC 127.0.0.1:1080')).toMatchObject({
      result: 'proxy-refused',
      detail: 'QUIC',
    });
  });

  test.each([
    ['directly', false],
    ['through a proxy', true],
  ])('times out after 30 seconds without progress (%s)', async (_way, isProxied) => {
    let onHandshake: () => void = () => undefined;
    const handshakeStarted = new Promise<void>((resolve) => {
      onHandshake = resolve;
    });
    const silent = await startTcp((socket) => socket.once('data', () => onHandshake()));
    const pac = isProxied ? `PROXY ${(await startProxy()).address}` : 'DIRECT';
    const clock = createFakeClock();
    const base = silent.base.replace('http:', 'https:');
    const checking = openService({ base, clock, pac }).service.checkHost('auth');
    await handshakeStarted;
    await clock.advance(30_000);
    expect(await checking).toMatchObject({ result: 'unreachable', milliseconds: 30_000 });
  });
});

describe('a check of a host with the label of the other environment (section 1)', () => {
  test.each([
    ['sandbox', 'https://auth.beta.payments.example', 'production'],
    ['production', 'https://auth.sandbox.payments.example', 'sandbox'],
  ] as const)('sends no request (%s profile, %s)', async (environment, base, detail) => {
    const pac = 'PROXY 127.0.0.1:1';
    const { service } = openService({ base, environment, pac });
    expect(await service.checkHost('auth')).toMatchObject({
      result: 'wrong-environment',
      status: null,
      detail,
    });
  });
});

describe('a check with a session', () => {
  test('calls a route without side effects at the three hosts that offer such a route', async () => {
    const { server, service, exchanges } = await openSignedIn(json(200, {}));
    for (const host of hostNames) {
      const isCalled = ['wallet', 'beneficiary', 'legacy'].includes(host);
      expect(await service.checkHost(host)).toMatchObject({
        host,
        result: isCalled ? 'token-accepted' : 'reached',
        status: isCalled ? 200 : null,
      });
    }
    expect(server.receivedRequests.slice(1).map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /company%207/wallets',
      'POST /uploadDocuments',
      'GET /profile/transaction-history/proof-of-payment/paydesk-connection-check',
    ]);
    for (const { headers } of server.receivedRequests.slice(1)) {
      expect(Object.fromEntries(headers)['authorization']).toBe('Bearer canary-token');
    }
    const checks = exchanges.filter(({ kind }) => kind === 'connection-check');
    expect(checks.map(({ subject }) => subject)).toEqual(['wallet', 'beneficiary', 'legacy']);
    expect(JSON.stringify(checks)).not.toMatch(/canary|company 7/);
  });

  test.each([
    ['200', json(200, []), 'token-accepted'],
    ['204', { status: 204 }, 'token-accepted'],
    ['404', json(404, {}), 'token-accepted'],
    ['400', json(400, {}), 'token-accepted'],
    ['422', json(422, {}), 'token-accepted'],
    ['403', json(403, {}), 'wrong-environment'],
    ['407', { status: 407 }, 'proxy-refused'],
    ['a redirect', { status: 302, headers: { location: 'https://portal.example' } }, 'not-understood'],
    ['a web page', webPage, 'not-understood'],
    ['a web page with status 404', { ...webPage, status: 404 }, 'not-understood'],
    ['500', json(500, {}), 'not-understood'],
    ['429', json(429, {}), 'not-understood'],
    ['more than 8 MB', { status: 200, body: Buffer.alloc(8 * 1024 * 1024 + 1, ' ') }, 'not-understood'],
  ] satisfies [string, Answer, string][])('classifies the answer %s', async (_what, answer, result) => {
    const { service } = await openSignedIn(answer);
    expect(await service.checkHost('legacy')).toMatchObject({ result });
  });

  test('reports a token that is refused twice', async () => {
    const { service, server } = await openSignedIn(json(401, {}));
    expect(await service.checkHost('legacy')).toMatchObject({ result: 'token-refused', status: 401 });
    expect(server.receivedRequests.filter(isLogin)).toHaveLength(2);
  });

  test('reports a token that cannot be renewed, with the reason', async () => {
    let isFirst = true;
    const server = await startHttp((request) => {
      const isAccepted = isFirst && isLogin(request);
      isFirst = false;
      return isAccepted ? json(200, { token: 't', companyId: 'c' }) : json(401, {});
    });
    const { service } = openService({ base: server.base });
    await service.signIn();
    expect(await service.checkHost('legacy')).toMatchObject({
      result: 'token-refused',
      detail: 'key-refused',
    });
  });
});
