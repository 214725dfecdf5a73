/** @file Real proxies: an HTTP proxy that requires a user name and password, a SOCKS proxy, and lists of routes. */
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import { createNetwork, type NetworkFeature } from '../../../src/main/features/network/proxy-credentials.ts';
import type { ProxyQuestion } from '../../../src/shared/contract/network.ts';
import { toPaydeskError, toWire } from '../../../src/shared/errors.ts';
import { describeError } from '../../../src/shared/messages/error-messages.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { acceptedCredentials, hasProxies, startMicrosocks, startTinyproxy } from '../../fakes/proxies.ts';
import { json, startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';
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
  return {
    questions,
    keychain,
    proxyCredentials: feature.proxyCredentials,
    resetDeclined: feature.resetDeclined,
  };
}

const wrongCredentials = { user: 'hansen', password: 'wrong' };

describe.runIf(hasProxies)('a proxy that requires a user name and password', () => {
  test('prompts the clerk once for all requests, and the keychain stores the credentials', async () => {
    const host = await startHost();
    const proxy = await startTinyproxy();
    const { questions, keychain, proxyCredentials } = createClerk([acceptedCredentials]);
    const { service } = openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    });
    await Promise.all([service.checkHost('auth'), service.checkHost('exchange'), service.signIn()]);
    expect(questions).toEqual([{ proxy: proxy.address, refused: false }]);
    expect([...keychain.keys()]).toEqual([`proxy/${proxy.address}`]);
    expect(host.receivedRequests).toHaveLength(1);
    expect(await proxy.log()).toContain(`CONNECT 127.0.0.1:${host.port}`);
  });

  test('gets the credentials from the keychain without a prompt', async () => {
    const host = await startHost();
    const proxy = await startTinyproxy();
    const { questions, keychain, proxyCredentials } = createClerk([]);
    keychain.set(`proxy/${proxy.address}`, JSON.stringify(acceptedCredentials));
    await openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    }).service.signIn();
    expect(questions).toEqual([]);
    expect(host.receivedRequests).toHaveLength(1);
  });

  test('prompts again after a refusal, and reports the refusal', async () => {
    const host = await startHost();
    const proxy = await startTinyproxy();
    const { questions, proxyCredentials } = createClerk([wrongCredentials, acceptedCredentials]);
    await openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    }).service.signIn();
    expect(questions.map(({ refused }) => refused)).toEqual([false, true]);
  });

  test('is reported as refusing when the clerk declines, without another prompt', async () => {
    const host = await startHost();
    const proxy = await startTinyproxy();
    const { questions, proxyCredentials } = createClerk([null]);
    const { service } = openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(service.signIn()).rejects.toMatchObject({
        code: 'proxy-refused',
        details: { cause: '407' },
      });
    }
    expect(questions).toHaveLength(1);
    expect(host.receivedRequests).toEqual([]);
  });
});

test('a clerk who chose Not now is prompted again only after a manual connection attempt', async () => {
  const { questions, proxyCredentials, resetDeclined } = createClerk([null, acceptedCredentials]);
  expect(await proxyCredentials.request('proxy.example:8080', null)).toBeNull();
  expect(await proxyCredentials.request('proxy.example:8080', null)).toBeNull();
  expect(questions).toHaveLength(1);
  resetDeclined();
  expect(await proxyCredentials.request('proxy.example:8080', null)).toEqual(acceptedCredentials);
  expect(questions).toHaveLength(2);
});

