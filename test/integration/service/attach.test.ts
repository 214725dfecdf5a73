import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import { json, startHttp, startTcp } from '../../fakes/servers/servers.ts';
import { openService, type ServiceOptions } from '../../fakes/servers/service.ts';
import { trust } from './trust.ts';

const body = '{"documentDetails":[{"key":"k1","name":"a.pdf"}]}';

/** Opens a service whose beneficiary host is at `base`; a separate login host works. */
async function attachTo(base: string, options: Partial<ServiceOptions> = {}) {
  const login = await startHttp(() => json(200, { token: 'canary-token-77', companyId: 'c' }));
  const serviceFixture = openService({ base: login.base, ...options, hosts: { beneficiary: base } });
  const attach = () => serviceFixture.service.attachUpdate('r 1/2', body, 'Balticum (1)');
  return { ...serviceFixture, attach };
}

/** Returns a function that breaks the connections of this process to `port` with the error code of the system. */
function watchConnections(port: number): (code: string) => void {
  const sockets: Socket[] = [];
  const collect = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    if (message.socket instanceof Socket) sockets.push(message.socket);
  };
  subscribe('net.client.socket', collect);
  onTestFinished(() => {
    unsubscribe('net.client.socket', collect);
  });
  return (code) => {
    for (const socket of sockets)
      if (socket.remotePort === port) socket.destroy(Object.assign(new Error('broken'), { code }));
  };
}

test('an attach operation is not performed when the other side does not support TLS, or disconnects during the handshake', async () => {
  const httpHost = await startHttp(() => json(200, {}));
  const resettingHost = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
  for (const { base } of [httpHost, resettingHost]) {
    const { attach } = await attachTo(base.replace('http:', 'https:'));
    expect((await attach()).kind).toBe('not-done');
  }
  expect(httpHost.receivedRequests).toEqual([]);
});

describe('the outcome of an attach operation is lost when', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['the connection is reset after the request was sent', (socket) => socket.resetAndDestroy()],
    ['the connection is closed without an answer', (socket) => socket.end()],
    [
      'the answer breaks off in the middle',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"recip'),
    ],
    ['the answer is not HTTP', (socket) => socket.end('hello\r\n\r\n')],
  ])('%s', async (_what, answer) => {
    const host = await startTcp((socket) => socket.once('data', () => answer(socket)));
    const { attach, exchanges } = await attachTo(host.base);
    expect(await attach()).toEqual({ kind: 'lost', cause: 'connection-lost', requestId: null });
    expect(exchanges.at(-1)).toMatchObject({ kind: 'attach', outcome: 'unknown', status: null });
  });

  // The system reports a host that stopped answering with the same code as a host that was never reached.
  test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETDOWN', 'ECONNREFUSED', 'EPROTO', 'ERR_SSL_BAD_RECORD_MAC'])(
    'the connection fails with %s and nothing is sent again',
    async (code) => {
      const proxy = await startProxy();
      const host = await startHttp(() => {
        breakConnections(code);
        return undefined;
      });
      const breakConnections = watchConnections(host.port);
      const { attach } = await attachTo(host.base, { pac: `DIRECT; PROXY ${proxy.address}` });
      expect((await attach()).kind).toBe('lost');
      expect([host.receivedRequests.length, proxy.requests]).toEqual([1, []]);
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
    expect(await attach()).toMatchObject({ kind: 'lost', cause: 'connection-lost' });
    expect(host.receivedRequests).toHaveLength(1);
  });
});
