/** @file HTTP agents whose connections are tunnels through a proxy; the proxy resolves host names. */
import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { tlsOptions } from './tls-options.ts';

/** Opens a connection to a host through a proxy. */
export type OpenTunnel = (host: string, port: number) => Promise<Socket>;

type ConnectionCallback = (error: Error | null, stream: Duplex) => void;

/** Passes a connection or its error to the callback of Node. */
function deliver(opening: Promise<Duplex>, onCreated: ConnectionCallback | undefined): void {
  opening.then(
    (stream) => onCreated?.(null, stream),
    // Node's types require a stream even with an error, where it is not used.
    (error: Error) => onCreated?.(error, new PassThrough()),
  );
}

/** Agent for `http:` addresses. */
export class TunnelHttpAgent extends HttpAgent {
  readonly #openTunnel: OpenTunnel;

  constructor(openTunnel: OpenTunnel, options: AgentOptions) {
    super(options);
    this.#openTunnel = openTunnel;
  }

  override createConnection(options: ClientRequestArgs, onCreated?: ConnectionCallback): undefined {
    deliver(this.#openTunnel(options.host ?? '', Number(options.port)), onCreated);
  }
}

/** Agent for `https:` addresses; TLS runs inside the tunnel of the proxy. */
export class TunnelHttpsAgent extends HttpsAgent {
  readonly #openTunnel: OpenTunnel;

  constructor(openTunnel: OpenTunnel, options: AgentOptions) {
    super(options);
    this.#openTunnel = openTunnel;
  }

  override createConnection(options: RequestOptions, onCreated?: ConnectionCallback): undefined {
    const host = options.host ?? '';
    const opening = this.#openTunnel(host, Number(options.port)).then((socket) =>
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
