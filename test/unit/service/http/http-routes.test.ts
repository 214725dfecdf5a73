/** @file Routes to a host: proxy resolution, proxy credentials and fallback to the next route. */
import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type {
  ProxyCredentials,
  ProxyCredentialsProvider,
} from '../../../../src/main/service/http/proxy-credentials.ts';
import { createFakeTickets } from '../../../fakes/proxy-tickets.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startHttp, startTcp } from '../../../fakes/servers/servers.ts';
import { canary, expectTimeout, failureOf, openHttp, stallTimeoutMs, startManualHost } from './open-http.ts';

const kinds = ['send', 'stream'] as const;
const nowhere = 'http://127.0.0.1:9';
const never = () => new Promise<never>(() => undefined);
const cancelled = { kind: 'cancelled', sent: false, detail: '' };

/** Starts a request of a kind, whose signal is aborted by `abort`. */
function start(
  client: Pick<ReturnType<typeof openHttp>, 'send' | 'stream'>,
  kind: 'send' | 'stream',
  base: string,
) {
  const controller = new AbortController();
  const { signal } = controller;
  const answer = kind === 'send' ? client.send(base, { signal }) : client.stream(base, signal);
  return { answer, abort: () => controller.abort() };
}

describe('a cancelled request', () => {
  test('before it was sent resolves no proxy and sends nothing', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send, stream, proxyRequests, clock } = openHttp();
    const signal = AbortSignal.abort();
    for (const failure of [send(host.base, { signal }), stream(host.base, signal)])
      expect(await failureOf(failure)).toMatchObject(cancelled);
    expect([proxyRequests, host.receivedRequests, clock.waiting()]).toEqual([[], [], 0]);
  });

  test.each(kinds)('ends at once during the proxy resolution, and leaves no timer (%s)', async (kind) => {
    const client = openHttp({ pac: never });
    const { answer, abort } = start(client, kind, nowhere);
    abort();
    expect(await failureOf(answer)).toMatchObject({ ...cancelled, host: '127.0.0.1:9' });
    expect(client.clock.waiting()).toBe(0);
  });

  test('that is not cancelled leaves no listener on the signal, which may live as long as a session', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { signal } = new AbortController();
    const { send, stream } = openHttp();
    for (const isFrequent of [true, false]) await send(host.base, { signal, isFrequent });
    const { body } = await stream(host.base, signal);
    for await (const chunk of body) expect(chunk).toHaveLength(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each(kinds)('ends at once while it is being sent, and may have been sent (%s)', async (kind) => {
    const { host, response } = await startManualHost();
    const client = openHttp();
    const { answer, abort } = start(client, kind, host.base);
    const failure = failureOf(answer);
    await response();
    abort();
    expect(await failure).toMatchObject({ ...cancelled, sent: true });
    expect(client.clock.waiting()).toBe(0);
  });

  test.each(kinds)('ends at once while the certificates are being loaded (%s)', async (kind) => {
    const certificatesReady = () => {
      setImmediate(() => abort());
      return never();
    };
    const { answer, abort } = start(openHttp({ certificatesReady }), kind, 'https://127.0.0.1:9');
    expect(await failureOf(answer)).toMatchObject(cancelled);
  });
});

