/** @file HTTP server of one host, bound to 127.0.0.1. */
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type Server as HttpServer, type ServerOptions } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Serve } from './dispatch.ts';
import type { HostLabel } from './route-names.ts';
import type { Violation } from './violations.ts';

const keepAliveMs = 10 * 60 * 1000;

/** Creates the server of a host, with options for its connections. */
export type CreateServer = (host: HostLabel, options: ServerOptions) => HttpServer | HttpsServer;

/** A listening host. */
export type RunningHost = Awaited<ReturnType<typeof startHost>>;

/** Starts a host on a port; 0 means an ephemeral port. Rejects when the port is in use. */
export async function startHost(
  host: HostLabel,
  port: number,
  serve: Serve,
  onViolation: (violation: Violation) => void,
  createServer: CreateServer = (_, options) => createHttpServer(options),
) {
  const server = createServer(host, { keepAliveTimeout: keepAliveMs, requestTimeout: 0 });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.on('request', (request, response) => void serve(host, request, response));
  server.on('checkContinue', (request, response) => void serve(host, request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseMalformed(host, error.code ?? '', socket, onViolation);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, backlog: 4096, exclusive: true }, resolve);
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    label: host,
    /** Without a trailing slash. */
    baseUrl: `${server instanceof HttpsServer ? 'https' : 'http'}://127.0.0.1:${boundPort}`,
    /** Connections accepted so far. */
    connections: (): number => connections,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Parser errors of clients that disconnected or were cut off by a response. */
const ignoredParserErrors = ['HPE_INVALID_EOF_STATE', 'HPE_CLOSED_CONNECTION'];

function refuseMalformed(
  host: HostLabel,
  code: string,
  socket: Duplex,
  onViolation: (violation: Violation) => void,
): void {
  if (code.startsWith('HPE_') && !ignoredParserErrors.includes(code)) {
    const detail = `Not HTTP on the ${host} host: ${code}`;
    onViolation({ route: 'unknown', rule: 'malformed-http', detail });
  }
  if (socket.writable) {
    const response = `HTTP/1.1 400 Bad Request\r\nx-request-id: ${randomUUID()}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
    socket.end(response, () => socket.destroy());
  } else socket.destroy();
}
