/**
 * @file A door on 127.0.0.1 through which the company's webhook receiver hands in events: one secret path, JSON only,
 * small and seldom. A web page of a browser on this machine must not get through it.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';

/** Requests that are let in within one minute: the statements of many wallets and months are ready at the same time. */
const perMinute = 1_000;
const minute = 60_000;

/** An open door. */
export interface EventSource {
  /** Where events are posted to; holds the secret token. */
  readonly address: string;
  close(): Promise<void>;
}

/** Opens the door. Rejects with `listener-unavailable`. `onEvent` gives whether the body was an event. */
export async function openEventSource(deps: {
  readonly token: string;
  readonly clock: Clock;
  readonly largest: number;
  readonly onEvent: (body: Uint8Array) => Promise<boolean>;
}): Promise<EventSource> {
  const { token, clock, largest } = deps;
  const path = Buffer.from(`/${token}`);
  let host = '';
  let since = clock.monotonic();
  let count = 0;

  function tooMany(): boolean {
    const now = clock.monotonic();
    if (now - since >= minute) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > perMinute;
  }

  /** The status with which a request is turned away before its body is read, or `null`. */
  function refuse({ method, url, headers }: IncomingMessage): number | null {
    if (tooMany()) return 429;
    const asked = Buffer.from(url ?? '');
    if (headers.host !== host || headers.origin !== undefined) return 403;
    if (asked.length !== path.length || !timingSafeEqual(asked, path)) return 404;
    if (method !== 'POST') return 405;
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return 415;
    return Number(headers['content-length'] ?? 0) > largest ? 413 : null;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number) => {
      if (status === 405) response.setHeader('allow', 'POST');
      if (status === 429) response.setHeader('retry-after', '60');
      if (status >= 400) response.setHeader('connection', 'close');
      response.writeHead(status, { 'content-length': '0' }).end();
    };
    const refused = refuse(request);
    if (refused !== null) return answer(refused);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) return answer(400);
      size += chunk.length;
      if (size > largest) return answer(413);
      chunks.push(Buffer.from(chunk));
    }
    answer((await deps.onEvent(Buffer.concat(chunks))) ? 202 : 400);
  }

  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 8_192 });
  server.maxConnections = 16;
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
  const bound = server.address();
  host = `127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  return {
    address: `http://${host}/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
