/** @file Streamed answers over a real connection, with a fake clock. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openStream,
  type StreamRequest,
  tooSlowDetail,
} from '../../../../src/main/service/http/http-stream.ts';
import { AgentPool } from '../../../../src/main/service/http/proxy.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { expectTimeout, failureOf, stallTimeoutMs, startManualHost } from './open-http.ts';

const textOf = (bytes: unknown) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : '');

/** A storage whose response the test writes, with a client. */
async function startStorage() {
  const clock = createFakeClock();
  const { host, response } = await startManualHost();
  const pool = new AgentPool();
  onTestFinished(() => pool.close());
  const agents = pool.for({ kind: 'direct' }, null, false);
  const request = {
    url: new URL(`${host.base}/a.csv?signature=canary-7f3a9b1c`),
    headers: {},
    stallTimeoutMs,
    secrets: [],
  };
  return {
    clock,
    host,
    open: (facts: Partial<StreamRequest> = {}) =>
      openStream({ ...request, ...facts }, agents, clock, 'Paydesk/1'),
    response,
  };
}

/** Opens a stream of which the headers and the first chunk, `a`, have arrived. */
async function openStarted(facts: Partial<StreamRequest> = {}, headers: Record<string, string> = {}) {
  const { clock, open, response } = await startStorage();
  const opening = open(facts);
  const sent = await response();
  sent.writeHead(200, headers).write('a');
  const answer = await opening;
  const iterator = answer.body[Symbol.asyncIterator]();
  return { clock, sent, answer, iterator };
}

describe('a streamed answer', () => {
  test('is requested with only the needed headers, and is returned with its headers and bytes', async () => {
    const { host, open, response, clock } = await startStorage();
    const opening = open({ headers: { range: 'bytes=4-' } });
    const sent = await response();
    sent.writeHead(206, { 'content-type': 'Text/CSV', 'x-request-id': 'r-1', 'set-cookie': ['a=1', 'b=2'] });
    sent.write('a;b');
    const answer = await opening;
    expect([answer.status, answer.requestId]).toEqual([206, 'r-1']);
    expect(['content-type', 'set-cookie', 'etag'].map(answer.header)).toEqual(['Text/CSV', null, null]);
    const pieces: string[] = [];
    for await (const piece of answer.body) {
      pieces.push(textOf(piece));
      sent.end('\n');
    }
    expect(pieces.join('')).toBe('a;b\n');
    expect(clock.waiting()).toBe(0);
    const [request, ...others] = host.receivedRequests;
    expect(others).toEqual([]);
    expect([request?.method, request?.target]).toEqual(['GET', '/a.csv?signature=canary-7f3a9b1c']);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      range: 'bytes=4-',
      'user-agent': 'Paydesk/1',
      'accept-encoding': 'identity',
      host: `127.0.0.1:${host.port}`,
      connection: 'keep-alive',
    });
  });

  test('with any status is returned unchanged, without redirects, retries or decompression', async () => {
    const bytes = gzipSync('a;b');
    for (const status of [302, 404, 500, 503]) {
      const { host, open, response } = await startStorage();
      const opening = open();
      const headers = { location: `${host.base}/other`, 'retry-after': '0', 'content-encoding': 'gzip' };
      (await response()).writeHead(status, headers).end(bytes);
      const answer = await opening;
      expect(answer.status).toBe(status);
      expect(await buffer(answer.body)).toEqual(bytes);
      expect(host.receivedRequests).toHaveLength(1);
    }
  });

  test('has no request ID when the ID repeats a part of its link', async () => {
    const { open, response } = await startStorage();
    const link = new Secret('statement-link', 'https://files.example/a.csv?signature=canary-7f3a9b1c');
    const opening = open({ secrets: [link] });
    (await response()).writeHead(200, { 'x-request-id': 'canary-7f3a9b1c' }).end();
    const answer = await opening;
    expect(answer.requestId).toBeNull();
    answer.cancel();
  });

  test('that is cancelled ends its connection and its timers', async () => {
    const minRate = { bytesPerSecond: 1, spanMs: 60_000, applies: () => true };
    const { clock, sent, answer } = await openStarted({ minRate });
    const closed = once(sent, 'close');
    expect(clock.waiting()).toBe(1);
    answer.cancel();
    expect(clock.waiting()).toBe(0);
    await closed;
  });

  test('that is not read to its end is cancelled', async () => {
    const { clock, sent, answer } = await openStarted();
    for await (const piece of answer.body) {
      expect(textOf(piece)).toBe('a');
      break;
    }
    expect(clock.waiting()).toBe(0);
    await eventually(() => expect(sent.destroyed).toBe(true));
  });
});

