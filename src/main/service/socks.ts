/** @file Agents that reach a host through a SOCKS proxy; names are looked up by the proxy. */
import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { SocksClient } from 'socks';
import type { ProxyKey } from './proxy.ts';
import { verified } from './verified.ts';

/** A SOCKS proxy. */
export interface SocksProxy {
  readonly version: 4 | 5;
  /** Host and port. */
  readonly address: string;
  readonly key: ProxyKey | null;
}

/** Milliseconds that the proxy gets to agree. */
const patience = 30_000;

type Created = (error: Error | null, stream: Duplex) => void;

/** Connects to the proxy and has it connect to the host. Errors of the first step keep the system's code. */
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
      timeout: patience,
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
    const said = thrown instanceof Error ? thrown.message : '';
    // Only the proxy's own refusal is its fault; what lies behind it is like any host that cannot be reached.
    const code = /authenticat|NotAllowed|password|SOCKS version/i.test(said)
      ? 'ERR_PROXY_TUNNEL'
      : 'EHOSTUNREACH';
    throw Object.assign(new Error('The SOCKS proxy refused'), { code });
  }
}

function hand(opening: Promise<Duplex>, created: Created | undefined): void {
  opening.then(
    (stream) => created?.(null, stream),
    // Whoever is called looks at no stream when there is an error; Node's own types want one all the same.
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
    hand(tunnel(this.#proxy, options.host ?? '', Number(options.port)), created);
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
        ...verified,
        host,
        socket,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
      }),
    );
    hand(opening, created);
  }
}
