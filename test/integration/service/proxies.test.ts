/** @file Real proxies: an HTTP proxy that requires a user name and password, and a SOCKS proxy. */
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import { createNetwork, type NetworkFeature } from '../../../src/main/features/network/proxy-credentials.ts';
import type { ProxyQuestion } from '../../../src/shared/contract/network.ts';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import {
  acceptedCredentials,
  hasProxies,
  startMicrosocks,
  startTinyproxy,
} from '../../fakes/servers/proxies.ts';
import { json, startHttp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';
import { trust } from './trust.ts';

const authority = createAuthority('Proxy test CA');
const login = () => json(200, { token: 'canary-token-7', companyId: 'c' });

async function startHost() {
  trust(authority);
  return startHttp(login, authority.issue('127.0.0.1'));
}

/** Creates a keychain and a clerk who answers the proxy prompts with `answers`. */
function createClerk(answers: readonly ({ user: string; password: string } | null)[]) {
  const questions: ProxyQuestion[] = [];
  const keychain = new Map<string, string>();
  const remainingAnswers = [...answers];
  const registrar = createRegistrar(() => undefined);
  const feature: NetworkFeature = createNetwork({
    clock: { after: () => () => undefined },
    vault: {
      read: async (account) => keychain.get(account) ?? null,
      write: async (account, secret) => void keychain.set(account, secret),
      forget: async (account) => void keychain.delete(account),
    },
    publisher: {
      publish(_name, value) {
        const question = value as ProxyQuestion | null;
        if (question === null) return;
        questions.push(question);
        const answer = remainingAnswers.shift() ?? null;
        const args = {
          proxy: question.proxy,
          user: answer?.user ?? null,
          password: answer?.password ?? null,
        };
        setImmediate(() => void registrar.call('network.answerProxy', args));
      },
    },
  });
  registrar.register(feature.handlers);
  return { questions, keychain, proxyCredentials: feature.proxyCredentials };
}

describe.runIf(hasProxies)('a proxy that requires a user name and password', () => {
  /** Opens a service behind such a proxy, with a clerk who answers the prompts. */
  async function openBehindProxy(...answers: Parameters<typeof createClerk>[0]) {
    const [host, proxy] = [await startHost(), await startTinyproxy()];
    const clerk = createClerk(answers);
    const { proxyCredentials } = clerk;
    const { service } = openService({ base: host.base, pac: `PROXY ${proxy.address}`, proxyCredentials });
    return { host, proxy, service, ...clerk };
  }

  test('prompts the clerk once for all requests, and the keychain stores the credentials', async () => {
    const { host, proxy, service, questions, keychain } = await openBehindProxy(acceptedCredentials);
    await Promise.all([service.checkHost('auth'), service.checkHost('exchange'), service.signIn()]);
    expect(questions).toEqual([{ proxy: proxy.address, refused: false }]);
    expect([...keychain.keys()]).toEqual([`proxy/${proxy.address}`]);
    expect(host.receivedRequests).toHaveLength(1);
    expect(await proxy.log()).toContain(`CONNECT 127.0.0.1:${host.port}`);
  });

  test('gets the credentials from the keychain without a prompt', async () => {
    const { host, proxy, service, questions, keychain } = await openBehindProxy();
    keychain.set(`proxy/${proxy.address}`, JSON.stringify(acceptedCredentials));
    await service.signIn();
    expect(questions).toEqual([]);
    expect(host.receivedRequests).toHaveLength(1);
  });

  test('prompts again after a refusal, and reports the refusal', async () => {
    const wrongCredentials = { user: 'hansen', password: 'wrong' };
    const { service, questions } = await openBehindProxy(wrongCredentials, acceptedCredentials);
    await service.signIn();
    expect(questions.map(({ refused }) => refused)).toEqual([false, true]);
  });

  test('is reported as refusing when the clerk declines, without another prompt', async () => {
    const { host, service, questions } = await openBehindProxy(null);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(service.signIn()).rejects.toMatchObject({
        code: 'proxy-refused',
        details: { cause: '407' },
      });
    expect(questions).toHaveLength(1);
    expect(host.receivedRequests).toEqual([]);
  });
});

describe.runIf(hasProxies)('a SOCKS5 proxy', () => {
  test('connects to the host with TLS', async () => {
    const host = await startHost();
    const proxy = await startMicrosocks(false);
    const { service } = openService({ base: host.base, pac: `SOCKS5 ${proxy.address}` });
    await service.signIn();
    expect(host.receivedRequests).toHaveLength(1);
    expect(await service.checkHost('exchange')).toMatchObject({ result: 'reached', proxy: proxy.address });
  });

  test.each(['SOCKS5', 'PROXY', 'DIRECT'])(
    'refuses untrusted certificates by %s, even with NODE_TLS_REJECT_UNAUTHORIZED=0',
    async (kind) => {
      const host = await startHttp(login, createAuthority('Untrusted CA').issue('127.0.0.1'));
      const proxy = kind === 'SOCKS5' ? await startMicrosocks(false) : await startProxy();
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      onTestFinished(() => {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      });
      const pac = kind === 'DIRECT' ? kind : `${kind} ${proxy.address}`;
      const { service } = openService({ base: host.base, pac });
      await expect(service.signIn()).rejects.toMatchObject({ code: 'certificate-untrusted' });
      expect(await service.checkHost('exchange')).toMatchObject({ result: 'certificate-untrusted' });
      expect(host.receivedRequests).toEqual([]);
    },
  );
});
