/** @file An HTTP client with a fake clock, and hosts whose responses a test writes. */
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { HttpFailure } from '../../../../src/main/service/http/failure.ts';
import { createHttp } from '../../../../src/main/service/http/http.ts';
import type { Outgoing } from '../../../../src/main/service/http/http-messages.ts';
import type { ProxyCredentialsProvider } from '../../../../src/main/service/http/proxy-credentials.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { startHttp } from '../../../fakes/servers/servers.ts';

/** Milliseconds without progress after which an exchange of these tests is aborted. */
export const stallTimeoutMs = 30_000;
/** A secret that must not appear in any error or log. */
export const canary = 'canary-7f3a9b1c-canary';

/** Creates an HTTP client; `clockReads` counts its reads of the clock. */
export function openHttp(
  deps: {
    readonly pac?: () => Promise<string>;
    readonly proxyCredentials?: ProxyCredentialsProvider;
    readonly certificatesReady?: () => Promise<void>;
  } = {},
) {
  const clock = createFakeClock();
  let clockReads = 0;
  const { pac = async () => 'DIRECT', ...rest } = deps;
  const proxyRequests: string[] = [];
  const http = createHttp({
    clock: {
      ...clock,
      monotonic: () => {
        clockReads += 1;
        return clock.monotonic();
      },
    },
    agent: 'Paydesk/1',
    network: {
      resolveProxy: (url) => {
        proxyRequests.push(url);
        return pac();
      },
    },
    ...rest,
  });
  onTestFinished(() => http.dropConnections());
  const send = (base: string, facts: Partial<Outgoing> = {}) =>
    http.send({
      method: 'GET',
      url: new URL(`${base}/a?b=c`),
      headers: {},
      body: null,
      maxAnswerBytes: 1_000,
      stallTimeoutMs,
      secrets: [],
      ...facts,
    });
  const stream = (base: string, signal?: AbortSignal) =>
    http.stream({
      url: new URL(`${base}/a?b=c`),
      headers: {},
      stallTimeoutMs,
      secrets: [],
      signal,
    });
  return { clock, http, send, stream, proxyRequests, clockReads: () => clockReads };
}

/** Starts a host whose responses the test writes. */
export async function startManualHost() {
  const responses: ServerResponse[] = [];
  const host = await startHttp((_, response) => {
    responses.push(response);
    return undefined;
  });
  /** The latest response, once its request has arrived. */
  const response = () =>
    eventually(() => {
      const last = responses.at(-1);
      if (last === undefined) throw new Error('Nothing has arrived');
      return last;
    });
  return { host, response };
}

/** The failure that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<HttpFailure> {
  const thrown = await promise.then(
    () => new Error('It was fulfilled'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof HttpFailure)) throw thrown;
  return thrown;
}

/** Resolves to `pending` after two turns of the event loop: loses a race against a settled promise. */
const pendingSoon = () =>
  new Promise<'pending'>((resolve) => {
    setImmediate(() => setImmediate(() => resolve('pending')));
  });

/** Expects that an exchange times out in exactly `ms` milliseconds, and leaves no timer behind. */
export async function expectTimeout(
  failure: Promise<HttpFailure>,
  clock: FakeClock,
  { ms = stallTimeoutMs, sent = true } = {},
): Promise<void> {
  await clock.advance(ms - 1);
  expect(await Promise.race([failure, pendingSoon()])).toBe('pending');
  await clock.advance(1);
  expect(await failure).toMatchObject({ kind: 'timed-out', sent, detail: '' });
  expect(clock.waiting()).toBe(0);
}
