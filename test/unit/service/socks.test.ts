/** @file Connections through a SOCKS5 proxy (RFC 1928) whose replies a test writes. */
import { connect as connectSocket, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/service/connect.ts';
import { AgentPool } from '../../../src/main/service/proxy.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startTcp } from '../../fakes/servers.ts';
import { trust } from '../../integration/service/trust.ts';
import { failureOf } from './open-http.ts';

const accepted = 0;
const notAllowed = 2;
const hostUnreachable = 4;

/** Starts a proxy that gives this reply to the first request; after `accepted` it connects to `targetPort`. */
async function startSocksProxy(reply: number, targetPort = 0) {
  const closed = Promise.withResolvers<void>();
  const requestedHosts: string[] = [];
  const { port } = await startTcp((socket: Socket) => {
    socket.once('close', () => closed.resolve());
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request: Buffer) => {
        requestedHosts.push(readRequestedHost(request));
        socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
        if (reply !== accepted || targetPort === 0) return;
        const target = connectSocket(targetPort, '127.0.0.1');
        target.on('error', () => socket.destroy());
        socket.on('error', () => target.destroy());
        socket.pipe(target).pipe(socket);
      });
    });
  });
  return { port, requestedHosts, closed: closed.promise };
}

/** Returns the host of a request: a name, an IPv4 or an IPv6 address. */
function readRequestedHost(request: Buffer): string {
  const type = request[3];
  if (type === 1) return [...request.subarray(4, 8)].join('.');
  if (type === 4) return request.subarray(4, 20).toString('hex');
  return request.subarray(5, 5 + (request[4] ?? 0)).toString();
}

function connectTo(base: string, address: string) {
  const agents = new AgentPool().for({ kind: 'socks5', address }, null, true);
  return connect(new URL(base), agents, createFakeClock(), 10_000);
}

/** Starts a TLS server for these hosts with a trusted certificate. `offers` are what its clients ask for. */
async function startTls(...hosts: readonly string[]) {
  const authority = createAuthority('Office root');
  trust(authority);
  const offers: { servername: unknown; protocols: string[] }[] = [];
  const server = createServer({
    ...authority.issue(...hosts),
    ALPNCallback({ servername, protocols }) {
      offers.push({ servername, protocols });
      return 'http/1.1';
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return { port, offers };
}

describe('a connection through a SOCKS proxy', () => {
  test.each([
    ['service.example', 'service.example'],
    ['192.0.2.1', '192.0.2.1'],
  ])('to %s lets the proxy connect', async (host, requestedHost) => {
    const proxy = await startSocksProxy(accepted);
    await connectTo(`http://${host}`, `127.0.0.1:${proxy.port}`);
    expect(proxy.requestedHosts).toEqual([requestedHost]);
    await proxy.closed;
  });

  test('with TLS speaks HTTP/1.1 to the named server', async () => {
    const host = await startTls('service.example');
    const proxy = await startSocksProxy(accepted, host.port);
    await connectTo('https://service.example', `127.0.0.1:${proxy.port}`);
    expect(host.offers).toEqual([{ servername: 'service.example', protocols: ['http/1.1'] }]);
  });

  test('with TLS to an IP address names no server', async () => {
    const host = await startTls('192.0.2.1');
    const proxy = await startSocksProxy(accepted, host.port);
    await connectTo('https://192.0.2.1', `127.0.0.1:${proxy.port}`);
    expect(host.offers).toEqual([{ servername: false, protocols: ['http/1.1'] }]);
  });

  test('fails as a refusal of the proxy when the proxy does not allow it, and is closed', async () => {
    const proxy = await startSocksProxy(notAllowed);
    const failure = await failureOf(connectTo('http://service.example', `127.0.0.1:${proxy.port}`));
    expect(failure).toMatchObject({ kind: 'proxy', sent: false });
    await proxy.closed;
  });

  test('fails as an unreachable host when the proxy does not reach the host, and is closed', async () => {
    const proxy = await startSocksProxy(hostUnreachable);
    const failure = await failureOf(connectTo('https://service.example', `127.0.0.1:${proxy.port}`));
    expect(failure).toMatchObject({ kind: 'unreachable', sent: false, detail: 'EHOSTUNREACH' });
    await proxy.closed;
  });

  test('fails with the code of the system when the proxy is unreachable at an IPv6 address', async () => {
    const failure = await failureOf(connectTo('http://service.example', `[::1]:${await freePort()}`));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringMatching(/^(ECONNREFUSED|EADDRNOTAVAIL)$/),
    });
  });
});
