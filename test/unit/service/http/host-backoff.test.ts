/** @file Pauses of hosts that have asked for a pause. */
import { describe, expect, test } from 'vitest';
import {
  HostBackoff,
  isHostPaused,
  withHostBackoff,
} from '../../../../src/main/service/http/host-backoff.ts';
import type { Http } from '../../../../src/main/service/http/http.ts';
import type { Outgoing } from '../../../../src/main/service/http/http-messages.ts';
import { PaydeskError, toPaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { incoming } from './incoming.ts';
import { unusedHttp } from './unused-http.ts';

const busyHost = 'busy.example:8443';

function backoffWithClock() {
  const clock = createFakeClock();
  return { clock, hostBackoff: new HostBackoff(clock) };
}

test('a host is paused for its whole time, whatever the wall clock does', async () => {
  const { clock, hostBackoff } = backoffWithClock();
  expect(hostBackoff.findPausedHost(['a.example'])).toBeNull();
  await clock.advance(7_000);
  hostBackoff.pause('a.example', 5_000);
  hostBackoff.pause('b.example', 0);
  clock.jump(86_400_000);
  expect(hostBackoff.findPausedHost(['a.example'])).toEqual({ host: 'a.example', remainingMs: 5_000 });
  await clock.advance(4_999);
  expect(hostBackoff.findPausedHost(['a.example', 'b.example'])).toEqual({
    host: 'a.example',
    remainingMs: 1,
  });
  await clock.advance(1);
  expect(hostBackoff.findPausedHost(['a.example', 'b.example'])).toBeNull();
});

test('the host with the longest pause is returned, of the given hosts only', () => {
  const { hostBackoff } = backoffWithClock();
  const pausedOf = (...hosts: string[]) => hostBackoff.findPausedHost(hosts)?.host;
  hostBackoff.pause('a.example', 2_000);
  hostBackoff.pause('b.example', 9_000);
  hostBackoff.pause('c.example', 4_000);
  expect(pausedOf('a.example', 'b.example', 'c.example')).toBe('b.example');
  expect(pausedOf('c.example', 'a.example')).toBe('c.example');
  expect(hostBackoff.findPausedHost(['d.example'])).toBeNull();
  // The clerk ends the pauses of some hosts.
  hostBackoff.clear(['b.example', 'd.example']);
  expect(hostBackoff.findPausedHost(['b.example'])).toBeNull();
  expect(pausedOf('a.example', 'b.example', 'c.example')).toBe('c.example');
});

test('a shorter pause does not end a longer one, and a longer one replaces a shorter one', () => {
  const { hostBackoff } = backoffWithClock();
  for (const [pauseMs, remainingMs] of [
    [5_000, 5_000],
    [1_000, 5_000],
    [8_000, 8_000],
  ] as const) {
    hostBackoff.pause('a.example', pauseMs);
    expect(hostBackoff.findPausedHost(['a.example'])).toEqual({ host: 'a.example', remainingMs });
  }
});

describe('a client', () => {
  /** A client whose hosts give the same answer to every request and every download. */
  function clientWith(answer: { status: number; retryAfter: string | null; date?: string }) {
    const { clock, hostBackoff } = backoffWithClock();
    const sent: string[] = [];
    const answers: Pick<Http, 'send' | 'stream'> = {
      async send({ url }) {
        sent.push(url.host);
        return incoming('', answer);
      },
      async stream({ url }) {
        sent.push(url.host);
        const headers = new Map([
          ['retry-after', answer.retryAfter],
          ['date', answer.date ?? null],
        ]);
        return {
          status: answer.status,
          header: (name) => headers.get(name) ?? null,
          requestId: null,
          body: (async function* () {})(),
          cancel: () => undefined,
        };
      },
    };
    const http = withHostBackoff({ ...unusedHttp, ...answers }, hostBackoff, clock);
    const request = (host: string) => ({
      url: new URL(`https://${host}/a`),
      headers: {},
      stallTimeoutMs: 1_000,
      secrets: [],
    });
    const outcomeOf = (exchange: Promise<unknown>) => exchange.then(() => 'sent', toPaydeskError);
    const send = (host: string, facts: Partial<Outgoing> = {}) =>
      outcomeOf(http.send({ ...request(host), method: 'PUT', body: null, maxAnswerBytes: 9, ...facts }));
    const stream = (host: string) => outcomeOf(http.stream(request(host)));
    return { clock, sent, exchanges: { request: send, download: stream }, send };
  }

  test.each(['request', 'download'] as const)(
    'sends nothing to a host whose answer to a %s asked for a pause until it has ended',
    async (kind) => {
      const { clock, sent, exchanges } = clientWith({ status: 429, retryAfter: '5' });
      await exchanges[kind](busyHost);
      await clock.advance(1_000);
      for (const exchange of Object.values(exchanges)) {
        const error = await exchange(busyHost);
        expect(error).toMatchObject({
          code: 'service-throttled',
          retryable: true,
          details: { host: busyHost, retryAfter: 4_000, sent: false },
        });
        expect(error instanceof PaydeskError && isHostPaused(error)).toBe(true);
      }
      // Another port is another host.
      expect(await exchanges[kind]('busy.example')).toBe('sent');
      expect(sent).toEqual([busyHost, 'busy.example']);
      await clock.advance(4_000);
      expect(await exchanges[kind](busyHost)).toBe('sent');
    },
  );

  test('sends a request that ignores the pause, and extends the pause by its answer', async () => {
    const { clock, send } = clientWith({ status: 503, retryAfter: '5' });
    await send(busyHost);
    await clock.advance(3_000);
    expect(await send(busyHost, { ignoresPause: true })).toBe('sent');
    await clock.advance(4_000);
    expect(await send(busyHost)).toMatchObject({ details: { retryAfter: 1_000 } });
  });

  test.each([
    [429, null],
    [429, 'soon'],
    [503, '0'],
    [200, '60'],
    [403, '60'],
    [500, '60'],
  ])('does not pause after the status %i with the Retry-After %o', async (status, retryAfter) => {
    const { exchanges } = clientWith({ status, retryAfter });
    for (const exchange of Object.values(exchanges)) {
      expect(await exchange(busyHost)).toBe('sent');
      expect(await exchange(busyHost)).toBe('sent');
    }
  });

  test('reads the date in an answer by the clock of the host', async () => {
    const retryAfter = 'Mon, 02 Mar 2026 09:00:09 GMT';
    for (const kind of ['request', 'download'] as const) {
      const { exchanges } = clientWith({ status: 429, retryAfter, date: 'Mon, 02 Mar 2026 09:00:00 GMT' });
      await exchanges[kind](busyHost);
      expect(await exchanges[kind](busyHost)).toMatchObject({ details: { retryAfter: 9_000 } });
    }
  });
});