describe('a proxy with another authentication scheme', () => {
  test.each([
    [['Negotiate', 'NTLM'], 'Negotiate, NTLM'],
    [['NTLM, Negotiate'], 'NTLM, Negotiate'],
    [['Digest realm="a, b", nonce="Basic x"'], 'Digest'],
    [['Negotiate YIIJ+w=='], 'Negotiate'],
  ])('is reported with its schemes, without a prompt: %j', async (challenges, schemes) => {
    const host = await startHost();
    const proxy = await startProxy(407, challenges);
    const { questions, keychain, proxyCredentials } = createClerk([acceptedCredentials]);
    const { service } = openService({
      base: host.base,
      pac: `PROXY ${proxy.address}; DIRECT`,
      proxyCredentials,
    });
    const refusal = await service.signIn().catch((thrown: unknown) => toPaydeskError(thrown));
    expect(refusal).toMatchObject({ code: 'proxy-refused', retryable: false, details: { schemes } });
    expect(describeError(toWire(toPaydeskError(refusal))).detail).toContain(`accepts only ${schemes}.`);
    expect(await service.checkHost('exchange')).toMatchObject({ result: 'proxy-scheme', detail: schemes });
    expect(questions).toEqual([]);
    expect(keychain.size).toBe(0);
    expect(host.receivedRequests).toEqual([]);
    // The request that reads the schemes contains no more than the refused request.
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT 127.0.0.1:${host.port}`]));
    expect(proxy.headerNames).not.toContain('authorization');
  });

  test('leads to a prompt when Basic is offered as well', async () => {
    const host = await startHost();
    const proxy = await startProxy(407, ['Negotiate', 'Basic realm="office"']);
    const { questions, proxyCredentials } = createClerk([null]);
    const { service } = openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    });
    await expect(service.signIn()).rejects.toMatchObject({ details: { cause: '407' } });
    expect(questions).toEqual([{ proxy: proxy.address, refused: false }]);
  });

  test('leads to a prompt when no scheme is named', async () => {
    const host = await startHost();
    const proxy = await startProxy(407, []);
    const { questions, proxyCredentials } = createClerk([null]);
    const { service } = openService({
      base: host.base,
      pac: `PROXY ${proxy.address}`,
      proxyCredentials,
    });
    await expect(service.signIn()).rejects.toMatchObject({ details: { cause: '407' } });
    expect(questions).toHaveLength(1);
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

  test('does not accept an untrusted certificate', async () => {
    const host = await startHttp(login, createAuthority('Untrusted CA').issue('127.0.0.1'));
    const proxy = await startMicrosocks(false);
    const { service } = openService({ base: host.base, pac: `SOCKS5 ${proxy.address}` });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'certificate-untrusted' });
    expect(host.receivedRequests).toEqual([]);
  });

  test.each(['SOCKS5', 'PROXY', 'DIRECT'])(
    'does not accept an untrusted certificate by route %s even when the environment disables verification in Node',
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

  test('that cannot reach the host is reported as an unreachable host', async () => {
    const proxy = await startMicrosocks(false);
    const base = `https://127.0.0.1:${await freePort()}`;
    const { service } = openService({ base, pac: `SOCKS5 ${proxy.address}` });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'host-unreachable' });
  });
});

describe('a list of routes', () => {
  test('is tried in order until a route works', async () => {
    const host = await startHost();
    const proxy = await startProxy();
    const closedAddress = `127.0.0.1:${await freePort()}`;
    await openService({
      base: host.base,
      pac: `PROXY ${closedAddress}; SOCKS5 ${closedAddress}; PROXY ${proxy.address}; DIRECT`,
    }).service.signIn();
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${host.port}`]);
    expect(host.receivedRequests).toHaveLength(1);
  });

  test('ends at a proxy that answers, even when it refuses', async () => {
    const host = await startHost();
    const proxy = await startProxy(403);
    const { service } = openService({ base: host.base, pac: `PROXY ${proxy.address}; DIRECT` });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'proxy-refused' });
    expect(host.receivedRequests).toEqual([]);
  });

  test('ends at an untrusted certificate without trying another route', async () => {
    const host = await startHttp(login, createAuthority('Untrusted CA').issue('127.0.0.1'));
    const proxy = await startProxy();
    const { service } = openService({ base: host.base, pac: `PROXY ${proxy.address}; DIRECT` });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'certificate-untrusted' });
    expect(proxy.requests).toHaveLength(1);
  });
});

test('a captive portal is not mistaken for the service', async () => {
  const host = await startHttp(() => ({
    status: 302,
    headers: { location: 'http://portal.example/' },
    body: '',
  }));
  const { service } = openService({ base: host.base });
  await expect(service.signIn()).rejects.toMatchObject({
    code: 'answer-not-understood',
    details: { contentType: 'text/html' },
  });
});
