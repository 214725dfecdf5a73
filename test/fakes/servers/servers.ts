/** @file Servers that answer as a test defines and record every request. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { ServerIdentity } from './certificate.ts';

/** A received request with its complete body. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Lower-case names with their values, in the order received. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

/** An answer: a status, optionally with headers and a body. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server that listens on 127.0.0.1 until the test ends. */
export interface Listening {
  readonly port: number;
  /** Base URL without a slash at the end. */
  readonly base: string;
  /** Complete requests, in order of arrival. */
  readonly receivedRequests: ReceivedRequest[];
  /** Number of received bytes by connection; decrypted bytes for a TLS server. */
  readonly received: number[];
}

/** Starts a server, which is closed with its connections when the test ends; returns its port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

/** Creates a JSON answer. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

function readHeaders(request: IncomingMessage): [string, string][] {
  const raw = request.rawHeaders;
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? '']] : [],
  );
}

/**
 * Starts an HTTP server, with TLS when it has an identity. `answer` is called for each complete request; it returns the
 * answer, or `undefined` when it writes the response itself.
 */
export async function startHttp(
  answer: (
    request: ReceivedRequest,
    response: ServerResponse,
  ) => Answer | undefined | Promise<Answer | undefined>,
  identity?: ServerIdentity,
): Promise<Listening> {
  const receivedRequests: ReceivedRequest[] = [];
  const received: number[] = [];
  const connections = new Map<Socket, number>();
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedRequest: ReceivedRequest = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: readHeaders(request),
      body: await buffer(request),
      connection: connections.get(request.socket) ?? 0,
    };
    receivedRequests.push(receivedRequest);
    const result = await answer(receivedRequest, response);
    if (result === undefined) return;
    response.writeHead(result.status, result.headers);
    response.end(result.body);
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch(() => undefined);
  };
  const server =
    identity === undefined ? createHttpServer(onRequest) : createHttpsServer(identity, onRequest);
  server.on(identity === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.set(socket, connections.size + 1);
    const index = received.push(0) - 1;
    socket.on('data', (chunk: Buffer) => {
      received[index] = (received[index] ?? 0) + chunk.length;
    });
  });
  const port = await listen(server);
  const base = `${identity === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return { port, base, receivedRequests, received };
}

/** Starts a TCP server that passes its connections to `serve`. */
export async function startTcp(serve: (socket: Socket) => void): Promise<{ port: number; base: string }> {
  const port = await listen(createTcpServer(serve));
  return { port, base: `http://127.0.0.1:${port}` };
}