describe('the route to a host', () => {
  test('is a proxy error when it cannot be resolved', async () => {
    const { send, clock } = openHttp({ pac: () => Promise.reject(new Error(canary)) });
    const failure = await failureOf(send(nowhere));
    expect(failure).toMatchObject({ kind: 'proxy', host: '127.0.0.1:9', sent: false, detail: '' });
    expect(clock.waiting()).toBe(0);
  });

  test('is aborted after the timeout when it is not resolved', async () => {
    const { http, send, stream, clock } = openHttp({ pac: never });
    const url = new URL(nowhere);
    const operations = [
      () => send(nowhere),
      () => stream(nowhere),
      () => http.reach(url, stallTimeoutMs),
      () => http.proxyOf(url, stallTimeoutMs),
    ];
    for (const operation of operations) {
      await expectTimeout(failureOf(operation()), clock, { sent: false });
    }
  });

  test('is returned as its proxy, or null for a direct route', async () => {
    const url = new URL('https://service.example/secret?a=b');
    const proxied = openHttp({ pac: async () => 'PROXY proxy.example:3128; DIRECT' });
    expect(await proxied.http.proxyOf(url, stallTimeoutMs)).toBe('proxy.example:3128');
    expect(proxied.proxyRequests).toEqual(['https://service.example']);
    expect(await openHttp().http.proxyOf(url, stallTimeoutMs)).toBeNull();
  });

  test('waits for the certificates of the system only with TLS, to the host or to one of its proxies', async () => {
    const plain = await startHttp(() => ({ status: 200 }));
    const closed = `127.0.0.1:${await freePort()}`;
    const waitsOf = async (base: string, pac: string) => {
      const certificatesReady = vi.fn(async () => undefined);
      await openHttp({ certificatesReady, pac: async () => pac })
        .send(base)
        .catch(() => undefined);
      return certificatesReady.mock.calls.length;
    };
    expect(await waitsOf(plain.base, 'DIRECT')).toBe(0);
    expect(await waitsOf(plain.base, `PROXY ${closed}`)).toBe(0);
    expect(await waitsOf(`https://${closed}`, 'DIRECT')).toBe(1);
    expect(await waitsOf(plain.base, `HTTPS ${closed}`)).toBe(1);
    expect(await waitsOf(plain.base, `PROXY ${closed}; HTTPS ${closed}`)).toBe(1);
  });

  test('is the next route only when the previous route sent nothing', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const closed = `127.0.0.1:${await freePort()}`;
    const openWithRoutes = (pac: string) => openHttp({ pac: async () => pac });
    const answered = { status: 200 };
    const throughTwo = openWithRoutes(`PROXY ${closed}; PROXY ${closed}; DIRECT`);
    expect(await throughTwo.send(host.base)).toMatchObject(answered);
    expect(await openWithRoutes(`PROXY ${closed}; DIRECT`).stream(host.base)).toMatchObject(answered);
    await openWithRoutes(`PROXY ${closed}; DIRECT`).http.reach(new URL(host.base), stallTimeoutMs);
    expect(host.receivedRequests).toHaveLength(2);
    const resetting = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const lost = openWithRoutes(`PROXY 127.0.0.1:${resetting.port}; DIRECT`);
    expect(await failureOf(lost.send(host.base))).toMatchObject({ kind: 'connection-lost', sent: true });
    expect(host.receivedRequests).toHaveLength(2);
    const unreachable = failureOf(openWithRoutes(`PROXY ${closed}`).send(host.base));
    expect(await unreachable).toMatchObject({ kind: 'unreachable', sent: false });
  });

  test('ends at a proxy that answers, also when the proxy cannot reach the host', async () => {
    const refusing = await startProxy(502);
    const other = await startProxy();
    const { send } = openHttp({ pac: async () => `PROXY ${refusing.address}; PROXY ${other.address}` });
    const failure = { kind: 'unreachable', sent: false, detail: '502' };
    expect(await failureOf(send('https://service.example'))).toMatchObject(failure);
    expect(other.requests).toEqual([]);
  });

  test('is the next route when the name of a proxy is unknown', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send } = openHttp({ pac: async () => 'PROXY proxy.paydesk-test.invalid:3128; DIRECT' });
    expect((await send(host.base)).status).toBe(200);
  });
});

