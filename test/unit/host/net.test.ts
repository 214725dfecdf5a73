import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../../fakes/servers.ts';
import { net } from '../../host/electron/net.ts';

/** Starts a server that redirects `/old` to `/new`. */
const startRedirectingServer = () =>
  startHttp((request) =>
    request.target === '/old' ? { status: 302, headers: { location: '/new' } } : { status: 200, body: 'new' },
  );

describe('a request of the host', () => {
  test('sends the headers of its options', async () => {
    const server = await startHttp(() => ({ status: 200, body: '' }));
    const request = net.request({ url: server.base, headers: { 'X-Of-Options': 'one' } });
    request.setHeader('X-Set', 'two');
    request.end();
    await once(request, 'response');
    expect(server.receivedRequests[0]?.headers).toEqual(
      expect.arrayContaining([
        ['x-of-options', 'one'],
        ['x-set', 'two'],
      ]),
    );
    expect(() => request.setHeader('X-Late', 'three')).toThrow(/after they are sent/);
  });

  test('fails with a header that Chromium sets itself', async () => {
    const request = net.request({ url: 'http://127.0.0.1:1/', headers: { Host: 'other.example' } });
    request.end();
    await expect(once(request, 'response')).rejects.toThrow('ERR_INVALID_ARGUMENT');
  });

  test('follows a redirect automatically and emits an event for it', async () => {
    const server = await startRedirectingServer();
    const request = net.request(`${server.base}/old`);
    request.end();
    expect((await once(request, 'redirect')).slice(0, 3)).toEqual([302, 'GET', `${server.base}/new`]);
    await once(request, 'response');
    expect(server.receivedRequests.map(({ target }) => target)).toEqual(['/old', '/new']);
  });

  test('with manual redirects fails unless followRedirect is called during the event', async () => {
    const server = await startRedirectingServer();
    const request = net.request({ url: `${server.base}/old`, redirect: 'manual' });
    request.end();
    await expect(once(request, 'response')).rejects.toThrow('Redirect was cancelled');
    const second = net.request({ url: `${server.base}/old`, redirect: 'manual' });
    second.once('redirect', () => second.followRedirect());
    second.end();
    await once(second, 'response');
    expect(() => second.followRedirect()).toThrow(/not waiting/);
  });

  test.each([
    [{ url: 'https://feed.example/' }, 'http: addresses only'],
    [{ url: 'http://feed.example/', method: 'POST' }, 'does not support POST'],
    [{ url: 'http://feed.example/', credentials: 'include' as const }, 'credentials'],
    [{ url: 'http://feed.example/', partition: 'persist:x' }, 'partition'],
    [{ url: 'http://feed.example/', session: {} as never }, 'instance of the Session'],
    [{ path: '/a b' }, 'unescaped'],
  ])('is refused with %o', (options, message) => {
    expect(() => net.request(options)).toThrow(message);
  });
});
