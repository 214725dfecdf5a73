/** @file The ways of an exchange: what the machine says of proxies, who is told which key, and which way comes next. */
import { describe, expect, test } from 'vitest';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../../src/main/service/proxy.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { startHttp, startTcp, unusedPort } from '../../fakes/servers.ts';
import { canary, failureOf, openHttp, soon, stallTimeoutMs, writing } from './open-http.ts';

describe('a cancelled request', () => {
  test('resolves no proxy and sends nothing when cancelled before sending', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const { send, stream, asked, clock } = openHttp();
    const failures = [
      send(host.base, { signal: AbortSignal.abort() }),
      stream(host.base, AbortSignal.abort()),
    ];
    for (const failure of failures)
      expect(await failureOf(failure)).toMatchObject({ kind: 'cancelled', sent: false, detail: '' });
    expect([asked, host.arrived, clock.waiting()]).toEqual([[], [], 0]);
  });

  test('ends at once during the proxy resolution, and leaves no timer behind', async () => {
    for (const kind of ['send', 'stream'] as const) {
      const stop = new AbortController();
      const { send, stream, clock } = openHttp({ pac: () => new Promise(() => undefined) });
      const base = 'http://127.0.0.1:9';
      const failure = failureOf(
        kind === 'send' ? send(base, { signal: stop.signal }) : stream(base, stop.signal),
      );
      stop.abort();
      expect(await failure).toMatchObject({
        kind: 'cancelled',
        host: '127.0.0.1:9',
        sent: false,
        detail: '',
      });
      expect(clock.waiting()).toBe(0);
    }
  });

  test('ends at once while it is being sent, and may have been sent', async () => {
    const { host, response } = await writing();
    const stop = new AbortController();
    const { send, clock } = openHttp();
    const failure = failureOf(send(host.base, { signal: stop.signal }));
    await response();
    stop.abort();
    expect(await failure).toMatchObject({ kind: 'cancelled', sent: true, detail: '' });
    expect(clock.waiting()).toBe(0);
  });

  test('ends at once while the certificates are being loaded', async () => {
    const stop = new AbortController();
    const certificatesReady = () => {
      setImmediate(() => stop.abort());
      return new Promise<void>(() => undefined);
    };
    const { send } = openHttp({ certificatesReady });
    const failure = failureOf(send('https://127.0.0.1:9', { signal: stop.signal }));
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
    const works = [
      () => send(url.origin),
      () => stream(url.origin),
      () => http.reach(url, stallTimeoutMs),
      () => http.proxyOf(url, stallTimeoutMs),
    ];
    for (const work of works) {
      const failure = failureOf(work());
      await clock.advance(stallTimeoutMs - 1);
      expect(await Promise.race([failure, soon()])).toBe('waits');
      await clock.advance(1);
      expect(await failure).toMatchObject({ kind: 'timed-out', sent: false, detail: '' });
    }
  });

  test('is returned as its proxy, or as none', async () => {
    const url = new URL('https://service.example/secret?a=b');
    const proxied = openHttp({ pac: async () => 'PROXY proxy.example:3128; DIRECT' });
    expect(await proxied.http.proxyOf(url, stallTimeoutMs)).toBe('proxy.example:3128');
    expect(proxied.asked).toEqual(['https://service.example']);
    expect(await openHttp().http.proxyOf(url, stallTimeoutMs)).toBeNull();
  });

  test('waits for the certificates of the system only with TLS', async () => {
    const plain = await startHttp(() => ({ status: 200 }));
    let waited = 0;
    const certificatesReady = async () => {
      waited += 1;
    };
    await openHttp({ certificatesReady }).send(plain.base);
    expect(waited).toBe(0);
    const closed = `127.0.0.1:${await unusedPort()}`;
    await failureOf(openHttp({ certificatesReady }).send(`https://${closed}`));
    expect(waited).toBe(1);
    await failureOf(openHttp({ certificatesReady, pac: async () => `HTTPS ${closed}` }).send(plain.base));
    expect(waited).toBe(2);
    await failureOf(openHttp({ certificatesReady, pac: async () => `PROXY ${closed}` }).send(plain.base));
    expect(waited).toBe(2);
    await failureOf(
      openHttp({ certificatesReady, pac: async () => `PROXY ${closed}; HTTPS ${closed}` }).send(plain.base),
    );
    expect(waited).toBe(3);
  });

  test('is the next one only when nothing was sent by the one before', async () => {
    const host = await startHttp(() => ({ status: 200 }));
    const closed = `127.0.0.1:${await unusedPort()}`;
    const ways = (list: string) => openHttp({ pac: async () => list });
    expect((await ways(`PROXY ${closed}; PROXY ${closed}; DIRECT`).send(host.base)).status).toBe(200);
    expect((await ways(`PROXY ${closed}; DIRECT`).stream(host.base)).status).toBe(200);
    await ways(`PROXY ${closed}; DIRECT`).http.reach(new URL(host.base), stallTimeoutMs);
    expect(host.arrived).toHaveLength(2);
    const silent = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const lost = ways(`PROXY 127.0.0.1:${silent.port}; DIRECT`);
    expect(await failureOf(lost.send(host.base))).toMatchObject({ kind: 'connection-lost', sent: true });
    expect(host.arrived).toHaveLength(2);
    expect(await failureOf(ways(`PROXY ${closed}`).send(host.base))).toMatchObject({
      kind: 'unreachable',
      sent: false,
    });
  });

  test('ends at a proxy that answers, also when it cannot reach the host', async () => {
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

  test('through a proxy of an unknown name is replaced by the next one', async () => {
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

  /** A proxy for plain HTTP that answers by itself, and a clerk who knows one key and says others when asked. */
  async function asking(
    known: ProxyCredentials | null,
    answers: readonly (ProxyCredentials | null)[],
    refusal = 407,
  ) {
    const proxy = await startHttp(({ headers }) => {
      const told = new Map(headers).get('proxy-authorization');
      if (told === tokenOf(right)) return { status: 200, body: 'passed' };
      return { status: told === undefined ? 407 : refusal, body: 'who?' };
    });
    const questions: [string, ProxyCredentials | null][] = [];
    const proxyKeys: ProxyCredentialsProvider = {
      saved: async () => known,
      request: async (address, refused) => {
        questions.push([address, refused]);
        return answers[questions.length - 1] ?? null;
      },
    };
    const address = `127.0.0.1:${proxy.port}`;
    return {
      proxy,
      address,
      questions,
      proxyKeys,
      ...openHttp({ pac: async () => `PROXY ${address}`, proxyCredentials: proxyKeys }),
    };
  }

  test('gets the saved credentials without a prompt', async () => {
    const { send, questions } = await asking(right, []);
    expect((await send('http://service.example')).status).toBe(200);
    expect(questions).toEqual([]);
  });

  test('gets other credentials as long as there are any', async () => {
    const { send, questions, address, proxy } = await asking(null, [wrong, right]);
    expect((await send('http://service.example')).status).toBe(200);
    expect(questions).toEqual([
      [address, null],
      [address, wrong],
    ]);
    expect(proxy.arrived.map(({ target }) => target)).toEqual(Array(3).fill('http://service.example/a?b=c'));
  });

  test('gets credentials for a streamed answer as well', async () => {
    const { stream, questions, address } = await asking(null, [right]);
    const answer = await stream('http://service.example');
    expect(answer.status).toBe(200);
    for await (const piece of answer.body) expect(Buffer.from(piece).toString()).toBe('passed');
    expect(questions).toEqual([[address, null]]);
  });

  test('returns its own answer without further credentials', async () => {
    const { send, questions } = await asking(wrong, [null]);
    expect(await send('http://service.example')).toMatchObject({ status: 407 });
    expect(questions).toHaveLength(1);
  });

  test('causes no prompt without a provider of credentials', async () => {
    const proxy = await startProxy(407);
    const { send } = openHttp({ pac: async () => `PROXY ${proxy.address}` });
    expect(await failureOf(send('https://service.example'))).toMatchObject({ kind: 'proxy', detail: '407' });
    expect(proxy.requests).toHaveLength(1);
  });

  test('is not assumed when the host itself answers 407', async () => {
    const host = await startHttp(() => ({ status: 407 }));
    const { proxyKeys, questions } = await asking(right, [right]);
    expect(await openHttp({ proxyCredentials: proxyKeys }).send(host.base)).toMatchObject({ status: 407 });
    expect(questions).toEqual([]);
  });

  test('is recognized by 407 for a tunnel, and by 401 after wrong credentials', async () => {
    const outcomes: [number, ProxyCredentials | null, number][] = [
      [407, null, 1],
      [407, wrong, 1],
      [401, wrong, 1],
      [401, null, 0],
      [403, wrong, 0],
    ];
    for (const [status, known, times] of outcomes) {
      const refusing = await startProxy(status);
      const { proxyKeys, questions } = await asking(known, [null]);
      const { send } = openHttp({
        pac: async () => `PROXY ${refusing.address}`,
        proxyCredentials: proxyKeys,
      });
      expect(await failureOf(send('https://service.example'))).toMatchObject({
        kind: 'proxy',
        sent: false,
        detail: String(status),
      });
      expect([status, questions.length]).toEqual([status, times]);
    }
  });

  test('by an unsupported scheme is a separate failure without a prompt', async () => {
    const proxy = await startProxy(407, ['Negotiate', 'NTLM']);
    const { proxyKeys, questions } = await asking(null, [right]);
    const { http, send, clock } = openHttp({
      pac: async () => `PROXY ${proxy.address}; DIRECT`,
      proxyCredentials: proxyKeys,
    });
    const failure = { kind: 'proxy-scheme', host: 'service.example', sent: false, detail: 'Negotiate, NTLM' };
    expect(await failureOf(send('https://service.example'))).toMatchObject(failure);
    expect(await failureOf(http.reach(new URL('https://service.example'), stallTimeoutMs))).toMatchObject(
      failure,
    );
    expect([questions, clock.waiting()]).toEqual([[], 0]);
  });

  test('does not delay a request that is cancelled meanwhile', async () => {
    for (const kind of ['send', 'stream'] as const) {
      const { proxy, address, proxyKeys } = await asking(null, []);
      const stop = new AbortController();
      const unanswered: ProxyCredentialsProvider = {
        ...proxyKeys,
        request: () => {
          setImmediate(() => stop.abort());
          return new Promise(() => undefined);
        },
      };
      const { send, stream } = openHttp({
        pac: async () => `PROXY ${address}`,
        proxyCredentials: unanswered,
      });
      const base = 'http://service.example';
      const given = kind === 'send' ? send(base, { signal: stop.signal }) : stream(base, stop.signal);
      expect(await given.then(({ status }) => status)).toBe(407);
      expect(proxy.arrived).toHaveLength(1);
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
    expect(host.arrived).toEqual([]);
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
