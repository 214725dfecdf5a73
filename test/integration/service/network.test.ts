import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { json, type ReceivedRequest, startHttp, startTcp } from '../../fakes/servers.ts';
import { canaryKey, openService } from '../../fakes/service.ts';
import { trust } from './trust.ts';

const unknownNameError: unknown = expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/);
const verificationError: unknown = expect.stringContaining('VERIFY');
const isLogin = ({ target }: ReceivedRequest) => target === '/users/login';
const toHttps = (base: string) => base.replace('http:', 'https:');
const signIn = (base: string, options: Partial<Parameters<typeof openService>[0]> = {}) =>
  openService({ base, ...options }).service.signIn();

/** Returns a promise and the function that resolves it. */
function createSignal(): { readonly promise: Promise<void>; resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, resolve: () => resolve() };
}

describe('a failed connection', () => {
  test('is reported as an unreachable host when the port is closed', async () => {
    const port = await freePort();
    await expect(signIn(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      code: 'host-unreachable',
      retryable: true,
      details: { host: `127.0.0.1:${port}`, cause: 'ECONNREFUSED' },
    });
  });

  test('is reported when the host name is unknown', async () => {
    await expect(signIn('https://auth.paydesk-test.invalid')).rejects.toMatchObject({
      code: 'host-unreachable',
      retryable: true,
      details: { host: 'auth.paydesk-test.invalid', cause: unknownNameError },
    });
  });

  test('is reported when the connection is reset', async () => {
    const host = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(signIn(host.base)).rejects.toMatchObject({
      code: 'connection-lost',
      retryable: true,
      details: { cause: 'ECONNRESET' },
    });
  });

  test.each([
    ['a login', 20_000],
    ['another call', 30_000],
  ] as const)('is aborted when %s stalls for exactly %i ms', async (callKind, limitMs) => {
    const arrived = createSignal();
    const host = await startHttp((request) => {
      if (callKind === 'another call' && isLogin(request)) return json(200, { token: 't', companyId: 'c' });
      arrived.resolve();
      return undefined;
    });
    const clock = createFakeClock();
    const { service } = openService({ base: host.base, clock });
    const call = callKind === 'a login' ? service.signIn() : service.requestUploadLinks(['a.pdf']);
    let isSettled = false;
    const outcome = call
      .catch((error: unknown) => error)
      .finally(() => {
        isSettled = true;
      });
    await arrived.promise;
    await clock.advance(limitMs - 1);
    expect(isSettled).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ code: 'timed-out', retryable: true });
  });

  test('is aborted when the host accepts connections but does not start TLS', async () => {
    const connected = createSignal();
    const host = await startTcp(() => connected.resolve());
    const clock = createFakeClock();
    const outcome = signIn(toHttps(host.base), { clock }).catch((error: unknown) => error);
    await connected.promise;
    await clock.advance(20_000);
    expect(await outcome).toMatchObject({ code: 'timed-out' });
  });
});

