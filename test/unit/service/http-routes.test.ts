/** @file Routes to a host: proxy resolution, proxy credentials and fallback to the next route. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type {
  ProxyCredentials,
  ProxyCredentialsProvider,
} from '../../../src/main/service/proxy-credentials.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startHttp, startTcp } from '../../fakes/servers.ts';
import { canary, failureOf, openHttp, pendingSoon, stallTimeoutMs, startManualHost } from './open-http.ts';

describe('a cancelled request', () => {
  test('before it was sent resolves no proxy and sends nothing', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send, stream, proxyRequests, clock } = openHttp();
    const failures = [
      send(host.base, { signal: AbortSignal.abort() }),
      stream(host.base, AbortSignal.abort()),
    ];
    for (const failure of failures)
      expect(await failureOf(failure)).toMatchObject({ kind: 'cancelled', sent: false, detail: '' });
    expect([proxyRequests, host.receivedRequests, clock.waiting()]).toEqual([[], [], 0]);
  });

  test('ends at once during the proxy resolution, and leaves no timer behind', async () => {
    for (const kind of ['send', 'stream'] as const) {
      const abortController = new AbortController();
      const { send, stream, clock } = openHttp({ pac: () => new Promise(() => undefined) });
      const base = 'http://127.0.0.1:9';
      const failure = failureOf(
        kind === 'send'
          ? send(base, { signal: abortController.signal })
          : stream(base, abortController.signal),
      );
      abortController.abort();
      expect(await failure).toMatchObject({
        kind: 'cancelled',
        host: '127.0.0.1:9',
        sent: false,
        detail: '',
      });
      expect(clock.waiting()).toBe(0);
    }
  });

  test('that is not cancelled leaves no listener on the signal, which may live as long as a session', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { signal } = new AbortController();
    const { send, stream } = openHttp();
    for (const request of [send(host.base, { signal }), send(host.base, { signal })]) await request;
    const { body } = await stream(host.base, signal);
    for await (const chunk of body) expect(chunk).toHaveLength(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends at once while it is being sent, and may have been sent', async () => {
    const { host, response } = await startManualHost();
    const abortController = new AbortController();
    const { send, clock } = openHttp();
    const failure = failureOf(send(host.base, { signal: abortController.signal }));
    await response();
    abortController.abort();
    expect(await failure).toMatchObject({ kind: 'cancelled', sent: true, detail: '' });
    expect(clock.waiting()).toBe(0);
  });

  test('ends at once while the certificates are being loaded', async () => {
    const abortController = new AbortController();
    const certificatesReady = () => {
      setImmediate(() => abortController.abort());
      return new Promise<void>(() => undefined);
    };
    const { send } = openHttp({ certificatesReady });
    const failure = failureOf(send('https://127.0.0.1:9', { signal: abortController.signal }));
    expect(await failure).toMatchObject({ kind: 'cancelled', sent: false, detail: '' });
  });
});

describe('the route to a host', () => {
  test('is a proxy error when it cannot be resolved', async () => {
    const { send, clock } = openHttp({ pac: () => Promise.reject(new Error(canary)) });
    const failure = await failureOf(send('http://127.0.0.1:9'));
    expect(failure).toMatchObject({ kind: 'proxy', host: '127.0.0.1:9', sent: false, detail: '' });
    expect(clock.waiting()).toBe(0);
  });

  test('is aborted after the timeout when it is not resolved', async () => {
    const { http, send, stream, clock } = openHttp({ pac: () => new Promise(() => undefined) });
    const url = new URL('http://127.0.0.1:9');
    const operations = [
      () => send(url.origin),
      () => stream(url.origin),
      () => http.reach(url, stallTimeoutMs),
      () => http.proxyOf(url, stallTimeoutMs),
    ];
    for (const operation of operations) {
      const failure = failureOf(operation());
      await clock.advance(stallTimeoutMs - 1);
      expect(await Promise.race([failure, pendingSoon()])).toBe('pending');
      await clock.advance(1);
      expect(await failure).toMatchObject({ kind: 'timed-out', sent: false, detail: '' });
    }
  });

  test('is returned as its proxy, or null for a direct route', async () => {
    const url = new URL('https://service.example/secret?a=b');
    const proxied = openHttp({ pac: async () => 'PROXY proxy.example:3128; DIRECT' });
    expect(await proxied.http.proxyOf(url, stallTimeoutMs)).toBe('proxy.example:3128');
    expect(proxied.proxyRequests).toEqual(['https://service.example']);
    expect(await openHttp().http.proxyOf(url, stallTimeoutMs)).toBeNull();
  });

  test('waits for the certificates of the system only with TLS', async () => {
    const plain = await startHttp(() => ({ status: 200 }));
    let waits = 0;
    const certificatesReady = async () => {
      waits += 1;
    };
    await openHttp({ certificatesReady }).send(plain.base);
    expect(waits).toBe(0);
    const closed = `127.0.0.1:${await freePort()}`;
    await failureOf(openHttp({ certificatesReady }).send(`https://${closed}`));
    expect(waits).toBe(1);
    await failureOf(openHttp({ certificatesReady, pac: async () => `HTTPS ${closed}` }).send(plain.base));
    expect(waits).toBe(2);
    await failureOf(openHttp({ certificatesReady, pac: async () => `PROXY ${closed}` }).send(plain.base));
    expect(waits).toBe(2);
    await failureOf(
      openHttp({ certificatesReady, pac: async () => `PROXY ${closed}; HTTPS ${closed}` }).send(plain.base),
    );
    expect(waits).toBe(3);
  });

  test('is the next route only when the previous route sent nothing', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const closed = `127.0.0.1:${await freePort()}`;
    const openWithRoutes = (pac: string) => openHttp({ pac: async () => pac });
    expect((await openWithRoutes(`PROXY ${closed}; PROXY ${closed}; DIRECT`).send(host.base)).status).toBe(
      200,
    );
    expect((await openWithRoutes(`PROXY ${closed}; DIRECT`).stream(host.base)).status).toBe(200);
    await openWithRoutes(`PROXY ${closed}; DIRECT`).http.reach(new URL(host.base), stallTimeoutMs);
    expect(host.receivedRequests).toHaveLength(2);
    const resetting = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const lost = openWithRoutes(`PROXY 127.0.0.1:${resetting.port}; DIRECT`);
    expect(await failureOf(lost.send(host.base))).toMatchObject({ kind: 'connection-lost', sent: true });
    expect(host.receivedRequests).toHaveLength(2);
    expect(await failureOf(openWithRoutes(`PROXY ${closed}`).send(host.base))).toMatchObject({
      kind: 'unreachable',
      sent: false,
    });
  });

  test('ends at a proxy that answers, also when the proxy cannot reach the host', async () => {
    const refusing = await startProxy(502);
    const other = await startProxy();
    const { send } = openHttp({ pac: async () => `PROXY ${refusing.address}; PROXY ${other.address}` });
    expect(await failureOf(send('https://service.example'))).toMatchObject({
      kind: 'unreachable',
      sent: false,
      detail: '502',
    });
    expect(other.requests).toEqual([]);
  });

  test('is the next route when the name of a proxy is unknown', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send } = openHttp({ pac: async () => 'PROXY proxy.paydesk-test.invalid:3128; DIRECT' });
    expect((await send(host.base)).status).toBe(200);
  });
});

describe('a proxy that requires a sign-in', () => {
  const right = { user: 'hansen', password: 'right' };
  const wrong = { user: 'hansen', password: 'wrong' };
  const tokenOf = ({ user, password }: ProxyCredentials) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  /** Starts a proxy for plain HTTP that answers itself, with saved credentials and the clerk's answers to prompts. */
  async function startSignInProxy(
    saved: ProxyCredentials | null,
    answers: readonly (ProxyCredentials | null)[],
    refusal = 407,
  ) {
    const proxy = await startHttp(({ headers }) => {
      const authorization = new Map(headers).get('proxy-authorization');
      if (authorization === tokenOf(right)) return { status: 200, body: 'passed' };
      return { status: authorization === undefined ? 407 : refusal, body: 'sign in' };
    });
    const prompts: [string, ProxyCredentials | null][] = [];
    const proxyCredentials: ProxyCredentialsProvider = {
      saved: async () => saved,
      request: async (address, refused) => {
        prompts.push([address, refused]);
        return answers[prompts.length - 1] ?? null;
      },
    };
    const address = `127.0.0.1:${proxy.port}`;
    return {
      proxy,
      address,
      prompts,
      proxyCredentials,
      ...openHttp({ pac: async () => `PROXY ${address}`, proxyCredentials }),
    };
  }

  test('gets the saved credentials without a prompt', async () => {
    const { send, prompts } = await startSignInProxy(right, []);
    expect((await send('http://service.example')).status).toBe(200);
    expect(prompts).toEqual([]);
  });

  test('prompts for other credentials until the clerk gives none', async () => {
    const { send, prompts, address, proxy } = await startSignInProxy(null, [wrong, right]);
    expect((await send('http://service.example')).status).toBe(200);
    expect(prompts).toEqual([
      [address, null],
      [address, wrong],
    ]);
    expect(proxy.receivedRequests.map(({ target }) => target)).toEqual(
      Array(3).fill('http://service.example/a?b=c'),
    );
  });

  test('gets credentials for a streamed answer as well', async () => {
    const { stream, prompts, address } = await startSignInProxy(null, [right]);
    const answer = await stream('http://service.example');
    expect(answer.status).toBe(200);
    for await (const piece of answer.body) expect(Buffer.from(piece).toString()).toBe('passed');
    expect(prompts).toEqual([[address, null]]);
  });

  test('has its answer passed on when the clerk gives no credentials', async () => {
    const { send, prompts } = await startSignInProxy(wrong, [null]);
    expect(await send('http://service.example')).toMatchObject({ status: 407 });
    expect(prompts).toHaveLength(1);
  });

  test('causes no prompt without a provider of credentials', async () => {
    const proxy = await startProxy(407);
    const { send } = openHttp({ pac: async () => `PROXY ${proxy.address}` });
    expect(await failureOf(send('https://service.example'))).toMatchObject({ kind: 'proxy', detail: '407' });
    expect(proxy.requests).toHaveLength(1);
  });

  test('is not assumed when the host itself answers 407', async () => {
    const host = await startHttp(() => ({ status: 407 }));
    const { proxyCredentials, prompts } = await startSignInProxy(right, [right]);
    expect(await openHttp({ proxyCredentials }).send(host.base)).toMatchObject({ status: 407 });
    expect(prompts).toEqual([]);
  });

  test('is recognized by 407 for a tunnel, and by 401 after wrong credentials', async () => {
    const outcomes: [number, ProxyCredentials | null, number][] = [
      [407, null, 1],
      [407, wrong, 1],
      [401, wrong, 1],
      [401, null, 0],
      [403, wrong, 0],
    ];
    for (const [status, saved, times] of outcomes) {
      const refusing = await startProxy(status);
      const { proxyCredentials, prompts } = await startSignInProxy(saved, [null]);
      const { send } = openHttp({
        pac: async () => `PROXY ${refusing.address}`,
        proxyCredentials,
      });
      expect(await failureOf(send('https://service.example'))).toMatchObject({
        kind: 'proxy',
        sent: false,
        detail: String(status),
      });
      expect([status, prompts.length]).toEqual([status, times]);
    }
  });

  test('by an unsupported scheme is a separate failure without a prompt', async () => {
    const proxy = await startProxy(407, ['Negotiate', 'NTLM']);
    const { proxyCredentials, prompts } = await startSignInProxy(null, [right]);
    const { http, send, clock } = openHttp({
      pac: async () => `PROXY ${proxy.address}; DIRECT`,
      proxyCredentials,
    });
    const failure = { kind: 'proxy-scheme', host: 'service.example', sent: false, detail: 'Negotiate, NTLM' };
    expect(await failureOf(send('https://service.example'))).toMatchObject(failure);
    expect(await failureOf(http.reach(new URL('https://service.example'), stallTimeoutMs))).toMatchObject(
      failure,
    );
    expect([prompts, clock.waiting()]).toEqual([[], 0]);
  });

  test('does not delay a request that is cancelled during the prompt', async () => {
    for (const kind of ['send', 'stream'] as const) {
      const { proxy, address, proxyCredentials } = await startSignInProxy(null, []);
      const abortController = new AbortController();
      const unanswered: ProxyCredentialsProvider = {
        ...proxyCredentials,
        request: () => {
          setImmediate(() => abortController.abort());
          return new Promise(() => undefined);
        },
      };
      const { send, stream } = openHttp({
        pac: async () => `PROXY ${address}`,
        proxyCredentials: unanswered,
      });
      const base = 'http://service.example';
      const answer =
        kind === 'send'
          ? send(base, { signal: abortController.signal })
          : stream(base, abortController.signal);
      expect(await answer.then(({ status }) => status)).toBe(407);
      expect(proxy.receivedRequests).toHaveLength(1);
    }
  });
});

describe('TLS', () => {
  test('with an untrusted certificate reports its issuer, and nothing was sent', async () => {
    const host = await startHttp(
      () => ({ status: 200 }),
      createAuthority('Example Root 7').issue('127.0.0.1'),
    );
    const { send, http } = openHttp();
    const failure = { kind: 'certificate', sent: false, detail: 'Example Root 7' };
    expect(await failureOf(send(host.base))).toMatchObject(failure);
    expect(await failureOf(http.reach(new URL(host.base), stallTimeoutMs))).toMatchObject(failure);
    expect(host.receivedRequests).toEqual([]);
  });

  test('that the host does not support is reported with the code of the system', async () => {
    const host = await startTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
    );
    const base = host.base.replace('http:', 'https:');
    expect(await failureOf(openHttp().send(base))).toMatchObject({
      kind: 'certificate',
      sent: false,
      detail: expect.stringMatching(/^E/),
    });
  });
});
