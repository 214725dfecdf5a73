/** @file The listener for events: what it accepts, and each refusal with its status and headers. */
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
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
) {
  const merged = { 'content-type': 'application/json', connection: 'close', ...headers };
  const outgoing = sendRequest(address, {
    method,
    headers: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)),
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const response = await new Promise<IncomingMessage>((resolve) => {
    outgoing.once('response', resolve);
  });
  await text(response);
  return { status: response.statusCode, headers: response.headers };
}

describe('an event on the secret path', () => {
  test('is accepted when its consumer accepts it', async () => {
    const { source, received } = await openListener();
    const { status, headers } = await post(source.address, '{"a":1}');
    expect(status).toBe(202);
    expect(headers['content-length']).toBe('0');
    expect(headers).not.toHaveProperty('allow');
    expect(headers).not.toHaveProperty('retry-after');
    expect(received).toEqual(['{"a":1}']);
  });

  test('keeps its connection open, and a refusal closes it', async () => {
    const { source } = await openListener();
    const kept = { connection: 'keep-alive' };
    expect((await post(source.address, '{"a":1}', kept)).headers.connection).toBe('keep-alive');
    expect((await post(source.address, '{}', kept)).headers.connection).toBe('close');
  });

  test('is refused when its consumer refuses it', async () => {
    const { source } = await openListener();
    expect((await post(source.address, '{}')).status).toBe(400);
  });

  test.each(['application/json; charset=utf-8', ' Application/JSON ', 'application/json ;x=1'])(
    'may have the type %j',
    async (type) => {
      const { source } = await openListener();
      expect((await post(source.address, '{"a":1}', { 'content-type': type })).status).toBe(202);
    },
  );

  test.each(['text/plain', 'application/jsonp', undefined])('is refused with the type %s', async (type) => {
    const { source, received } = await openListener();
    expect((await post(source.address, '{"a":1}', { 'content-type': type })).status).toBe(415);
    expect(received).toEqual([]);
  });

  test('has at most the maximum number of bytes', async () => {
    const { source, received } = await openListener();
    expect((await post(source.address, 'x'.repeat(maxBytes))).status).toBe(202);
    expect((await post(source.address, 'x'.repeat(maxBytes + 1))).status).toBe(413);
    expect(received).toHaveLength(1);
  });

  test('is refused before its body arrives when its length is too large', async () => {
    const { source } = await openListener();
    const { port, pathname, host } = new URL(source.address);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 101\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is refused by its bytes when it names no length', async () => {
    const { source, received } = await openListener();
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await post(source.address, 'x'.repeat(maxBytes), chunked)).status).toBe(202);
    expect((await post(source.address, 'x'.repeat(maxBytes + 1), chunked)).status).toBe(413);
    expect(received).toHaveLength(1);
  });

  test('gets no answer when its consumer fails', async () => {
    const { source } = await openListener();
    await expect(
      fetch(source.address, {
        method: 'POST',
        body: 'defect',
        headers: { 'content-type': 'application/json' },
      }),
    ).rejects.toThrow();
    expect((await post(source.address, '{"a":1}')).status).toBe(202);
  });
});

describe('a request is refused', () => {
  test('with another path', async () => {
    const { source, received } = await openListener();
    expect((await post(new URL('/secret-tokex', source.address).href, '{"a":1}')).status).toBe(404);
    expect((await post(new URL('/secret', source.address).href, '{"a":1}')).status).toBe(404);
    expect((await post(`${source.address}?a`, '{"a":1}')).status).toBe(404);
    expect(received).toEqual([]);
  });

  test('with another method, and learns the allowed method', async () => {
    const { source } = await openListener();
    const { status, headers } = await post(source.address, '', {}, 'PUT');
    expect(status).toBe(405);
    expect(headers.allow).toBe('POST');
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('with an origin or another host name, as from a web page', async () => {
    const { source } = await openListener();
    expect((await post(source.address, '{"a":1}', { origin: 'null' })).status).toBe(403);
    expect((await post(source.address, '{"a":1}', { host: 'attacker.example' })).status).toBe(403);
    expect((await post(source.address, '{"a":1}', { host: '127.0.0.1' })).status).toBe(403);
  });

  test('after a thousand requests within a minute', async () => {
    const { source, clock } = await openListener();
    for (let count = 0; count < 1_000; count += 1)
      expect((await post(source.address, '', { connection: 'keep-alive' }, 'PUT')).status).toBe(405);
    const { status, headers } = await post(source.address, '{"a":1}');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('60');
    expect(headers).not.toHaveProperty('allow');
    await clock.advance(59_999);
    expect((await post(source.address, '{"a":1}')).status).toBe(429);
    await clock.advance(1);
    expect((await post(source.address, '{"a":1}')).status).toBe(202);
  });
});

describe('a listener', () => {
  test('is reached only by its address on this machine', async () => {
    const { source } = await openListener();
    expect(source.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+\/secret-token$/);
  });

  test('closes its open connections', async () => {
    const { source } = await openListener();
    const { port } = new URL(source.address);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const hasClosed = once(socket, 'close');
    await source.close();
    await hasClosed;
    await expect(fetch(source.address)).rejects.toThrow();
  });
});
