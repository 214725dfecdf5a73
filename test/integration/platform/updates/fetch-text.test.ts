import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { fetchText } from '../../../../src/main/platform/electron/fetch-text.ts';
import { createProxyLogin, type ProxyLogin } from '../../../../src/main/platform/electron/proxy-login.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { startHttp } from '../../../fakes/servers/servers.ts';
import { HostSession } from '../../../host/electron/session.ts';

const noLogin = createProxyLogin({ saved: async () => null, request: async () => null });

test.each([
  ['no byte', undefined],
  ['only the beginning of its text', 'version'],
])('a feed that sends %s times out and is closed', async (_what, beginning) => {
  const [opened, closed] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const server = await startHttp((_request, response) => {
    response.once('close', () => closed.resolve(null));
    if (beginning !== undefined) response.write(beginning);
    opened.resolve(null);
    return undefined;
  });
  const clock = createFakeClock();
  const text = fetchText(`${server.base}/update.json`, new HostSession() as never, noLogin, clock, 200);
  const failure = expect(text).rejects.toThrow('not answer in time');
  await opened.promise;
  await clock.advance(200);
  await failure;
  await closed.promise;
});

test('the time of a proxy prompt does not count towards the timeout', async () => {
  const proxy = await startProxy(407);
  const session = new HostSession();
  await session.setProxy({ mode: 'fixed_servers', proxyRules: `http://${proxy.address}` });
  const clock = createFakeClock();
  const login: ProxyLogin = async (_challenge, answer) => {
    await clock.advance(5 * 60_000);
    answer();
  };
  const text = fetchText('http://feed.example/update.json', session as never, login, clock);
  await expect(text).rejects.toThrow('407');
});

test.each([301, 302, 303, 307, 308])('a feed that redirects with %i is not followed', async (status) => {
  const otherFeed = await startHttp(() => ({ status: 200, body: 'an update of another feed' }));
  const feed = await startHttp(() => ({ status, headers: { location: `${otherFeed.base}/update.json` } }));
  const text = fetchText(`${feed.base}/update.json`, new HostSession() as never, noLogin, systemClock);
  await expect(text).rejects.toThrow('redirect');
  expect(otherFeed.received).toEqual([]);
});

test.each([
  ['a text of the maximum size is read', 1_000_000, true],
  ['a larger text is aborted', 1_000_001, false],
])('%s', async (_what, bytes, isRead) => {
  const feed = await startHttp(() => ({ status: 200, body: 'x'.repeat(bytes) }));
  const text = fetchText(`${feed.base}/update.json`, new HostSession() as never, noLogin, systemClock);
  if (isRead) expect(await text).toHaveLength(bytes);
  else await expect(text).rejects.toThrow('too large');
});

test('a feed whose connection drops fails without a pending timeout', async () => {
  const feed = await startHttp((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('version', () => response.destroy());
    return undefined;
  });
  const clock = createFakeClock();
  const text = fetchText(`${feed.base}/update.json`, new HostSession() as never, noLogin, clock);
  await expect(text).rejects.toThrow();
  expect(clock.waiting()).toBe(0);
});
