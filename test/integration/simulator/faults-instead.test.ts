import { request as sendRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import { eventually } from '../../fakes/eventually.ts';
import { orFailure, practice, sendWithoutEnd, untilStalled } from './fault-support.ts';
import { anyText, linkFor, put } from './support.ts';

describe('faults that replace the operation', () => {
  test('status: responds with the given headers and body', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', {
      kind: 'status',
      status: 302,
      headers: { Location: '/x' },
      body: '{"a":1}',
    });
    const reply = await send();
    expect([reply.status, reply.headers.location, reply.text]).toEqual([302, '/x', '{"a":1}']);
    expect(reply.headers['x-request-id']).toBeDefined();
  });

  test('status: responds with the error body of the service by default', async () => {
    const { simulator, client, send } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.faults.set('everything', { kind: 'status', status: 500 });
    expect((await send()).json()).toEqual({ message: anyText, requestId: anyText });
    expect((await put(link)).text).toContain('<Error>');
    expect(simulator.state.objects.has(key)).toBe(false);
  });

  test('throttle: sends Retry-After in seconds or as a date, and omits the header without a time', async () => {
    const { simulator, send } = await practice({ time: () => Date.parse('2026-01-05T08:00:00Z') });
    simulator.faults.set(
      'wallets',
      { kind: 'throttle', status: 429, retryAfterSeconds: 7, times: 1 },
      { kind: 'throttle', status: 503, retryAfterSeconds: 90, retryAfterFormat: 'date', times: 1 },
      { kind: 'throttle', status: 503, times: 1 },
    );
    const replies = [await send(), await send(), await send()];
    expect(replies.map(({ status }) => status)).toEqual([429, 503, 503]);
    expect(replies.map(({ headers }) => headers['retry-after'])).toEqual([
      '7',
      'Mon, 05 Jan 2026 08:01:30 GMT',
      undefined,
    ]);
    expect(replies[1]?.headers.date).toBe('Mon, 05 Jan 2026 08:00:00 GMT');
  });

  test('throttle: responds in XML at the storage host', async () => {
    const { simulator, client } = await practice();
    const { link } = await linkFor(simulator, client);
    simulator.faults.set('upload', { kind: 'throttle', status: 503 });
    expect((await put(link)).text).toContain('<Code>SlowDown</Code>');
  });

  test('expired-link: responds with 403 as for an expired link', async () => {
    const { simulator, client } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
    const reply = await put(link);
    expect(reply.status).toBe(403);
    expect(reply.text).toContain('Request has expired');
    expect(simulator.state.objects.has(key)).toBe(false);
    expect((await put(link)).status).toBe(200);
  });

  test('html: responds with a web page with status 200 or with the given status', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'html', times: 1 }, { kind: 'html', status: 502 });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 502]);
    expect(first.headers['content-type']).toMatch(/^text\/html/);
    expect(first.text).toMatch(/^<!doctype html>/);
  });

  test.each<Fault>([
    { kind: 'reset', at: 'headers' },
    { kind: 'reset', at: 'body' },
    { kind: 'reset', at: 'body', afterBytes: 100_000 },
  ])('reset: the connection is reset and nothing is stored (%o)', async (fault) => {
    const { simulator, client } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.faults.set('upload', fault);
    await expect(put(link, Buffer.alloc(400_000))).rejects.toThrow();
    expect(simulator.state.objects.has(key)).toBe(false);
    expect(simulator.calls().at(-1)).toMatchObject({ route: 'upload', status: null, fault: 'reset' });
  });

  test.each([true, false])(
    'hang: lasts until the faults are cleared (reads the body: %s)',
    async (readsBody) => {
      const { simulator, client } = await practice();
      const { link } = await linkFor(simulator, client);
      simulator.faults.set('upload', { kind: 'hang', readsBody });
      const hanging = orFailure(put(link, 'four'));
      await eventually(() => {
        expect(simulator.calls().at(-1)).toMatchObject({ status: null, requestBytes: readsBody ? 4 : 0 });
      });
      simulator.faults.clear();
      expect(await hanging).toBeInstanceOf(Error);
      expect((await put(link)).status).toBe(200);
    },
  );

  test('hang: lasts until the simulator is closed', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'hang' });
    const hanging = orFailure(send());
    await eventually(() => expect(simulator.calls()).toHaveLength(2));
    await simulator.close();
    expect(await hanging).toBeInstanceOf(Error);
  });

  test.each(['drain', 'close'] as const)(
    'early-answer: responds before the whole body was sent (connection afterwards: %s)',
    async (connectionAfter) => {
      const { simulator, client } = await practice();
      const { link, key } = await linkFor(simulator, client);
      simulator.faults.set('upload', { kind: 'early-answer', status: 200, connectionAfter });
      const status = await new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/pdf', 'content-length': '1000' };
        const request = sendRequest(link, { method: 'PUT', agent: false, headers }, (response) => {
          resolve(response.statusCode);
          request.destroy();
        });
        request.on('error', reject);
        request.write('part');
      });
      expect(status).toBe(200);
      expect(simulator.state.objects.has(key)).toBe(false);
    },
  );

  test('early-answer: responds after some bytes and stops reading', async () => {
    const { simulator, client } = await practice();
    const { link } = await linkFor(simulator, client);
    simulator.faults.set('upload', {
      kind: 'early-answer',
      status: 403,
      afterBytes: 2,
      connectionAfter: 'stop',
    });
    const { accepted, received, leave } = sendWithoutEnd(link);
    expect(await untilStalled(accepted)).toBeLessThan(2 ** 28);
    expect(received()).toMatch(/^HTTP\/1\.1 403 /);
    leave();
    const uploads = simulator.calls().filter(({ route }) => route === 'upload');
    expect(uploads).toMatchObject([{ status: 403, fault: 'early-answer' }]);
    expect(uploads[0]?.requestBytes).toBeGreaterThanOrEqual(2);
  });
});

