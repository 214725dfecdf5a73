/** @file How the updater reaches the network: the administrator's proxy and the credentials for that proxy. */
import { describe, expect, test } from 'vitest';
import { createProxyLogin } from '../../../../src/main/platform/electron/proxy-login.ts';
import { manifestName } from '../../../../src/main/platform/electron/update-engine.ts';
import type { ProxyCredentials } from '../../../../src/main/service/http/proxy-credentials.ts';
import { acceptedCredentials, hasProxies, startTinyproxy } from '../../../fakes/servers/proxies.ts';
import { fileName, startUpdates } from './updates-fixture.ts';

describe("the updater's own session", () => {
  test("uses the administrator's proxy setting, independently of the window's session", async () => {
    const { session } = await startUpdates({
      proxy: { mode: 'script', address: 'https://wpad.example/p.pac' },
    });
    expect(session.proxy).toEqual({ mode: 'pac_script', pacScript: 'https://wpad.example/p.pac' });
  });

  test('answers a proxy challenge of the updater with the stored credentials', async () => {
    const proxyCredentials = { saved: async () => acceptedCredentials, request: async () => null };
    const { updater } = await startUpdates({ proxyCredentials });
    const challenge = { isProxy: true, scheme: 'basic', realm: '', host: 'proxy.example', port: 8080 };
    const sentCredentials = Promise.withResolvers<string[]>();
    updater.emit('login', challenge, (...credentials) => sentCredentials.resolve(credentials));
    expect(await sentCredentials.promise).toEqual(Object.values(acceptedCredentials));
  });

  describe.runIf(hasProxies)('through a proxy that requires a user name and password', () => {
    async function startBehindProxy(
      storedCredentials: ProxyCredentials | null,
      ...promptAnswers: readonly ProxyCredentials[]
    ) {
      const proxy = await startTinyproxy();
      const remainingAnswers = [...promptAnswers];
      const prompts: (ProxyCredentials | null)[] = [];
      const testApp = await startUpdates({
        proxy: { mode: 'fixed', kind: 'http', server: proxy.address, bypass: [] },
        proxyCredentials: {
          saved: async (name) => (name === proxy.address ? storedCredentials : null),
          async request(_name, refused) {
            prompts.push(refused);
            return remainingAnswers.shift() ?? null;
          },
        },
      });
      return { ...testApp, prompts, log: () => proxy.log() };
    }

    test('sends the stored credentials with the requests for manifest, feed and installer', async () => {
      const testApp = await startBehindProxy(acceptedCredentials);
      await testApp.check();
      expect(testApp.latestState()).toMatchObject({ state: 'ready' });
      expect(testApp.prompts).toEqual([]);
      const log = await testApp.log();
      for (const part of [manifestName, 'latest', fileName]) expect(log).toContain(`/${part}`);
    });

    test.each([
      ['once when no credentials are stored', [acceptedCredentials], { state: 'ready' }],
      ['and dismissed, the update is unreachable', [], { state: 'failed', problem: 'unreachable' }],
    ] as const)('the clerk is prompted %s', async (_when, promptAnswers, state) => {
      const testApp = await startBehindProxy(null, ...promptAnswers);
      await testApp.check();
      expect(testApp.prompts[0]).toBeNull();
      if (state.state === 'ready') expect(testApp.prompts).toHaveLength(1);
      expect(testApp.latestState()).toMatchObject(state);
    });
  });
});

test('when a proxy asks a second time, the stored credentials count as refused and the clerk is prompted', async () => {
  const wrongCredentials = { user: 'hansen', password: 'wrong' };
  const prompts: (ProxyCredentials | null)[] = [];
  const login = createProxyLogin({
    saved: async () => wrongCredentials,
    async request(_proxy, refused) {
      prompts.push(refused);
      return acceptedCredentials;
    },
  });
  const answers: unknown[][] = [];
  const challenge = { isProxy: true, scheme: 'Basic', realm: '', host: 'proxy.example', port: 8080 };
  for (let attempt = 0; attempt < 2; attempt += 1)
    await login(challenge, (...answer) => answers.push(answer));
  expect(answers).toEqual([Object.values(wrongCredentials), Object.values(acceptedCredentials)]);
  expect(prompts).toEqual([wrongCredentials]);
});

test.each([
  ['a server asks instead of a proxy', { isProxy: false, scheme: 'basic' }],
  ['a proxy asks with another scheme than Basic', { isProxy: true, scheme: 'ntlm' }],
])('credentials are not sent when %s', async (_what, challenge) => {
  const login = createProxyLogin({
    saved: async () => acceptedCredentials,
    request: async () => acceptedCredentials,
  });
  const answers: unknown[][] = [];
  await login({ realm: '', host: 'proxy.example', port: 8080, ...challenge }, (...answer) => {
    answers.push(answer);
  });
  expect(answers).toEqual([[]]);
});