describe('a stall', () => {
  test('before the headers is aborted after exactly the timeout', async () => {
    const { clock, open, response } = await startStorage();
    const opening = failureOf(open());
    await response();
    await expectTimeout(opening, clock);
  });

  test('in the body is measured from the last chunk, and never while the reader has not taken it', async () => {
    const { clock, sent, iterator } = await openStarted();
    await clock.advance(20_000);
    expect(textOf((await iterator.next()).value)).toBe('a');
    // A blocked disk.
    await clock.advance(90_000);
    const second = iterator.next();
    await clock.advance(29_999);
    sent.write('b');
    expect(textOf((await second).value)).toBe('b');
    await expectTimeout(failureOf(iterator.next()), clock);
  });

  test('is not counted while main is blocked, for example by a drag of a file', async () => {
    const { clock, sent, iterator } = await openStarted();
    expect(textOf((await iterator.next()).value)).toBe('a');
    const second = iterator.next();
    clock.block(300_000);
    await clock.advance(0);
    sent.write('b');
    expect(textOf((await second).value)).toBe('b');
    const third = failureOf(iterator.next());
    await expectTimeout(third, clock);
  });
});

describe('a minimum rate', () => {
  /** Sends one chunk in each span, while the reader waits for the next one, and returns the promise of the next chunk. */
  async function readInSpans(pieces: readonly number[], applies: () => boolean) {
    const { clock, open, response } = await startStorage();
    const opening = open({
      stallTimeoutMs: 1_000_000,
      minRate: { bytesPerSecond: 10, spanMs: 2_000, applies },
    });
    const sent = await response();
    sent.writeHead(200);
    sent.flushHeaders();
    const iterator = (await opening).body[Symbol.asyncIterator]();
    let next = iterator.next();
    for (const size of pieces) {
      sent.write(Buffer.alloc(size, 'a'));
      expect((await next).value).toHaveLength(size);
      next = iterator.next();
      next.catch(() => undefined);
      await clock.advance(2_000);
    }
    return { next, sent, clock };
  }

  test.each([[[19]], [[5_000, 20, 19]]])(
    'aborts a download that is slower over a whole span, measured for each span separately: %j',
    async (pieces) => {
      const { next, clock } = await readInSpans(pieces, () => true);
      expect(await failureOf(next)).toMatchObject({ kind: 'timed-out', detail: tooSlowDetail, sent: true });
      expect(clock.waiting()).toBe(0);
    },
  );

  test('accepts a download at exactly the minimum rate, and is enforced only while it applies', async () => {
    for (const [pieces, applies] of [
      [[20, 20, 21], true],
      [[1, 1], false],
    ] as const) {
      const { next, sent } = await readInSpans(pieces, () => applies);
      sent.end('z');
      expect(textOf((await next).value)).toBe('z');
    }
  });
});

describe('a failure', () => {
  test('of a closed port says that nothing was sent', async () => {
    const { open } = await startStorage();
    const url = new URL(`http://127.0.0.1:${await freePort()}/`);
    const failure = { kind: 'unreachable', sent: false, host: url.host, detail: 'ECONNREFUSED' };
    expect(await failureOf(open({ url }))).toMatchObject(failure);
  });

  test('of an unknown name says that nothing was sent', async () => {
    const clock = createFakeClock();
    const http = new Agent({
      lookup: (_name, _options, found) =>
        found(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), ''),
    });
    const agents = { ...new AgentPool().for({ kind: 'direct' }, null, true), http };
    const request = { url: new URL('http://files.example/'), headers: {}, stallTimeoutMs, secrets: [] };
    const failure = { kind: 'name-unknown', sent: false };
    expect(await failureOf(openStream(request, agents, clock, 'Paydesk/1'))).toMatchObject(failure);
    expect(clock.waiting()).toBe(0);
  });

  test('before the headers is a lost connection or a cancelled request, which may have been sent', async () => {
    for (const kind of ['connection-lost', 'cancelled']) {
      const abortController = new AbortController();
      const { open, response } = await startStorage();
      const opening = failureOf(open({ signal: abortController.signal }));
      const sent = await response();
      if (kind === 'cancelled') abortController.abort();
      else sent.destroy();
      expect(await opening).toMatchObject({ kind, sent: true });
    }
  });

  test.each([
    ['connection-lost', { 'content-length': '9' }],
    ['connection-lost', {}],
    ['cancelled', {}],
  ])('in the body is a failure of kind %s, with the headers %j', async (kind, headers) => {
    const abortController = new AbortController();
    const { clock, sent, iterator } = await openStarted({ signal: abortController.signal }, headers);
    expect(textOf((await iterator.next()).value)).toBe('a');
    if (kind === 'cancelled') abortController.abort();
    else sent.destroy();
    expect(await failureOf(iterator.next())).toMatchObject({ kind, sent: true });
    expect(clock.waiting()).toBe(0);
  });

  test('between the headers and the body rejects the read of the body', async () => {
    const { open, response } = await startStorage();
    const opening = open();
    const sent = await response();
    sent.writeHead(200, { 'content-length': '9' }).flushHeaders();
    const answer = await opening;
    const { socket } = sent;
    sent.destroy();
    await eventually(() => expect(socket?.destroyed ?? true).toBe(true));
    const reading = buffer(answer.body);
    expect(await failureOf(reading)).toMatchObject({ kind: 'connection-lost', sent: true });
  });
});
