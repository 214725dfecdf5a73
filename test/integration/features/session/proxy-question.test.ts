import { expect, onTestFinished, test } from 'vitest';
import { codeOf } from '../../../fakes/error-of.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';
import { profileOf, startTestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { startSimulator } from '../../../practice/simulator.ts';
import { profileId } from './support.ts';

test('a clerk who chose Not now for a proxy is prompted again at each manual sign-in and check', async () => {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const proxy = await startProxy(407);
  const network = { resolveProxy: async () => `PROXY ${proxy.address}` };
  // The proxy refuses every tunnel, so these hosts need not exist; only hosts with TLS need a tunnel.
  const base = 'https://service.payments.example';
  const hosts = hostsAt(base);
  const testApp = await startTestApp({
    dataFolder: folder.path,
    managed: { profiles: [{ ...profileOf(simulator), hosts }] },
    platform: { ...createFakePlatform(), network },
  });
  onTestFinished(async () => {
    await testApp.close();
    await simulator.close();
    await folder.remove();
  });
  const { apiKey } = simulator.credentials;
  const declineProxySignIn = async () => {
    expect(await testApp.until('proxyQuestion', (question) => question !== null)).toEqual({
      proxy: proxy.address,
      refused: false,
    });
    await testApp.call('network.answerProxy', { proxy: proxy.address, user: null, password: null });
  };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const pendingSignIn = codeOf(testApp.call('session.signIn', { profileId, apiKey, keep: 'session' }));
    await declineProxySignIn();
    expect(await pendingSignIn).toBe('proxy-refused');
  }
  const pendingCheck = testApp.call('session.profile', { action: 'checkHosts', profileId });
  await declineProxySignIn();
  expect(new Set((await pendingCheck).map(({ result }) => result))).toEqual(new Set(['proxy-refused']));
  expect(simulator.calls()).toEqual([]);
});
