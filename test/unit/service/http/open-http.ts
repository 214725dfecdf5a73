/** @file An HTTP client with a fake clock, and hosts whose responses a test writes. */
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { HttpFailure } from '../../../../src/main/service/http/failure.ts';
import { createHttp } from '../../../../src/main/service/http/http.ts';
import type { Outgoing } from '../../../../src/main/service/http/http-messages.ts';
import type {
  ProxyCredentials,
  ProxyCredentialsProvider,
  ProxyTickets,
} from '../../../../src/main/service/http/proxy-credentials.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';
import { startHttp } from '../../../fakes/servers/servers.ts';
import { bodyOf } from '../../../fakes/servers/service.ts';
import { trust } from '../../../integration/service/trust.ts';

/** Milliseconds without progress after which an exchange of these tests is aborted. */
export const stallTimeoutMs = 30_000;
const authority = createAuthority('Office CA');
/** A secret that must not appear in any error or log. */
export const canary = 'canary-7f3a9b1c-canary';

/** Creates an HTTP client; `clockReads` counts its reads of the clock. */
export function openHttp(
  deps: {
    readonly pac?: () => Promise<string>;
    readonly proxyCredentials?: ProxyCredentialsProvider;
    readonly proxyTickets?: ProxyTickets;
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

/** Opens a client behind a proxy, with a host to reach, and a clerk who gives a password once. */
export async function openBehindProxy(proxy: string, proxyTickets: ProxyTickets, saved?: ProxyCredentials) {
  let credentials = saved ?? null;
  trust(authority);
  const host = await startHttp(() => ({ status: 200 }), authority.issue('127.0.0.1'));
  const prompts: (ProxyCredentials | null)[] = [];
  const proxyCredentials: ProxyCredentialsProvider = {
    saved: async () => credentials,
    request: async (_proxy, refused) => {
      prompts.push(refused);
      credentials = refused === null ? { user: 'hansen', password: 'right' } : null;
      return credentials;
    },
  };
  const client = openHttp({ pac: async () => `PROXY ${proxy}`, proxyTickets, proxyCredentials });
  /** Connects with every kind of request, each on a connection of its own. */
  async function connectEveryWay(): Promise<void> {
    const body = bodyOf(Buffer.from('%PDF'));
    for (const facts of [{}, { method: 'PUT' as const, body, isFrequent: true }])
      expect((await client.send(host.base, { ...facts, ownConnection: true })).status).toBe(200);
    expect((await client.stream(host.base)).status).toBe(200);
    await client.http.reach(new URL(host.base), stallTimeoutMs);
  }
  return { base: host.base, received: host.receivedRequests, prompts, connectEveryWay, ...client };
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
