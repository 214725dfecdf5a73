/** @file Servers that do exactly what a test says, and write down everything that reaches them. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { ServerIdentity } from './certificate.ts';

/** A request as it came, read to its end. */
export interface Arrived {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Names in lower case with their values, in the order in which they came. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Which connection it came on, from 1. */
  readonly connection: number;
}

/** What is answered: a status alone, or with headers and a body. */
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
  /** Requests so far; complete ones only. */
  readonly arrived: Arrived[];
  /** Bytes that reached the connections so far, by connection; decrypted when it is a TLS server. */
  readonly received: number[];
}

async function listen(server: Server): Promise<number> {
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

/** Makes answers: `json(200, {...})`. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

function pairs(request: IncomingMessage): [string, string][] {
  const raw = request.rawHeaders;
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? '']] : [],
  );
}

/**
 * Starts an HTTP server, with TLS when it has an identity. `answer` is called when a request has arrived whole; it
 * gives what to answer, or takes the response into its own hands and gives nothing.
 */
export async function startHttp(
  answer: (request: Arrived, response: ServerResponse) => Answer | undefined | Promise<Answer | undefined>,
  identity?: ServerIdentity,
): Promise<Listening> {
  const arrived: Arrived[] = [];
  const received: number[] = [];
  const connections = new Map<Socket, number>();
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one: Arrived = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: pairs(request),
      body: await buffer(request),
      connection: connections.get(request.socket) ?? 0,
    };
    arrived.push(one);
    const given = await answer(one, response);
    if (given === undefined) return;
    response.writeHead(given.status, given.headers);
    response.end(given.body);
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
  return { port, base, arrived, received };
}

/** Starts a server that hands out its connections as they come, without a word of HTTP. */
export async function startTcp(serve: (socket: Socket) => void): Promise<{ port: number; base: string }> {
  const port = await listen(createTcpServer(serve));
  return { port, base: `http://127.0.0.1:${port}` };
}

/** A port on which nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
