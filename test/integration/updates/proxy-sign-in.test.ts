/** @file The network of the updater: the administrator's proxy and the credentials for it. */
import { describe, expect, test } from 'vitest';
import { createProxyLogin } from '../../../src/main/electron/proxy-login.ts';
import { manifestName } from '../../../src/main/electron/update-engine.ts';
import type { ProxyCredentials } from '../../../src/main/service/proxy.ts';
import { acceptedCredentials, hasProxies, startTinyproxy } from '../../fakes/proxies.ts';
import { fileName, startUpdates } from './updates-fixture.ts';

describe("the updater's own session", () => {
  test("uses the administrator's proxy setting, independently of the window's session", async () => {
    const { session } = await startUpdates({
      proxy: { mode: 'script', address: 'https://wpad.example/p.pac' },
    });
    expect(session.proxy).toEqual({ mode: 'pac_script', pacScript: 'https://wpad.example/p.pac' });
  });

  test('passes the stored credentials to a proxy when the updater asks for them', async () => {
    const proxyCredentials = { saved: async () => acceptedCredentials, request: async () => null };
    const { updater } = await startUpdates({ proxyCredentials });
    const about = { isProxy: true, scheme: 'basic', realm: '', host: 'proxy.example', port: 8080 };
    const notified = Promise.withResolvers<string[]>();
    updater.emit('login', about, (...key) => notified.resolve(key));
    expect(await notified.promise).toEqual(Object.values(acceptedCredentials));
  });

  describe.runIf(hasProxies)('through a proxy that requires a user name and password', () => {
    async function behindProxy(keys: readonly (ProxyCredentials | null)[]) {
      const proxy = await startTinyproxy();
      const [known = null, ...answers] = keys;
      const refusedKeys: (ProxyCredentials | null)[] = [];
      const testApp = await startUpdates({
        proxy: { mode: 'fixed', kind: 'http', server: proxy.address, bypass: [] },
        proxyCredentials: {
          saved: async (name) => (name === proxy.address ? known : null),
          async request(_name, refused) {
            refusedKeys.push(refused);
            return answers.shift() ?? null;
          },
        },
      });
      return { ...testApp, refusedKeys, log: () => proxy.log() };
    }

    test('sends the stored credentials for manifest, feed and file', async () => {
      const testApp = await behindProxy([acceptedCredentials]);
      await testApp.check();
      expect(testApp.last()).toMatchObject({ state: 'ready' });
      expect(testApp.refusedKeys).toEqual([]);
      const log = await testApp.log();
      for (const part of [manifestName, 'latest', fileName]) expect(log).toContain(`/${part}`);
    });

    test('prompts the clerk once when no credentials are stored', async () => {
      const testApp = await behindProxy([null, acceptedCredentials]);
      await testApp.check();
      expect(testApp.refusedKeys).toEqual([null]);
      expect(testApp.last()).toMatchObject({ state: 'ready' });
    });

    test('fails while the clerk does not answer the prompt', async () => {
      const testApp = await behindProxy([]);
      await testApp.check();
      expect(testApp.last()).toEqual({ state: 'failed', problem: 'unreachable' });
    });
  });
});

test('a second request of a proxy counts as a refusal of the credentials', async () => {
  const wrong = { user: 'hansen', password: 'wrong' };
  const refusedKeys: (ProxyCredentials | null)[] = [];
  const login = createProxyLogin({
    saved: async () => wrong,
    async request(_proxy, refused) {
      refusedKeys.push(refused);
      return acceptedCredentials;
    },
  });
  const answers: unknown[][] = [];
  const about = { isProxy: true, scheme: 'Basic', realm: '', host: 'proxy.example', port: 8080 };
  for (let time = 0; time < 2; time += 1) await login(about, (...answer) => answers.push(answer));
  expect(answers).toEqual([Object.values(wrong), Object.values(acceptedCredentials)]);
  expect(refusedKeys).toEqual([wrong]);
});

test.each([
  ['a server asks for them', { isProxy: false, scheme: 'basic' }],
  ['a proxy asks with another scheme than Basic', { isProxy: true, scheme: 'ntlm' }],
])('credentials are not sent when %s', async (_what, about) => {
  const login = createProxyLogin({
    saved: async () => acceptedCredentials,
    request: async () => acceptedCredentials,
  });
  const answers: unknown[][] = [];
  await login({ realm: '', host: 'proxy.example', port: 8080, ...about }, (...answer) => {
    answers.push(answer);
  });
  expect(answers).toEqual([[]]);
});
