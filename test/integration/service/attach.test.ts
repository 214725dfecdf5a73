import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { freePort } from '../../fakes/free-port.ts';
import { type Answer, json, type ReceivedRequest, startHttp, startTcp } from '../../fakes/servers.ts';
import { canaryKey, openService, type ServiceOptions } from '../../fakes/service.ts';
import { trust } from './trust.ts';

const isLogin = ({ target }: ReceivedRequest) => target === '/users/login';
const body = '{"documentDetails":[{"key":"k1","name":"a.pdf"}]}';

/** Starts a separate login host, so that the beneficiary host can misbehave. */
async function startLogin() {
  return startHttp(() => json(200, { token: 'canary-token-77', companyId: 'c' }));
}

/** Opens a service whose beneficiary host is at `base`. */
async function attachTo(base: string, options: Partial<ServiceOptions> = {}) {
  const login = await startLogin();
  const serviceFixture = openService({ base: login.base, ...options, hosts: { beneficiary: base } });
  return {
    ...serviceFixture,
    login,
    attach: () => serviceFixture.service.attachUpdate('r 1/2', body, 'Balticum (1)'),
  };
}

/** Calls `onConnected` with every connection that this process opens to `port`. */
function onConnection(port: number, onConnected: (socket: Socket) => void): void {
  const listener = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort === port) onConnected(socket);
    });
  };
  subscribe('net.client.socket', listener);
  onTestFinished(() => {
    unsubscribe('net.client.socket', listener);
  });
}

