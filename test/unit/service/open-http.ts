/** @file The way to hosts of a test, by a clock that stands still until it is moved. */
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { HttpFailure } from '../../../src/main/service/failure.ts';
import { createHttp } from '../../../src/main/service/http.ts';
import type { Outgoing } from '../../../src/main/service/http-messages.ts';
import type { ProxyCredentialsProvider } from '../../../src/main/service/proxy.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { startHttp } from '../../fakes/servers.ts';

/** Milliseconds of silence after which an exchange of these tests is given up. */
export const stallTimeoutMs = 30_000;
/** A text that nothing may tell where it is secret. */
export const canary = 'canary-7f3a9b1c-canary';

/** The way to hosts of a test; `looks` counts how often it has looked at the clock. */
export function openHttp(
  parts: {
    readonly pac?: () => Promise<string>;
    readonly proxyCredentials?: ProxyCredentialsProvider;
    readonly certificatesReady?: () => Promise<void>;
  } = {},
) {
  const clock = createFakeClock();
  let looks = 0;
  const { pac = async () => 'DIRECT', ...rest } = parts;
  const asked: string[] = [];
  const http = createHttp({
    clock: {
      ...clock,
      monotonic: () => {
        looks += 1;
        return clock.monotonic();
      },
    },
    agent: 'Paydesk/1',
    network: {
      resolveProxy: (url) => {
        asked.push(url);
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
      stallTimeoutMs: stallTimeoutMs,
      secrets: [],
      ...facts,
    });
  const stream = (base: string, signal?: AbortSignal) =>
    http.stream({
      url: new URL(`${base}/a?b=c`),
      headers: {},
      stallTimeoutMs: stallTimeoutMs,
      secrets: [],
      signal,
    });
  return { clock, http, send, stream, asked, looks: () => looks };
}

/** A host whose responses the test writes. */
export async function writing() {
  const responses: ServerResponse[] = [];
  const host = await startHttp((_, response) => {
    responses.push(response);
    return undefined;
  });
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

/** Comes a moment later than what is settled already. */
export const soon = () =>
  new Promise<'waits'>((resolve) => {
    setImmediate(() => setImmediate(() => resolve('waits')));
  });
