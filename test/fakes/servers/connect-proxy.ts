/** @file A real HTTP proxy for tests: tunnels by CONNECT, forwards absolute URLs, or refuses. */
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { listen } from './servers.ts';

/** A proxy that runs until the test ends. */
interface ConnectProxy {
  /** Host and port. */
  readonly address: string;
  /** Requests in order: `CONNECT host:port` or `METHOD url`. */
  readonly requests: string[];
  /** Names of the headers of those requests, in lower case. */
  readonly headerNames: string[];
}

/**
 * Starts a proxy. `refuse` is the status with which the proxy refuses every request, or `null`; `challenges` are the
 * `Proxy-Authenticate` headers of the refusal.
 */
export async function startProxy(
  refuse: number | null = null,
  challenges: readonly string[] = ['Basic realm="test"'],
  /** Local ports by the host names that resolve to them. */
  hosts: Readonly<Record<string, number>> = {},
  /** True for values of `Proxy-Authorization` with which a request is not refused. */
  accepts: (authorization: string) => boolean = () => false,
): Promise<ConnectProxy> {
  const requests: string[] = [];
  const headerNames: string[] = [];

  function record(request: IncomingMessage): void {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    headerNames.push(...Object.keys(request.headers));
  }

  const server = createServer((incoming, response) => {
    record(incoming);
    if (refuse !== null) {
      response.writeHead(refuse, { 'proxy-authenticate': [...challenges] }).end();
      return;
    }
    const { method, headers } = incoming;
    const upstream = sendRequest(incoming.url ?? '', { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end());
    incoming.pipe(upstream);
  });
  server.on('connect', (request, client, head) => {
    record(request);
    client.on('error', () => undefined);
    if (refuse !== null && !accepts(request.headers['proxy-authorization'] ?? '')) {
      const lines = challenges.map((challenge) => `proxy-authenticate: ${challenge}\r\n`).join('');
      client.end(`HTTP/1.1 ${refuse} No\r\n${lines}content-length: 0\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const localPort = hosts[host];
    const address = localPort === undefined ? host : '127.0.0.1';
    const upstream = connect(localPort ?? Number(port), address, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    client.once('close', () => upstream.destroy());
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
  });
  const port = await listen(server);
  return { address: `127.0.0.1:${port}`, requests, headerNames };
}
