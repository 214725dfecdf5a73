/** @file HTTP agents for SOCKS proxies; the proxy resolves host names. */
import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { SocksClient } from 'socks';
import type { ProxyCredentials } from './proxy-credentials.ts';
import { tlsOptions } from './tls-options.ts';

export interface SocksProxy {
  readonly version: 4 | 5;
  /** Host and port. */
  readonly address: string;
  readonly key: ProxyCredentials | null;
}

const handshakeTimeoutMs = 30_000;

type Created = (error: Error | null, stream: Duplex) => void;

/** Opens a connection to the host through the proxy. Errors on the way to the proxy keep the system's code. */
async function tunnel(proxy: SocksProxy, host: string, port: number): Promise<Socket> {
  const at = new URL(`http://${proxy.address}`);
  const socket = connect(Number(at.port) || 1080, at.hostname.replace(/^\[|\]$/g, ''));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  try {
    const made = await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      timeout: handshakeTimeoutMs,
      destination: { host, port },
      proxy: {
        host: at.hostname,
        port: Number(at.port) || 1080,
        type: proxy.version,
        ...(proxy.key === null ? {} : { userId: proxy.key.user, password: proxy.key.password }),
      },
    });
    return made.socket;
  } catch (thrown) {
    socket.destroy();
    const message = thrown instanceof Error ? thrown.message : '';
    // Only a refusal by the proxy itself is a proxy error; a failure behind it is an unreachable host.
    const code = /authenticat|NotAllowed|password|SOCKS version/i.test(message)
      ? 'ERR_PROXY_TUNNEL'
      : 'EHOSTUNREACH';
    throw Object.assign(new Error('The SOCKS proxy refused'), { code });
  }
}

function deliver(opening: Promise<Duplex>, created: Created | undefined): void {
  opening.then(
    (stream) => created?.(null, stream),
    // Node's types require a stream even with an error, where it is not used.
    (error: Error) => created?.(error, new PassThrough()),
  );
}

/** For `http:` addresses. */
export class SocksHttpAgent extends HttpAgent {
  readonly #proxy: SocksProxy;

  constructor(proxy: SocksProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, created?: Created): undefined {
    deliver(tunnel(this.#proxy, options.host ?? '', Number(options.port)), created);
  }
}

/** For `https:` addresses; TLS runs inside of what the proxy has connected. */
export class SocksHttpsAgent extends HttpsAgent {
  readonly #proxy: SocksProxy;

  constructor(proxy: SocksProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, created?: Created): undefined {
    const host = options.host ?? '';
    const opening = tunnel(this.#proxy, host, Number(options.port)).then((socket) =>
      connectTls({
        ...tlsOptions,
        host,
        socket,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
      }),
    );
    deliver(opening, created);
  }
}
