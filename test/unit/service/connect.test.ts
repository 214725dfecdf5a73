import { Agent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/main/service/connect.ts';
import { AgentPool, type Agents, type ProxyRoute } from '../../../src/main/service/proxy.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startHttp, startTcp } from '../../fakes/servers.ts';
import { trust } from '../../integration/service/trust.ts';
import { failureOf } from './open-http.ts';

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

describe('a connection without TLS', () => {
  test('is closed at once after it was opened, and nothing is sent', async () => {
    const host = await startSilent();
    const { connected, clock } = connectTo(`http://127.0.0.1:${host.port}`);
    await connected;
    await host.closed;
    expect([host.receivedBytes(), clock.waiting()]).toEqual([0, 0]);
  });

  test('fails as unreachable with the code of the system when the port is closed', async () => {
    const closedHost = `127.0.0.1:${await freePort()}`;
    const { connected, clock } = connectTo(`http://${closedHost}`);
    expect(await failureOf(connected)).toMatchObject({
      kind: 'unreachable',
      host: closedHost,
      sent: false,
      detail: 'ECONNREFUSED',
    });
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
    const authority = createAuthority('Office root');
    trust(authority);
    const host = await startHttp(() => ({ status: 200 }), authority.issue('localhost'));
    const { connected, clock } = connectTo(`https://localhost:${host.port}`);
    await connected;
    expect([host.receivedRequests, clock.waiting()]).toEqual([[], 0]);
  });

  test('fails with the issuer of the certificate when the certificate is not trusted', async () => {
    const host = await startHttp(() => ({ status: 200 }), createAuthority('Unknown root').issue('127.0.0.1'));
    const { connected, clock } = connectTo(host.base.replace('127.0.0.1', 'localhost'));
    expect(await failureOf(connected)).toMatchObject({
      kind: 'certificate',
      host: `localhost:${host.port}`,
      sent: false,
      detail: 'Unknown root',
    });
    expect(clock.waiting()).toBe(0);
  });

  test('fails when the host closes the connection during the handshake', async () => {
    const host = await startSilent((socket) => socket.destroy());
    const failure = await failureOf(connectTo(`https://127.0.0.1:${host.port}`).connected);
    expect(failure).toMatchObject({ kind: 'connection-lost', sent: false, detail: 'ECONNRESET' });
  });

  test('times out and is closed when the host does not answer the handshake', async () => {
    const host = await startSilent();
    const { connected, clock } = connectTo(`https://127.0.0.1:${host.port}`);
    const failure = failureOf(connected);
    await host.opened;
    expect(clock.nextIn()).toBe(timeoutMs);
    await clock.advance(timeoutMs);
    expect(await failure).toMatchObject({ kind: 'timed-out', sent: false, detail: '' });
    await host.closed;
  });

  test('is opened through the tunnel of a proxy', async () => {
    const authority = createAuthority('Office root');
    trust(authority);
    const host = await startHttp(() => ({ status: 200 }), authority.issue('service.example'));
    const proxy = await startProxy(null, [], { 'service.example': host.port });
    const route = { kind: 'http', address: proxy.address } as const;
    await connectTo('https://service.example', route).connected;
    expect(proxy.requests).toEqual(['CONNECT service.example:443']);
    expect(host.receivedRequests).toEqual([]);
  });

  test('fails with the status of the proxy when the proxy refuses the tunnel', async () => {
    const proxy = await startProxy(403);
    const { connected } = connectTo('https://service.example', { kind: 'http', address: proxy.address });
    expect(await failureOf(connected)).toMatchObject({ kind: 'proxy', sent: false, detail: '403' });
  });

  test('times out and is closed when the proxy does not open the tunnel', async () => {
    const proxy = await startSilent();
    const route = { kind: 'http', address: `127.0.0.1:${proxy.port}` } as const;
    const { connected, clock } = connectTo('https://service.example', route);
    const failure = failureOf(connected);
    await proxy.opened;
    await clock.advance(timeoutMs);
    expect(await failure).toMatchObject({ kind: 'timed-out', sent: false });
    await proxy.closed;
  });
});

describe('the options of a connection', () => {
  test('name no server in TLS for an IP address', async () => {
    const { recorded, agents } = failingAgents(() => {
      throw new Error('none');
    });
    await failureOf(connect(new URL('https://192.0.2.1'), agents, createFakeClock(), timeoutMs));
    expect(recorded).toMatchObject([{ host: '192.0.2.1', servername: '' }]);
  });

  /** Agents that record the options and fail. */
  function failingAgents(fail: () => never) {
    const recorded: (ClientRequestArgs | RequestOptions)[] = [];
    class RecordingHttp extends Agent {
      override createConnection(options: ClientRequestArgs): undefined {
        recorded.push(options);
        fail();
      }
    }
    class RecordingHttps extends HttpsAgent {
      override createConnection(options: RequestOptions): undefined {
        recorded.push(options);
        fail();
      }
    }
    const agents: Agents = { http: new RecordingHttp(), https: new RecordingHttps(), proxy: null };
    return { recorded, agents };
  }

  test.each([
    ['http://service.example', 80],
    ['http://service.example:8080', 8080],
    ['https://service.example', 443],
    ['https://service.example:8443', 8443],
  ])('name the host and port of %s, and verify the certificate', async (url, port) => {
    const { recorded, agents } = failingAgents(() => {
      throw new Error('none');
    });
    const clock = createFakeClock();
    const failure = await failureOf(connect(new URL(url), agents, clock, timeoutMs));
    expect(failure).toMatchObject({ kind: 'connection-lost', detail: 'unknown' });
    expect(recorded).toEqual([
      { host: 'service.example', port, servername: 'service.example', rejectUnauthorized: true },
    ]);
    expect(clock.waiting()).toBe(0);
  });
});
