/** @file HTTP agents for SOCKS proxies; the proxy resolves host names. */
import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { ProxyCredentials } from './proxy-credentials.ts';
import { tlsOptions } from './tls-options.ts';

interface SocksProxy {
  readonly version: 4 | 5;
  /** Host and port. */
  readonly address: string;
  readonly credentials: ProxyCredentials | null;
}

const handshakeTimeoutMs = 30_000;

type ConnectionCallback = (error: Error | null, stream: Duplex) => void;

/** Opens a connection to the host through the proxy. Errors of the connection to the proxy keep the code of the system. */
async function openTunnel(proxy: SocksProxy, host: string, port: number): Promise<Socket> {
  // Few networks have a SOCKS proxy.
  const { SocksClient } = await import('socks');
  const proxyUrl = new URL(`http://${proxy.address}`);
  const socket = connect(Number(proxyUrl.port) || 1080, proxyUrl.hostname.replace(/^\[|\]$/g, ''));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  try {
    const connection = await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      timeout: handshakeTimeoutMs,
      destination: { host, port },
      proxy: {
        host: proxyUrl.hostname,
        port: Number(proxyUrl.port) || 1080,
        type: proxy.version,
        ...(proxy.credentials === null
          ? {}
          : { userId: proxy.credentials.user, password: proxy.credentials.password }),
      },
    });
    return connection.socket;
  } catch (thrown) {
    socket.destroy();
    const message = thrown instanceof Error ? thrown.message : '';
    // Only a refusal by the proxy itself is a proxy error; a failure behind the proxy is an unreachable host.
    const code = /authenticat|NotAllowed|password|SOCKS version/i.test(message)
      ? 'ERR_PROXY_TUNNEL'
      : 'EHOSTUNREACH';
    throw Object.assign(new Error('The SOCKS proxy refused'), { code });
  }
}

/** Passes a connection or its error to the callback of Node. */
function deliver(opening: Promise<Duplex>, onCreated: ConnectionCallback | undefined): void {
  opening.then(
    (stream) => onCreated?.(null, stream),
    // Node's types require a stream even with an error, where it is not used.
    (error: Error) => onCreated?.(error, new PassThrough()),
  );
}

/** Agent for `http:` addresses. */
export class SocksHttpAgent extends HttpAgent {
  readonly #proxy: SocksProxy;

  constructor(proxy: SocksProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, onCreated?: ConnectionCallback): undefined {
    deliver(openTunnel(this.#proxy, options.host ?? '', Number(options.port)), onCreated);
  }
}

/** Agent for `https:` addresses; TLS runs inside the tunnel of the proxy. */
export class SocksHttpsAgent extends HttpsAgent {
  readonly #proxy: SocksProxy;

  constructor(proxy: SocksProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, onCreated?: ConnectionCallback): undefined {
    const host = options.host ?? '';
    const opening = openTunnel(this.#proxy, host, Number(options.port)).then((socket) =>
      connectTls({
        ...tlsOptions,
        host,
        socket,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
      }),
    );
    deliver(opening, onCreated);
  }
}