describe('an attach operation (section 4.5)', () => {
  test('sends its body byte for byte to the path of its beneficiary', async () => {
    const host = await startHttp(() => json(200, { recipientId: 'r9' }, { 'x-request-id': 'req-7' }));
    const { attach, service } = await attachTo(host.base);
    expect(await attach()).toEqual({
      kind: 'accepted',
      status: 200,
      requestId: 'req-7',
      recipientId: 'r9',
    });
    await service.attachCreate('{"name":"Balticum"}', 'Balticum');
    expect(
      host.receivedRequests.map(({ method, target, body: sent }) => [method, target, sent.toString()]),
    ).toEqual([
      ['PUT', '/recipients/r%201%2F2', body],
      ['POST', '/recipients', '{"name":"Balticum"}'],
    ]);
  });

  test('uses a new connection, so that a lost answer is never caused by a stale connection', async () => {
    const server = await startHttp((request) =>
      isLogin(request)
        ? json(200, { token: 't', companyId: 'c' })
        : json(200, { items: [{ link: 'http://127.0.0.1:1/k', key: 'k' }] }),
    );
    const { service } = openService({ base: server.base });
    await service.requestUploadLinks(['a.pdf']);
    await service.requestUploadLinks(['a.pdf']);
    await service.attachUpdate('r1', body, 's');
    await service.attachUpdate('r1', body, 's');
    await service.requestUploadLinks(['a.pdf']);
    const [, firstLinks, secondLinks, firstAttach, secondAttach, thirdLinks] = server.receivedRequests.map(
      ({ connection }) => connection,
    );
    expect(secondLinks).toBe(firstLinks);
    expect(thirdLinks).toBe(firstLinks);
    expect(firstAttach).not.toBe(firstLinks);
    expect(secondAttach).not.toBe(firstLinks);
    expect(secondAttach).not.toBe(firstAttach);
  });

  test.each([
    ['200', 'accepted', { status: 200 }],
    ['201', 'accepted', json(201, {})],
    ['204', 'accepted', { status: 204 }],
    ['400', 'refused', json(400, { message: 'No such key' })],
    ['404', 'refused', { status: 404 }],
    ['409', 'refused', { status: 409 }],
    ['403', 'not-done', { status: 403 }],
    ['429', 'not-done', { status: 429 }],
    ['503 with Retry-After', 'not-done', { status: 503, headers: { 'retry-after': '5' } }],
    ['503', 'lost', { status: 503 }],
    ['500', 'lost', { status: 500 }],
    ['408', 'lost', { status: 408 }],
    ['a redirect', 'lost', { status: 303, headers: { location: '/elsewhere' } }],
    ['a web page', 'lost', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
    ['more than 8 MB', 'lost', { status: 200, body: Buffer.alloc(8 * 1024 * 1024 + 1, ' ') }],
  ] satisfies [string, string, Answer][])(
    'that gets the answer %s has the outcome %s and is sent once',
    async (_what, kind, answer) => {
      const host = await startHttp(() => answer);
      const { attach } = await attachTo(host.base);
      expect((await attach()).kind).toBe(kind);
      expect(host.receivedRequests).toHaveLength(1);
    },
  );

  test('is sent once more with another token after a 401, and counts as not performed after a second 401', async () => {
    let answers: Answer[] = [json(401, {}), json(200, {})];
    const host = await startHttp(() => answers.shift() ?? { status: 500 });
    const { attach, login } = await attachTo(host.base);
    expect((await attach()).kind).toBe('accepted');
    expect(login.receivedRequests).toHaveLength(2);
    answers = [json(401, {}), json(401, {})];
    expect(await attach()).toMatchObject({ kind: 'not-done', error: { code: 'sign-in-needed' } });
    expect(host.receivedRequests).toHaveLength(4);
  });

  test('is not performed without a token, and reports the error of the login', async () => {
    const host = await startHttp(() => json(200, {}));
    const login = await startHttp(() => json(401, {}));
    const { service } = openService({ base: login.base, hosts: { beneficiary: host.base } });
    expect(await service.attachUpdate('r1', body, 's')).toMatchObject({
      kind: 'not-done',
      error: { code: 'key-refused' },
    });
    expect(host.receivedRequests).toEqual([]);
  });
});

describe('an attach operation is not performed when', () => {
  test('the connection is refused', async () => {
    const { attach, exchanges } = await attachTo(`http://127.0.0.1:${await freePort()}`);
    expect(await attach()).toMatchObject({ kind: 'not-done', error: { code: 'host-unreachable' } });
    expect(exchanges.at(-1)).toMatchObject({ outcome: 'failed', status: null });
  });

  test('the name is unknown', async () => {
    const { attach } = await attachTo('https://beneficiary.invalid');
    expect(await attach()).toMatchObject({
      kind: 'not-done',
      error: { code: 'host-unreachable', details: { host: 'beneficiary.invalid' } },
    });
  });

  test('the certificate is not trusted', async () => {
    const host = await startHttp(() => json(200, {}), createAuthority('Test CA').issue('127.0.0.1'));
    const { attach } = await attachTo(host.base);
    expect(await attach()).toMatchObject({ kind: 'not-done', error: { code: 'certificate-untrusted' } });
    expect(host.receivedRequests).toEqual([]);
    expect(host.received.reduce((sum, bytes) => sum + bytes, 0)).toBe(0);
  });

  test('the other side does not support TLS, or disconnects during the handshake', async () => {
    const httpHost = await startHttp(() => json(200, {}));
    const { attach } = await attachTo(httpHost.base.replace('http:', 'https:'));
    expect((await attach()).kind).toBe('not-done');
    const resettingHost = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const resettingService = await attachTo(resettingHost.base.replace('http:', 'https:'));
    expect((await resettingService.attach()).kind).toBe('not-done');
    expect(httpHost.receivedRequests).toEqual([]);
  });
});

describe('the outcome of an attach operation is lost when', () => {
  test('the connection is reset after the request was sent', async () => {
    const host = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const { attach, exchanges } = await attachTo(host.base);
    expect(await attach()).toEqual({ kind: 'lost', cause: 'connection-lost', requestId: null });
    expect(exchanges.at(-1)).toMatchObject({ kind: 'attach', outcome: 'unknown', status: null });
  });

  test('the connection is closed without an answer', async () => {
    const host = await startTcp((socket) => socket.once('data', () => socket.end()));
    expect((await (await attachTo(host.base)).attach()).kind).toBe('lost');
  });

  test('the answer breaks off in the middle', async () => {
    const host = await startTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"recip')),
    );
    expect((await (await attachTo(host.base)).attach()).kind).toBe('lost');
  });

  test('the answer is not HTTP', async () => {
    const host = await startTcp((socket) => socket.once('data', () => socket.end('hello\r\n\r\n')));
    expect((await (await attachTo(host.base)).attach()).kind).toBe('lost');
  });

  test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETDOWN', 'ECONNREFUSED', 'EPROTO', 'ERR_SSL_BAD_RECORD_MAC'])(
    'the connection fails with %s after everything was sent',
    async (code) => {
      let socketOfClient: Socket | null = null;
      const host = await startTcp((socket) => {
        socket.once('data', () => socketOfClient?.destroy(Object.assign(new Error('broken'), { code })));
      });
      onConnection(host.port, (socket) => {
        socketOfClient = socket;
      });
      expect((await (await attachTo(host.base)).attach()).kind).toBe('lost');
    },
  );

  test('the TLS connection is damaged after everything was sent', async () => {
    const authority = createAuthority('Test CA');
    trust(authority);
    let damage: () => void = () => undefined;
    const host = await startHttp(() => {
      damage();
      return undefined;
    }, authority.issue('127.0.0.1'));
    const relay = await startTcp((client) => {
      const hostConnection = connect(host.port, '127.0.0.1');
      hostConnection.on('error', () => undefined);
      client.pipe(hostConnection).pipe(client);
      damage = () => client.write('this is not TLS');
    });
    const { attach } = await attachTo(relay.base.replace('http:', 'https:'));
    expect((await attach()).kind).toBe('lost');
    expect(host.receivedRequests).toHaveLength(1);
  });

  test('no answer comes within 30 seconds', async () => {
    let resolveArrived: () => void = () => undefined;
    const requestArrived = new Promise<void>((resolve) => {
      resolveArrived = resolve;
    });
    const host = await startHttp(() => {
      resolveArrived();
      return undefined;
    });
    const clock = createFakeClock();
    const { attach } = await attachTo(host.base, { clock });
    const outcome = attach();
    await requestArrived;
    await clock.advance(30_000);
    expect(await outcome).toEqual({ kind: 'lost', cause: 'timed-out', requestId: null });
  });
});

test('the record of an attach operation contains host and beneficiary, never token, key or body', async () => {
  const host = await startHttp(() => json(500, { message: `canary-token-77 ${canaryKey}` }));
  const { attach, exchanges } = await attachTo(host.base);
  const answer = await attach();
  expect(exchanges.at(-1)).toMatchObject({
    kind: 'attach',
    subject: 'Balticum (1)',
    request: `PUT 127.0.0.1:${host.port}/recipients/r 1/2`,
    outcome: 'failed',
    status: 500,
    bytesSent: body.length,
  });
  expect(JSON.stringify([exchanges, answer])).not.toMatch(/canary|documentDetails/);
});