describe('faults that slow an operation down', () => {
  test('delay: delays one call while others pass, until the faults are cleared', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'delay', milliseconds: 1e8, times: 1 });
    const replies = [send(), send()];
    await Promise.race(replies);
    expect(simulator.calls().filter(({ route }) => route === 'wallets')).toHaveLength(1);
    simulator.faults.clear();
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('delay: a client that disconnects during the delay causes no violation', async () => {
    const { simulator, client } = await practice();
    const { link } = await linkFor(simulator, client);
    const arrived = new Promise<void>((resolve) => {
      const when = () => {
        resolve();
        return true;
      };
      simulator.faults.set('upload', { kind: 'delay', milliseconds: 1e8, when });
    });
    const headers = { 'content-type': 'application/pdf', 'content-length': '9' };
    const request = sendRequest(link, { method: 'PUT', agent: false, headers });
    request.on('error', () => {});
    request.write('part');
    await arrived;
    request.destroy();
    await linkFor(simulator, client);
    simulator.faults.clear();
    await eventually(() => expect(simulator.calls().at(-1)).toMatchObject({ route: 'upload', status: null }));
    expect(simulator.violations()).toEqual([]);
  });

  test('delay: is followed by the response of a status fault', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'delay', milliseconds: 1 }, { kind: 'status', status: 500 });
    expect((await send()).status).toBe(500);
  });

  test('slow-read: reads the whole body', async () => {
    const { simulator, client } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.faults.set('upload', { kind: 'slow-read', bytesPerSecond: 50_000_000 });
    expect((await put(link, Buffer.alloc(500_000))).status).toBe(200);
    expect(simulator.state.objects.get(key)?.size).toBe(500_000);
  });

  test('slow-read: applies back-pressure to the client', async () => {
    const { simulator, client } = await practice();
    const { link } = await linkFor(simulator, client);
    simulator.faults.set('upload', { kind: 'slow-read', bytesPerSecond: 1 });
    const { accepted, leave } = sendWithoutEnd(link);
    // Reading pauses after the first chunk, so only as many bytes are accepted as fit into the socket buffers.
    expect(await untilStalled(accepted)).toBeLessThan(2 ** 28);
    leave();
  });
});