describe('TLS', () => {
  const authority = createAuthority('Example Company Root CA 7');
  const answer = () => json(200, { token: 't', companyId: 'c' });

  test('with a certificate of an unknown issuer is refused, and the issuer is reported', async () => {
    const host = await startHttp(answer, authority.issue('127.0.0.1'));
    await expect(signIn(host.base)).rejects.toMatchObject({
      code: 'certificate-untrusted',
      retryable: false,
      details: { host: `127.0.0.1:${host.port}`, cause: 'Example Company Root CA 7' },
    });
    expect(host.receivedRequests).toEqual([]);
  });

  test('with a certificate of another host is refused', async () => {
    trust(authority);
    const host = await startHttp(answer, authority.issue('other.example'));
    await expect(signIn(host.base)).rejects.toMatchObject({ code: 'certificate-untrusted' });
    expect(host.receivedRequests).toEqual([]);
  });

  test('with a certificate that this machine trusts works, and connections are reused', async () => {
    trust(authority);
    const host = await startHttp(
      (request) =>
        isLogin(request) ? answer() : json(200, { items: [{ link: 'https://s.example/k', key: 'k' }] }),
      authority.issue('localhost', '127.0.0.1'),
    );
    const { service } = openService({ base: `https://localhost:${host.port}`, allowHttpLoopback: false });
    await service.requestUploadLinks(['a.pdf']);
    await service.requestUploadLinks(['a.pdf']);
    expect(host.receivedRequests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test('resumes its session on new connections, where the host shows no certificate', async () => {
    trust(authority);
    const resumed: boolean[] = [];
    const host = await startHttp((request, response) => {
      const { socket } = response;
      if (socket instanceof TLSSocket) resumed.push(socket.isSessionReused());
      return isLogin(request) ? answer() : json(200, {});
    }, authority.issue('127.0.0.1'));
    const { service } = openService({ base: host.base });
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(service.attachUpdate('r1', '{}', 's')).resolves.toMatchObject({ kind: 'accepted' });
    // The login and the attach operations use different agents, so both begin with a full handshake.
    expect(resumed).toEqual([false, false, true, true]);
  });

  test('waits for the certificates of the system; plain HTTP does not wait', async () => {
    const httpsHost = await startHttp(answer, authority.issue('127.0.0.1'));
    const httpHost = await startHttp(answer);
    const certificatesLoaded = createSignal();
    await signIn(httpHost.base, { certificatesReady: () => certificatesLoaded.promise });
    const signingIn = signIn(httpsHost.base, { certificatesReady: () => certificatesLoaded.promise });
    const refused = signIn(httpsHost.base, { certificatesReady: async () => undefined });
    await expect(refused).rejects.toMatchObject({ code: 'certificate-untrusted' });
    trust(authority);
    certificatesLoaded.resolve();
    await signingIn;
    expect(httpsHost.receivedRequests).toHaveLength(1);
  });

  test('can be cancelled while the certificates are being loaded', async () => {
    const httpsHost = await startHttp(answer, authority.issue('127.0.0.1'));
    const { http } = openService({ base: httpsHost.base, certificatesReady: () => createSignal().promise });
    const abortController = new AbortController();
    const request = { url: new URL(httpsHost.base), headers: {}, stallTimeoutMs: 30_000, secrets: [] };
    const streaming = http.stream({ ...request, signal: abortController.signal });
    abortController.abort();
    await expect(streaming).rejects.toMatchObject({ kind: 'cancelled' });
    expect(httpsHost.receivedRequests).toEqual([]);
  });

  test('to a port that answers with plain HTTP is refused, and the key is not sent', async () => {
    const host = await startTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'));
    });
    await expect(signIn(toHttps(host.base))).rejects.toMatchObject({ code: 'certificate-untrusted' });
  });
});

describe('through a proxy', () => {
  const authority = createAuthority('Test CA');
  const answer = (request: ReceivedRequest) =>
    isLogin(request)
      ? json(200, { token: 'canary-token-5', companyId: 'c' })
      : json(200, { items: [{ link: 'https://s.example/k', key: 'k' }] });

  test('named by the PAC script, TLS uses CONNECT, and the proxy sees neither key nor token', async () => {
    trust(authority);
    const host = await startHttp(answer, authority.issue('127.0.0.1'));
    const proxy = await startProxy();
    const { service } = openService({ base: host.base, pac: `PROXY ${proxy.address}; DIRECT` });
    await service.requestUploadLinks(['a.pdf']);
    await service.attachUpdate('r1', '{}', 's');
    expect(host.receivedRequests.map(({ target }) => target)).toEqual([
      '/users/login',
      '/uploadDocuments',
      '/recipients/r1',
    ]);
    const connectRequest = `CONNECT 127.0.0.1:${host.port}`;
    // One shared connection, and one for the attach operation.
    expect(proxy.requests).toEqual([connectRequest, connectRequest]);
    expect(proxy.headerNames).not.toContain('authorization');
    expect(proxy.headerNames).not.toContain('proxy-authorization');
  });

  test('a request over plain HTTP names its complete URL', async () => {
    const host = await startHttp(answer);
    const proxy = await startProxy();
    await openService({ base: host.base, pac: `PROXY ${proxy.address}` }).service.signIn();
    expect(proxy.requests).toEqual([`POST ${host.base}/users/login`]);
    expect(host.receivedRequests).toHaveLength(1);
  });

  test.each([407, 403])(
    'that refuses with %i, a call fails with the proxy as the reason, and nothing is sent',
    async (status) => {
      const proxy = await startProxy(status);
      const login = await startHttp(answer);
      const refusingProxy = { pac: `PROXY ${proxy.address}` };
      await expect(signIn('https://auth.example', refusingProxy)).rejects.toMatchObject({
        code: 'proxy-refused',
        details: { host: 'auth.example', cause: String(status) },
      });
      let isFirstCall = true;
      const { service } = openService({
        base: login.base,
        hosts: { beneficiary: 'https://beneficiary.example' },
        pac: async () => {
          const isDirect = isFirstCall;
          isFirstCall = false;
          return isDirect ? 'DIRECT' : refusingProxy.pac;
        },
      });
      expect(await service.attachUpdate('r1', '{}', 's')).toMatchObject({
        kind: 'not-done',
        error: { code: 'proxy-refused' },
      });
    },
  );

  test.each([502, 503, 504])(
    'that cannot reach the host (%i), a call fails with an unreachable host',
    async (status) => {
      const proxy = await startProxy(status);
      await expect(signIn('https://auth.example', { pac: `PROXY ${proxy.address}` })).rejects.toMatchObject({
        code: 'host-unreachable',
        retryable: true,
        details: { cause: String(status) },
      });
    },
  );

  test('that is down, a call fails with an unreachable host, because the network may recover', async () => {
    const pac = `PROXY 127.0.0.1:${await freePort()}`;
    await expect(signIn('https://auth.example', { pac })).rejects.toMatchObject({
      code: 'host-unreachable',
      retryable: true,
    });
  });

  test('an untrusted certificate is refused, and an attach counts as not performed', async () => {
    const login = await startHttp(answer);
    const host = await startHttp(answer, createAuthority('Inspecting Proxy CA').issue('127.0.0.1'));
    const proxy = await startProxy();
    const { service } = openService({
      base: login.base,
      hosts: { beneficiary: host.base },
      pac: `PROXY ${proxy.address}`,
    });
    expect(await service.attachUpdate('r1', '{}', 's')).toMatchObject({
      kind: 'not-done',
      error: { code: 'certificate-untrusted', details: { cause: verificationError } },
    });
    expect(host.receivedRequests).toEqual([]);
  });

  test('an attach counts as not performed when the host disconnects before the TLS handshake', async () => {
    const login = await startHttp(answer);
    const host = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const proxy = await startProxy();
    const { service } = openService({
      base: login.base,
      hosts: { beneficiary: toHttps(host.base) },
      pac: `PROXY ${proxy.address}`,
    });
    expect((await service.attachUpdate('r1', '{}', 's')).kind).toBe('not-done');
  });

  test('that never answers, a call is aborted after the stall timeout', async () => {
    const connected = createSignal();
    const silent = await startTcp((socket) => socket.once('data', () => connected.resolve()));
    const clock = createFakeClock();
    const outcome = signIn('https://auth.example', {
      clock,
      pac: `PROXY 127.0.0.1:${silent.port}`,
    }).catch((error: unknown) => error);
    await connected.promise;
    await clock.advance(20_000);
    expect(await outcome).toMatchObject({ code: 'timed-out' });
  });

  test.each(['QUIC 127.0.0.1:1080', 'QUIC proxy.example:443'])(
    'of an unsupported kind (%s), a call is refused with the kind',
    async (pac) => {
      const host = await startHttp(answer);
      await expect(signIn(host.base, { pac })).rejects.toMatchObject({
        code: 'proxy-refused',
        details: { cause: pac.split(' ')[0] },
      });
      expect(host.receivedRequests).toEqual([]);
    },
  );

  test('a failing PAC script is reported as a proxy error, and no other route is used', async () => {
    const host = await startHttp(answer);
    const pac = () => Promise.reject(new Error('canary: the script has a fault'));
    await expect(signIn(host.base, { pac })).rejects.toMatchObject({ code: 'proxy-refused' });
    expect(host.receivedRequests).toEqual([]);
  });

  test('a PAC script that never answers is aborted after the stall timeout', async () => {
    const pacRequested = createSignal();
    const clock = createFakeClock();
    const pac = () => {
      pacRequested.resolve();
      return new Promise<string>(() => undefined);
    };
    const outcome = signIn('https://auth.example', { clock, pac }).catch((error: unknown) => error);
    await pacRequested.promise;
    await clock.advance(20_000);
    expect(await outcome).toMatchObject({ code: 'timed-out' });
    expect(clock.waiting()).toBe(0);
  });
});

describe('an answer', () => {
  test.each([
    ['announces its length', true],
    ['does not announce its length', false],
  ])('that is far too large is aborted at the limit when it %s', async (_what, isLengthDeclared) => {
    const size = 2 * 1024 ** 3;
    let writtenBytes = 0;
    const host = await startHttp((request, response) => {
      if (isLogin(request)) return json(200, { token: 't', companyId: 'c' });
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(isLengthDeclared ? { 'content-length': String(size) } : {}),
      });
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const writeUntilFull = () => {
        while (writtenBytes < size && !response.destroyed) {
          writtenBytes += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', writeUntilFull);
            return;
          }
        }
      };
      writeUntilFull();
      return undefined;
    });
    const { service } = openService({ base: host.base });
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({
      code: 'answer-too-large',
      retryable: false,
    });
    // The limit is 8 MB; the buffers of both sides hold some more bytes.
    expect(writtenBytes).toBeLessThan(64 * 1024 * 1024);
  });

  test('of exactly 8 MB is still read', async () => {
    const text = JSON.stringify({ items: [{ link: 'https://s.example/k', key: 'k' }] });
    const padding = ' '.repeat(8 * 1024 * 1024 - text.length);
    const host = await startHttp((request) =>
      isLogin(request) ? json(200, { token: 't', companyId: 'c' }) : { status: 200, body: text + padding },
    );
    const { service } = openService({ base: host.base });
    expect(await service.requestUploadLinks(['a.pdf'])).toHaveLength(1);
  });
});

test('kept-alive connections are dropped after a sleep', async () => {
  const host = await startHttp((request) =>
    isLogin(request)
      ? json(200, { token: 't', companyId: 'c' })
      : json(200, { items: [{ link: 'https://s.example/k', key: 'k' }] }),
  );
  const { service, http } = openService({ base: host.base });
  await service.requestUploadLinks(['a.pdf']);
  http.dropConnections();
  await service.requestUploadLinks(['a.pdf']);
  expect(host.receivedRequests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

test('the key is sent only to the login host', async () => {
  const login = await startHttp(() => json(200, { token: 't', companyId: 'c' }));
  const host = await startHttp(() => json(200, { items: [{ link: 'https://s.example/k', key: 'k' }] }));
  const { service } = openService({ base: host.base, hosts: { auth: login.base } });
  await service.requestUploadLinks(['a.pdf']);
  await service.attachUpdate('r1', '{}', 's');
  const receivedRequests = host.receivedRequests.map(({ target, headers, body }) => [
    target,
    headers,
    body.toString(),
  ]);
  expect(JSON.stringify(receivedRequests)).not.toContain(canaryKey);
  expect(login.receivedRequests).toHaveLength(1);
});
