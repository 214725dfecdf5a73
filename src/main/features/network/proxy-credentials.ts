/**
 * @file User names and passwords for proxies: prompted once and saved in the keychain, or in memory without one.
 * Requests that need credentials during a prompt share its result.
 */
import { z } from 'zod';
import type { ProxyQuestion } from '../../../shared/contract/network.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Vault } from '../../platform/keychain/vault.ts';
import type { Clock } from '../../platform/platform.ts';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../service/http/proxy-credentials.ts';

/** Time after which a prompt closes and the requests that wait for its answer fail; the next request prompts again. */
const promptTimeoutMs = 5 * 60_000;

const credentialsSchema = z.strictObject({ user: z.string(), password: z.string() });

const accountOfProxy = (proxy: string) => `proxy/${proxy}`;

export type NetworkFeature = ReturnType<typeof createNetwork>;

interface OpenPrompt {
  readonly question: ProxyQuestion;
  readonly answer: Promise<ProxyCredentials | null>;
  readonly settle: (credentials: ProxyCredentials | null) => void;
}

export function createNetwork(deps: {
  readonly vault: Pick<Vault, 'read' | 'write' | 'forget'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly publisher: Publisher;
}) {
  const { vault, clock, publisher } = deps;
  const credentialsByProxy = new Map<string, ProxyCredentials>();
  const keychainReads = new Map<string, Promise<ProxyCredentials | null>>();
  const declinedProxies = new Set<string>();
  let openPrompt: OpenPrompt | null = null;

  async function readKeychain(proxy: string): Promise<ProxyCredentials | null> {
    // If the keychain cannot be read, the proxy's refusal leads to a prompt.
    const text = await vault.read(accountOfProxy(proxy)).catch(() => null);
    const parsed = text === null ? null : credentialsSchema.safeParse(parseJson(text));
    if (parsed?.success !== true) return null;
    credentialsByProxy.set(proxy, parsed.data);
    return parsed.data;
  }

  async function saved(proxy: string): Promise<ProxyCredentials | null> {
    const credentials = credentialsByProxy.get(proxy);
    if (credentials !== undefined) return credentials;
    const keychainRead = keychainReads.get(proxy) ?? readKeychain(proxy);
    keychainReads.set(proxy, keychainRead);
    return keychainRead;
  }

  function prompt(proxy: string, refused: boolean): Promise<ProxyCredentials | null> {
    const { promise, resolve } = Promise.withResolvers<ProxyCredentials | null>();
    const question = { proxy, refused };
    const cancel = clock.after(promptTimeoutMs, () => settle(null));
    function settle(credentials: ProxyCredentials | null): void {
      if (openPrompt?.question !== question) return;
      cancel();
      openPrompt = null;
      publisher.publish('proxyQuestion', null);
      resolve(credentials);
    }
    openPrompt = { question, answer: promise, settle };
    publisher.publish('proxyQuestion', question);
    return promise;
  }

  async function request(proxy: string, refused: ProxyCredentials | null): Promise<ProxyCredentials | null> {
    for (;;) {
      const currentCredentials = credentialsByProxy.get(proxy);
      // Another request got new credentials meanwhile.
      if (currentCredentials !== undefined && !isEqualCredentials(currentCredentials, refused))
        return currentCredentials;
      if (declinedProxies.has(proxy)) return null;
      if (openPrompt === null) return prompt(proxy, refused !== null);
      const { question, answer } = openPrompt;
      const credentials = await answer;
      if (question.proxy === proxy) return credentials;
    }
  }

  return {
    proxyCredentials: { saved, request } satisfies ProxyCredentialsProvider,
    /** Permits prompts again after the clerk chose *Not now*. Call when the clerk starts a connection. */
    resetDeclined: () => declinedProxies.clear(),
    handlers: {
      'network.answerProxy': async ({ proxy, user, password }) => {
        if (openPrompt?.question.proxy !== proxy) return null;
        if (user === null) {
          declinedProxies.add(proxy);
          openPrompt.settle(null);
          return null;
        }
        const credentials = { user, password: password ?? '' };
        credentialsByProxy.set(proxy, credentials);
        openPrompt.settle(credentials);
        // Without a keychain, the credentials last until Paydesk quits.
        await vault.write(accountOfProxy(proxy), JSON.stringify(credentials)).catch(() => undefined);
        return null;
      },
    } satisfies Handlers,
  };
}

function isEqualCredentials(a: ProxyCredentials, b: ProxyCredentials | null): boolean {
  return b !== null && a.user === b.user && a.password === b.password;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
