/** @file The listener for events: what it accepts, and each refusal with its status and headers. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEventSource } from '../../../src/main/service/event-source.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const maxBytes = 100;

/** Opens a listener whose consumer accepts every event but `{}`. */
async function openListener() {
  const clock = createFakeClock();
  const received: string[] = [];
  const source = await openEventSource({
    token: 'secret-token',
    clock,
    maxBytes,
    async onEvent(body) {
      const event = new TextDecoder().decode(body);
      received.push(event);
      if (event === 'defect') throw new Error('A defect');
      return event !== '{}';
    },
  });
  onTestFinished(() => source.close());
  return { source, clock, received };
}

/** Posts JSON; `headers` replace the usual headers, and `undefined` removes one. */
async function post(
  address: string,
  body: string,
  headers: Record<string, string | undefined> = {},
  method = 'POST',
  agent?: Agent,
) {
  const merged = { 'content-type': 'application/json', connection: 'close', ...headers };
  const outgoing = sendRequest(address, {
    agent,
    method,
    headers: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)),
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const response = await new Promise<IncomingMessage>((resolve) => {
    outgoing.once('response', resolve);
  });
  await text(response);
  return { status: response.statusCode, headers: response.headers, isReused: outgoing.reusedSocket };
}

const event = '{"a":1}';
const largest = 'x'.repeat(maxBytes);

describe('an event on the secret path', () => {
  test('is accepted when its consumer accepts it', async () => {
    const { source, received } = await openListener();
    expect(source.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+\/secret-token$/);
    const { status, headers } = await post(source.address, event);
    expect(status).toBe(202);
    expect(headers['content-length']).toBe('0');
    expect(headers).not.toHaveProperty('allow');
    expect(headers).not.toHaveProperty('retry-after');
    expect(received).toEqual([event]);
  });

  test('keeps its connection open, and a refusal closes it', async () => {
    const { source } = await openListener();
    const kept = { connection: 'keep-alive' };
    expect((await post(source.address, event, kept)).headers.connection).toBe('keep-alive');
    expect((await post(source.address, '{}', kept)).headers.connection).toBe('close');
  });

  test('is refused before its body arrives when its length is too large', async () => {
    const { source } = await openListener();
    const { port, pathname, host } = new URL(source.address);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const lines = [`host: ${host}`, 'content-type: application/json', `content-length: ${maxBytes + 1}`];
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('gets no answer when its consumer fails', async () => {
    const { source } = await openListener();
    const headers = { 'content-type': 'application/json' };
    await expect(fetch(source.address, { method: 'POST', body: 'defect', headers })).rejects.toThrow();
    expect((await post(source.address, event)).status).toBe(202);
  });
});

const chunked = { 'transfer-encoding': 'chunked' };

test.each<[string, number, string, string, Record<string, string | undefined>]>([
  ['a character set', 202, '', event, { 'content-type': 'application/json; charset=utf-8' }],
  ['capital letters', 202, '', event, { 'content-type': ' Application/JSON ' }],
  ['a blank in its type', 202, '', event, { 'content-type': 'application/json ;x=1' }],
  ['the maximum number of bytes', 202, '', largest, {}],
  ['the maximum number of bytes and no length', 202, '', largest, chunked],
  ['contents that its consumer refuses', 400, '', '{}', {}],
  ['an origin, as from a web page', 403, '', event, { origin: 'null' }],
  ['another host name', 403, '', event, { host: 'attacker.example' }],
  ['a host without port', 403, '', event, { host: '127.0.0.1' }],
  ['another path', 404, '/secret-tokex', event, {}],
  ['a shorter path', 404, '/secret', event, {}],
  ['a query', 404, '/secret-token?a', event, {}],
  ['too many bytes', 413, '', `${largest}x`, {}],
  ['too many bytes and no length', 413, '', `${largest}x`, chunked],
  ['another type', 415, '', event, { 'content-type': 'text/plain' }],
  ['a type with a longer name', 415, '', event, { 'content-type': 'application/jsonp' }],
  ['no type', 415, '', event, { 'content-type': undefined }],
])('an event with %s is answered with %i', async (_what, status, path, body, headers) => {
  const { source, received } = await openListener();
  expect((await post(new URL(path, source.address).href, body, headers)).status).toBe(status);
  expect(received).toHaveLength(status === 202 || status === 400 ? 1 : 0);
});

test('a request with another method is refused, and learns the allowed method', async () => {
  const { source } = await openListener();
  const { status, headers } = await post(source.address, '', {}, 'PUT');
  expect(status).toBe(405);
  expect(headers.allow).toBe('POST');
  expect(headers).not.toHaveProperty('retry-after');
});

test('requests are refused after a thousand with the token within a minute', async () => {
  const { source, clock } = await openListener();
  const kept = { connection: 'keep-alive' };
  const withoutToken = new URL('/secret-tokex', source.address).href;
  for (let count = 0; count < 1_000; count += 1) expect((await post(withoutToken, event)).status).toBe(404);
  for (let count = 0; count < 1_000; count += 1)
    expect((await post(source.address, event, kept)).status).toBe(202);
  const { status, headers } = await post(source.address, event);
  expect(status).toBe(429);
  expect(headers['retry-after']).toBe('60');
  expect(headers).not.toHaveProperty('allow');
  await clock.advance(59_999);
  expect((await post(source.address, event)).status).toBe(429);
  await clock.advance(1);
  expect((await post(source.address, event)).status).toBe(202);
});

test('silent connections end within seconds, and until then they keep no event out', async () => {
  const { source } = await openListener();
  const { port } = new URL(source.address);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const kept = { connection: 'keep-alive' };
  await post(source.address, event, kept, 'POST', agent);
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), '127.0.0.1').resume());
  const haveClosed = sockets.map((socket) => once(socket, 'close'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const openedAt = performance.now();
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(source.address, { method: 'POST', body: event, headers })).status).toBe(202);
  expect((await post(source.address, event, kept, 'POST', agent)).isReused).toBe(true);
  await Promise.all(haveClosed);
  expect(performance.now() - openedAt).toBeLessThan(10_000);
});

test('a listener closes its open connections', async () => {
  const { source } = await openListener();
  const { port } = new URL(source.address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const hasClosed = once(socket, 'close');
  await source.close();
  await hasClosed;
  await expect(fetch(source.address)).rejects.toThrow();
});