describe('a proxy that requires a sign-in', () => {
  type MaybeCredentials = ProxyCredentials | null;
  const right = { user: 'hansen', password: 'right' };
  const wrong = { user: 'hansen', password: 'wrong' };
  const tokenOf = ({ user, password }: ProxyCredentials) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  /** Starts a proxy for plain HTTP that answers itself, with saved credentials and the clerk's answers to prompts. */
  async function startSignInProxy(saved: MaybeCredentials, answers: readonly MaybeCredentials[]) {
    const proxy = await startHttp(({ headers }) => {
      const authorization = new Map(headers).get('proxy-authorization');
      if (authorization === tokenOf(right)) return { status: 200, body: 'passed' };
      return { status: 407, body: 'sign in' };
    });
    const prompts: [string, MaybeCredentials][] = [];
    const proxyCredentials: ProxyCredentialsProvider = {
      saved: async () => saved,
      request: async (address, refused) => {
        prompts.push([address, refused]);
        return answers[prompts.length - 1] ?? null;
      },
    };
    const address = `127.0.0.1:${proxy.port}`;
    const client = openHttp({ pac: async () => `PROXY ${address}`, proxyCredentials });
    return { proxy, address, prompts, proxyCredentials, ...client };
  }

  test.each<[string, MaybeCredentials, MaybeCredentials[], MaybeCredentials[], number]>([
    ['gets the saved credentials without a prompt', right, [], [], 200],
    ['prompts for other credentials until they are accepted', null, [wrong, right], [null, wrong], 200],
    ['has its answer passed on when the clerk gives no credentials', wrong, [null], [wrong], 407],
  ])('%s', async (_what, saved, answers, refused, status) => {
    const { send, prompts, address, proxy } = await startSignInProxy(saved, answers);
    expect(await send('http://service.example')).toMatchObject({ status });
    expect(prompts).toEqual(refused.map((credentials) => [address, credentials]));
    const targets = new Set(proxy.receivedRequests.map(({ target }) => target));
    expect([...targets]).toEqual(['http://service.example/a?b=c']);
  });

  test('gets credentials for a streamed answer as well', async () => {
    const { stream, prompts, address } = await startSignInProxy(null, [right]);
    const answer = await stream('http://service.example');
    expect(answer.status).toBe(200);
    for await (const piece of answer.body) expect(Buffer.from(piece).toString()).toBe('passed');
    expect(prompts).toEqual([[address, null]]);
  });

  test('is not assumed without a provider of credentials, or when the host itself answers 407', async () => {
    const proxy = await startProxy(407);
    const { send } = openHttp({ pac: async () => `PROXY ${proxy.address}` });
    expect(await failureOf(send('https://service.example'))).toMatchObject({ kind: 'proxy', detail: '407' });
    expect(proxy.requests).toHaveLength(1);
    const host = await startHttp(() => ({ status: 407, headers: { 'proxy-authenticate': 'Negotiate' } }));
    const { proxyCredentials, prompts } = await startSignInProxy(right, [right]);
    const { tickets: proxyTickets, hosts } = createFakeTickets();
    expect((await openHttp({ proxyCredentials, proxyTickets }).send(host.base)).status).toBe(407);
    expect([prompts, hosts]).toEqual([[], []]);
  });

  test('is recognized by 407 for a tunnel, and by 401 after wrong credentials', async () => {
    for (const [status, saved, times] of [
      [407, null, 1],
      [407, wrong, 1],
      [401, wrong, 1],
      [401, null, 0],
      [403, wrong, 0],
    ] as const) {
      const refusing = await startProxy(status);
      const { proxyCredentials, prompts } = await startSignInProxy(saved, [null]);
      const { send } = openHttp({ pac: async () => `PROXY ${refusing.address}`, proxyCredentials });
      const failure = { kind: 'proxy', sent: false, detail: String(status) };
      expect(await failureOf(send('https://service.example'))).toMatchObject(failure);
      expect([status, prompts.length]).toEqual([status, times]);
    }
  });

  test('by an unsupported scheme is a separate failure without a prompt', async () => {
    const proxy = await startProxy(407, ['Negotiate', 'NTLM']);
    const { proxyCredentials, prompts } = await startSignInProxy(null, [right]);
    const pac = async () => `PROXY ${proxy.address}; DIRECT`;
    const { http, send, clock } = openHttp({ pac, proxyCredentials });
    const failure = { kind: 'proxy-scheme', host: 'service.example', sent: false, detail: 'Negotiate, NTLM' };
    expect(await failureOf(send('https://service.example'))).toMatchObject(failure);
    expect(await failureOf(http.reach(new URL('https://service.example'), stallTimeoutMs))).toMatchObject(
      failure,
    );
    expect([prompts, clock.waiting()]).toEqual([[], 0]);
  });

  test.each(kinds)('does not delay a request that is cancelled during the prompt (%s)', async (kind) => {
    const { proxy, address, proxyCredentials } = await startSignInProxy(null, []);
    const request = () => {
      setImmediate(() => abort());
      return never();
    };
    const unanswered = { ...proxyCredentials, request };
    const client = openHttp({ pac: async () => `PROXY ${address}`, proxyCredentials: unanswered });
    const { answer, abort } = start(client, kind, 'http://service.example');
    expect((await answer).status).toBe(407);
    expect(proxy.receivedRequests).toHaveLength(1);
  });
});

describe('TLS', () => {
  test('with an untrusted certificate reports its issuer, and nothing was sent', async () => {
    const identity = createAuthority('Example Root 7').issue('127.0.0.1');
    const host = await startHttp(() => ({ status: 200 }), identity);
    const { send, http } = openHttp();
    const failure = { kind: 'certificate', sent: false, detail: 'Example Root 7' };
    expect(await failureOf(send(host.base))).toMatchObject(failure);
    expect(await failureOf(http.reach(new URL(host.base), stallTimeoutMs))).toMatchObject(failure);
    expect(host.receivedRequests).toEqual([]);
  });

  test('that the host does not support is reported with the code of the system', async () => {
    const answer = 'HTTP/1.1 400 Bad\r\n\r\n';
    const host = await startTcp((socket) => socket.once('data', () => socket.end(answer)));
    const sending = openHttp().send(host.base.replace('http:', 'https:'));
    const failure = { kind: 'certificate', sent: false, detail: expect.stringMatching(/^E/) };
    expect(await failureOf(sending)).toMatchObject(failure);
  });
});
