/**
 * @file A listener on 127.0.0.1 to which the company's webhook receiver posts events: one secret path, JSON only, with
 * limits on size and rate. Web pages in a browser on this machine are refused.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform/platform.ts';

/** The limit is generous, because the statements of many wallets and months become ready at the same time. */
const maxRequestsPerMinute = 1_000;
const windowMs = 60_000;
/** Connections that have not presented the token. One more closes the oldest, so that they cannot keep the receiver out. */
const maxUnauthenticatedConnections = 16;

/** An open listener. */
export type EventSource = Awaited<ReturnType<typeof openEventSource>>;

/** Opens the listener. Rejects with `listener-unavailable`. `onEvent` returns whether the body was an event. */
export async function openEventSource(deps: {
  readonly token: string;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly onEvent: (body: Uint8Array) => Promise<boolean>;
}) {
  const { token, clock, maxBytes } = deps;
  const path = Buffer.from(`/${token}`);
  let host = '';
  let windowStartedAt = clock.monotonic();
  let requestCount = 0;
  const unauthenticated = new Set<Socket>();

  function isRateLimited(): boolean {
    const now = clock.monotonic();
    if (now - windowStartedAt >= windowMs) {
      windowStartedAt = now;
      requestCount = 0;
    }
    requestCount += 1;
    return requestCount > maxRequestsPerMinute;
  }

  /** Returns the status for a request that is refused before its body is read, or `null`. */
  function refusalStatus({ method, url, headers, socket }: IncomingMessage): number | null {
    const requestedPath = Buffer.from(url ?? '');
    if (headers.host !== host || headers.origin !== undefined) return 403;
    if (requestedPath.length !== path.length || !timingSafeEqual(requestedPath, path)) return 404;
    unauthenticated.delete(socket);
    if (isRateLimited()) return 429;
    if (method !== 'POST') return 405;
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return 415;
    return Number(headers['content-length'] ?? 0) > maxBytes ? 413 : null;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number) => {
      if (status === 405) response.setHeader('allow', 'POST');
      if (status === 429) response.setHeader('retry-after', '60');
      if (status >= 400) response.setHeader('connection', 'close');
      response.writeHead(status, { 'content-length': '0' }).end();
    };
    const refusal = refusalStatus(request);
    if (refusal !== null) return respond(refusal);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) return respond(400);
      size += chunk.length;
      if (size > maxBytes) return respond(413);
      chunks.push(Buffer.from(chunk));
    }
    respond((await deps.onEvent(Buffer.concat(chunks))) ? 202 : 400);
  }

  const server = createServer({
    headersTimeout: 2_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 500,
    maxHeaderSize: 8_192,
  });
  server.maxConnections = 64;
  server.on('connection', (socket) => {
    socket.on('close', () => unauthenticated.delete(socket));
    const [oldest] = unauthenticated;
    if (unauthenticated.size === maxUnauthenticatedConnections) oldest?.destroy();
    unauthenticated.add(socket);
  });
  server.on('request', (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const cause = 'code' in error && typeof error.code === 'string' ? error.code : '';
      reject(
        new PaydeskError('listener-unavailable', 'The listener could not be opened', { details: { cause } }),
      );
    });
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    /** The URL for events; contains the secret token. */
    address: `http://${host}/${token}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
