/** @file One exchange over a real connection: request, answer and stall timeout. */
import { describe, expect, test } from 'vitest';
import { requestDirectly } from '../../../../src/main/service/http/direct-request.ts';
import type { Outgoing, OutgoingBody } from '../../../../src/main/service/http/http-messages.ts';
import { AgentPool } from '../../../../src/main/service/http/proxy.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startHttp, startTcp } from '../../../fakes/servers/servers.ts';
import { bodyOf } from '../../../fakes/servers/service.ts';
import { trust } from '../../../integration/service/trust.ts';
import { canary, expectTimeout, failureOf, openHttp, startManualHost } from './open-http.ts';

describe('a request', () => {
  test('without a body is sent with only the needed headers, and is never repeated or redirected', async () => {
    for (const status of [200, 302, 404, 429, 500, 503]) {
      const headers = { location: '/elsewhere', 'retry-after': '0' };
      const host = await startHttp(() => ({ status, headers, body: 'text' }));
      const { send, clock, proxyRequests } = openHttp();
      const incoming = await send(host.base, { headers: { accept: 'application/json' } });
      expect(incoming).toMatchObject({ status, retryAfter: '0', contentType: '', requestId: null });
      expect(incoming.location?.reveal()).toBe('/elsewhere');
      expect(incoming.location?.kind).toBe('redirect-link');
      expect(Buffer.from(incoming.body).toString()).toBe('text');
      expect(host.receivedRequests).toMatchObject([{ method: 'GET', target: '/a?b=c' }]);
      expect(Object.fromEntries(host.receivedRequests[0]?.headers ?? [])).toEqual({
        accept: 'application/json',
        'user-agent': 'Paydesk/1',
        host: `127.0.0.1:${host.port}`,
        connection: 'keep-alive',
      });
      expect(proxyRequests).toEqual([host.base]);
      expect(clock.waiting()).toBe(0);
    }
  });

  test('with a body announces the length, and reports each chunk after it was handed to the network', async () => {
    const host = await startHttp(() => ({ status: 201, headers: { location: '/1' } }));
    const sent: number[] = [];
    const { send, clock } = openHttp();
    const body = bodyOf(Buffer.from('abc'), Buffer.from('de'));
    const incoming = await send(host.base, { method: 'PUT', body, onSent: (bytes) => void sent.push(bytes) });
    expect(incoming.status).toBe(201);
    expect(host.receivedRequests.map(({ body }) => body.toString())).toEqual(['abcde']);
    const headers = Object.fromEntries(host.receivedRequests[0]?.headers ?? []);
    expect(headers).toMatchObject({ 'content-length': '5' });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(sent).toEqual([3, 5]);
    expect(clock.waiting()).toBe(0);
  });

  test.for([
    ['plain', false, undefined],
    ['plain', true, undefined],
    ['TLS', false, createAuthority('Test CA')],
  ] as const)(
    'over %s sends nothing when its caller refuses (frequent: %s)',
    async ([, isFrequent, authority]) => {
      if (authority !== undefined) trust(authority);
      const host = await startHttp(() => ({ status: 200, headers: {} }), authority?.issue('127.0.0.1'));
      const { send, clock } = openHttp();
      const refusal = new Error('Too old');
      const refused = () =>
        send(host.base, {
          method: 'PUT',
          body: bodyOf(Buffer.from('abc')),
          isFrequent,
          beforeFirstByte: () => {
            throw refusal;
          },
        });
      await expect(refused()).rejects.toBe(refusal);
      const asked: string[] = [];
      await send(host.base, { isFrequent, beforeFirstByte: () => void asked.push('ready') });
      await expect(refused()).rejects.toBe(refusal);
      expect(asked).toEqual(['ready']);
      expect(host.receivedRequests.map(({ method }) => method)).toEqual(['GET']);
      expect(clock.waiting()).toBe(0);
      // Not one byte of a refused request has arrived.
      expect(host.received.filter((bytes) => bytes > 0)).toHaveLength(1);
    },
  );

  test.each([false, true])(
    'whose body cannot be read fails with the read error (frequent: %s)',
    async (isFrequent) => {
      const { host } = await startManualHost();
      const broken = new Error('The disk was removed');
      const body: OutgoingBody = {
        size: 9,
        async *chunks() {
          yield Buffer.from('abc');
          throw broken;
        },
      };
      await expect(openHttp().send(host.base, { method: 'PUT', body, isFrequent })).rejects.toBe(broken);
    },
  );

  test('of a frequent kind leaves its connection to the next one once its whole body was sent', async () => {
    let connections = 0;
    const { base } = await startTcp((socket) => {
      connections += 1;
      socket.on('data', (bytes) => {
        if (String(bytes).startsWith('PUT')) socket.write('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const { send } = openHttp();
    for (const [size, expected] of [
      [3, 1],
      [3, 1],
      [9, 1],
      [3, 2],
    ] as const) {
      const finish = Promise.withResolvers<void>();
      async function* chunks() {
        yield Buffer.from('abc');
        if (size > 3) await finish.promise;
      }
      expect((await send(base, { method: 'PUT', body: { size, chunks }, isFrequent: true })).status).toBe(
        403,
      );
      expect(connections).toBe(expected);
      finish.resolve();
    }
  });

  test('of a frequent kind to a closed port is unreachable, and one that was aborted before is not sent', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}`);
    const { clock, send } = openHttp();
    const failure = { kind: 'unreachable', sent: false, detail: 'ECONNREFUSED' };
    expect(await failureOf(send(url.origin, { isFrequent: true }))).toMatchObject(failure);
    expect(clock.waiting()).toBe(0);
    const request = { method: 'GET', url, headers: {}, size: 0, chunks: null, onReceived: () => undefined };
    const { http, https } = new AgentPool().for({ kind: 'direct' }, null, false);
    const signals = [AbortSignal.abort()];
    const sending = requestDirectly({
      ...request,
      agents: { http, https, proxy: null },
      signals,
      onRequest: () => undefined,
    });
    await expect(sending).rejects.toThrow('The request was aborted');
  });

  test.each([
    [200, false],
    [299, false],
    [300, true],
    [403, true],
  ])('that is answered with %i before its whole body was read is answered: %s', async (status, counts) => {
    const finish = Promise.withResolvers<void>();
    const { base } = await startTcp((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 ${status} Early\r\ncontent-length: 0\r\n\r\n`));
    });
    const body: OutgoingBody = {
      size: 9,
      async *chunks() {
        yield Buffer.from('abc');
        await finish.promise;
      },
    };
    const sending = openHttp().send(base, { method: 'PUT', body });
    if (counts) expect((await sending).status).toBe(status);
    else expect(await failureOf(sending)).toMatchObject({ kind: 'early-answer', sent: true, detail: '' });
    finish.resolve();
  });

  test.each([
    [true, [1, 2]],
    [false, [1, 1]],
    [undefined, [1, 1]],
  ])('uses a new connection only when requested: %s', async (ownConnection, connections) => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send } = openHttp();
    for (let call = 0; call < 2; call += 1)
      await send(host.base, ownConnection === undefined ? {} : { ownConnection });
    expect(host.receivedRequests.map(({ connection }) => connection)).toEqual(connections);
  });
});

