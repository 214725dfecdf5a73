/** @file Connections through a SOCKS5 proxy (RFC 1928) whose replies a test writes. */
import { connect as connectSocket, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../../src/main/service/http/connect.ts';
import { AgentPool } from '../../../../src/main/service/http/proxy.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startTcp } from '../../../fakes/servers/servers.ts';
import { trust } from '../../../integration/service/trust.ts';
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, offers };
}

describe('a connection through a SOCKS proxy', () => {
  test.each(['service.example', '192.0.2.1'])('to %s lets the proxy connect', async (host) => {
    const proxy = await startSocksProxy(accepted);
    await connectTo(`http://${host}`, `127.0.0.1:${proxy.port}`);
    expect(proxy.requestedHosts).toEqual([host]);
    await proxy.closed;
  });

  test.each([
    ['service.example', 'service.example'],
    // An IP address is no server name in TLS.
    ['192.0.2.1', false],
  ])('with TLS speaks HTTP/1.1 to %s with the server name %s', async (name, servername) => {
    const host = await startTls(name);
    const proxy = await startSocksProxy(accepted, host.port);
    await connectTo(`https://${name}`, `127.0.0.1:${proxy.port}`);
    expect(host.offers).toEqual([{ servername, protocols: ['http/1.1'] }]);
  });

  test.each([
    [notAllowed, 'http:', { kind: 'proxy', sent: false }],
    [hostUnreachable, 'https:', { kind: 'unreachable', sent: false, detail: 'EHOSTUNREACH' }],
  ])('that is refused with %i at %s fails, and is closed', async (reply, protocol, failure) => {
    const proxy = await startSocksProxy(reply);
    const connecting = connectTo(`${protocol}//service.example`, `127.0.0.1:${proxy.port}`);
    expect(await failureOf(connecting)).toMatchObject(failure);
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
