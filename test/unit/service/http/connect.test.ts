import { Agent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../../src/main/service/http/connect.ts';
import { AgentPool, type Agents, type ProxyRoute } from '../../../../src/main/service/http/proxy.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startHttp, startTcp } from '../../../fakes/servers/servers.ts';
import { trust } from '../../../integration/service/trust.ts';
import { expectTimeout, failureOf } from './open-http.ts';

const timeoutMs = 10_000;

/** Connects to `base` by a route, direct unless it is given. */
function connectTo(base: string, route: ProxyRoute = { kind: 'direct' }) {
  const clock = createFakeClock();
  const agents = new AgentPool().for(route, null, true);
  return { clock, connected: connect(new URL(base), agents, clock, timeoutMs) };
}

/** Starts a TCP server that sends nothing. `closed` resolves when its first connection is closed. */
async function startSilent(onData: (socket: Socket) => void = () => undefined) {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let receivedBytes = 0;
  const { port } = await startTcp((socket) => {
    opened.resolve();
    socket.on('data', (bytes: Buffer) => {
      receivedBytes += bytes.length;
      onData(socket);
    });
    socket.once('close', () => closed.resolve());
  });
  return { port, opened: opened.promise, closed: closed.promise, receivedBytes: () => receivedBytes };
}

/** Starts a host with a certificate for `name` that this process trusts. */
function startTrusted(name: string) {
  const authority = createAuthority('Office root');
  trust(authority);
  return startHttp(() => ({ status: 200 }), authority.issue(name));
}

describe('a connection without TLS', () => {
  test('is closed at once after it was opened, and nothing is sent', async () => {
    const host = await startSilent();
    const { connected, clock } = connectTo(`http://127.0.0.1:${host.port}`);
    await connected;
    await host.closed;
    expect([host.receivedBytes(), clock.waiting()]).toEqual([0, 0]);
  });

  test('fails as unreachable with the code of the system when the port is closed', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const { connected, clock } = connectTo(`http://${host}`);
    const failure = { kind: 'unreachable', host, sent: false, detail: 'ECONNREFUSED' };
    expect(await failureOf(connected)).toMatchObject(failure);
    expect(clock.waiting()).toBe(0);
  });

  test('is opened to the proxy when there is one', async () => {
    const proxy = await startSilent();
    const route = { kind: 'http', address: `127.0.0.1:${proxy.port}` } as const;
    await connectTo('http://service.example', route).connected;
    await proxy.closed;
  });
});

describe('a connection with TLS', () => {
  test('is opened to a host with a trusted certificate, and closed at once', async () => {
    const host = await startTrusted('localhost');
    const { connected, clock } = connectTo(`https://localhost:${host.port}`);
    await connected;
    expect([host.receivedRequests, clock.waiting()]).toEqual([[], 0]);
  });

  test('fails with the issuer of the certificate when the certificate is not trusted', async () => {
    const identity = createAuthority('Unknown root').issue('127.0.0.1');
    const host = `localhost:${(await startHttp(() => ({ status: 200 }), identity)).port}`;
    const { connected, clock } = connectTo(`https://${host}`);
    const failure = { kind: 'certificate', host, sent: false, detail: 'Unknown root' };
    expect(await failureOf(connected)).toMatchObject(failure);
    expect(clock.waiting()).toBe(0);
  });

  test('fails when the host closes the connection during the handshake', async () => {
    const host = await startSilent((socket) => socket.destroy());
    const failure = await failureOf(connectTo(`https://127.0.0.1:${host.port}`).connected);
    expect(failure).toMatchObject({ kind: 'connection-lost', sent: false, detail: 'ECONNRESET' });
  });

  test.each(['host', 'proxy'])('times out and is closed when the %s does not answer', async (silent) => {
    const { port, opened, closed } = await startSilent();
    const address = `127.0.0.1:${port}`;
    const { connected, clock } =
      silent === 'host'
        ? connectTo(`https://${address}`)
        : connectTo('https://service.example', { kind: 'http', address });
    const failure = failureOf(connected);
    await opened;
    await expectTimeout(failure, clock, { ms: timeoutMs, sent: false });
    await closed;
  });

  test('is opened through the tunnel of a proxy', async () => {
    const host = await startTrusted('service.example');
    const proxy = await startProxy(null, [], { 'service.example': host.port });
    await connectTo('https://service.example', { kind: 'http', address: proxy.address }).connected;
    expect(proxy.requests).toEqual(['CONNECT service.example:443']);
    expect(host.receivedRequests).toEqual([]);
  });

  test('fails with the status of the proxy when the proxy refuses the tunnel', async () => {
    const proxy = await startProxy(403);
    const { connected } = connectTo('https://service.example', { kind: 'http', address: proxy.address });
    expect(await failureOf(connected)).toMatchObject({ kind: 'proxy', sent: false, detail: '403' });
  });
});

test.each([
  ['http://service.example', 'service.example', 80, 'service.example'],
  ['http://service.example:8080', 'service.example', 8080, 'service.example'],
  ['https://service.example', 'service.example', 443, 'service.example'],
  ['https://service.example:8443', 'service.example', 8443, 'service.example'],
  // An IP address is no server name in TLS.
  ['https://192.0.2.1', '192.0.2.1', 443, ''],
])('a connection to %s has host, port and a verified certificate', async (url, host, port, servername) => {
  const recorded: (ClientRequestArgs | RequestOptions)[] = [];
  const fail = (options: ClientRequestArgs | RequestOptions): undefined => {
    recorded.push(options);
    throw new Error('none');
  };
  class RecordingHttp extends Agent {
    override createConnection = fail;
  }
  class RecordingHttps extends HttpsAgent {
    override createConnection = fail;
  }
  const agents: Agents = { http: new RecordingHttp(), https: new RecordingHttps(), proxy: null };
  const clock = createFakeClock();
  const failure = await failureOf(connect(new URL(url), agents, clock, timeoutMs));
  expect(failure).toMatchObject({ kind: 'connection-lost', detail: 'unknown' });
  expect(recorded).toEqual([{ host, port, servername, rejectUnauthorized: true }]);
  expect(clock.waiting()).toBe(0);
});