describe('the headers of an answer', () => {
  const answer = async (
    headers: Record<string, string>,
    facts: Partial<Outgoing> = {},
    status = 200,
    body = '',
  ) => {
    const host = await startHttp(() => ({ status, headers, body }));
    return openHttp().send(host.base, facts);
  };

  test('are returned sanitized', async () => {
    const date = 'Mon, 02 Mar 2026 08:00:09 GMT';
    const headers = { 'content-type': 'Application/JSON; charset=utf-8', 'x-request-id': 'r-1', date };
    expect(await answer(headers)).toMatchObject({
      contentType: 'application/json',
      requestId: 'r-1',
      date,
      location: null,
      retryAfter: null,
    });
  });

  test('reveal no secret of the request', async () => {
    const headers = { 'content-type': `text/${canary}`, 'x-request-id': canary };
    const secrets = [new Secret('bearer-token', canary)];
    const { contentType, requestId, sanitizeName } = await answer(headers, { secrets });
    expect([contentType, requestId]).toEqual(['', null]);
    expect([sanitizeName(canary), sanitizeName('field')]).toEqual([null, 'field']);
    const withoutSecrets = await answer(headers);
    expect([withoutSecrets.contentType, withoutSecrets.requestId]).toEqual([`text/${canary}`, canary]);
  });

  test.each([
    [{ isAnswerSecret: true }, 200, null],
    [{ isAnswerSecret: true }, 299, null],
    [{ isAnswerSecret: true }, 300, canary],
    [{ isAnswerSecret: false }, 200, canary],
    [{}, 200, canary],
  ])('that repeat the body of an answer %j of status %i have request ID %o', async (facts, status, id) => {
    const body = JSON.stringify({ token: canary });
    expect((await answer({ 'x-request-id': canary }, facts, status, body)).requestId).toBe(id);
  });
});

test('an answer may have the allowed number of bytes, and no more, and is not decompressed', async () => {
  const headers = { 'content-encoding': 'gzip' };
  const bodyAt = (target: string) => 'x'.repeat(Number(target.slice(1)));
  const host = await startHttp(({ target }) => ({ status: 200, headers, body: bodyAt(target) }));
  const { send } = openHttp();
  const url = (size: number) => ({ url: new URL(`${host.base}/${size}`) });
  expect(Buffer.from((await send(host.base, url(1_000))).body).toString()).toBe('x'.repeat(1_000));
  const tooLarge = { kind: 'answer-too-large', sent: true };
  expect(await failureOf(send(host.base, url(1_001)))).toMatchObject(tooLarge);
});

describe('a stall', () => {
  test('before the answer is aborted after exactly the timeout', async () => {
    const { host, response } = await startManualHost();
    const { send, clock } = openHttp();
    const sending = failureOf(send(host.base));
    await response();
    await expectTimeout(sending, clock);
  });

  test('before the TLS handshake is aborted with nothing sent', async () => {
    const connected = Promise.withResolvers<void>();
    const host = await startTcp(() => connected.resolve());
    const { send, clock } = openHttp();
    const sending = failureOf(send(host.base.replace('http:', 'https:')));
    await connected.promise;
    await expectTimeout(sending, clock, { sent: false });
  });

  test.each([
    ['but an answer that trickles in is aborted after one minute', 1, 10_000, false],
    ['and an answer of 2 KB a second may take longer', 70_000, 30_000, false],
    ['also of a frequent request', 70_000, 30_000, true],
  ])('is measured from the last received chunk, %s', async (_what, size, ms, isFrequent) => {
    const { host, response } = await startManualHost();
    const { send, clock, clockReads } = openHttp();
    const sending = failureOf(send(host.base, { maxAnswerBytes: 1_000_000, isFrequent }));
    const sent = await response();
    for (let piece = 0; piece < 2; piece += 1) {
      await clock.advance(25_000);
      const readsBefore = clockReads();
      sent.write('a'.repeat(size));
      await eventually(() => expect(clockReads()).toBeGreaterThan(readsBefore));
    }
    await expectTimeout(sending, clock, { ms });
  });

  test('of the request body is measured from its last chunk, however long the upload takes', async () => {
    const { host, response } = await startManualHost();
    const { send, clock } = openHttp();
    const body: OutgoingBody = {
      size: 5,
      async *chunks() {
        for (const piece of 'abcde') {
          await clock.advance(25_000);
          yield Buffer.from(piece);
        }
      },
    };
    const sending = failureOf(send(host.base, { method: 'PUT', body }));
    await response();
    await expectTimeout(sending, clock);
  });
});
