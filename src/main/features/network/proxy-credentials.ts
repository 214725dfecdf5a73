/**
 * @file User names and passwords for proxies: prompted once and saved in the keychain, or in memory without one.
 * Requests that need credentials during a prompt share its result.
 */
import { z } from 'zod';
import { networkCommands, type ProxyQuestion } from '../../../shared/contract/network.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Vault } from '../../keychain/vault.ts';
import type { Clock } from '../../platform.ts';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../service/proxy-credentials.ts';

/** After this time a prompt closes and the requests that wait for it fail; the next request prompts again. */
export const promptTimeoutMs = 5 * 60_000;

const credentialsSchema = z.strictObject({ user: z.string(), password: z.string() });

const accountOf = (proxy: string) => `proxy/${proxy}`;

export interface NetworkFeature {
  readonly proxyCredentials: ProxyCredentialsProvider;
  readonly handlers: Handlers;
  /** Permits prompts again after the clerk chose *Not now*. Call when the clerk starts a connection. */
  resetDeclined(): void;
}

interface OpenPrompt {
  readonly question: ProxyQuestion;
  readonly answer: Promise<ProxyCredentials | null>;
  readonly settle: (key: ProxyCredentials | null) => void;
}

export function createNetwork(deps: {
  readonly vault: Pick<Vault, 'read' | 'write' | 'forget'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly publisher: Publisher;
}): NetworkFeature {
  const { vault, clock, publisher } = deps;
  const inMemory = new Map<string, ProxyCredentials>();
  const reads = new Map<string, Promise<ProxyCredentials | null>>();
  const declined = new Set<string>();
  let open: OpenPrompt | null = null;

  async function readKeychain(proxy: string): Promise<ProxyCredentials | null> {
    // If the keychain cannot be read, the proxy's refusal leads to a prompt.
    const text = await vault.read(accountOf(proxy)).catch(() => null);
    const parsed = text === null ? null : credentialsSchema.safeParse(parseJson(text));
    if (parsed?.success !== true) return null;
    inMemory.set(proxy, parsed.data);
    return parsed.data;
  }

  async function saved(proxy: string): Promise<ProxyCredentials | null> {
    const key = inMemory.get(proxy);
    if (key !== undefined) return key;
    const search = reads.get(proxy) ?? readKeychain(proxy);
    reads.set(proxy, search);
    return search;
  }

  function prompt(proxy: string, refused: boolean): Promise<ProxyCredentials | null> {
    const { promise, resolve } = Promise.withResolvers<ProxyCredentials | null>();
    const question = { proxy, refused };
    const cancel = clock.after(promptTimeoutMs, () => settle(null));
    function settle(key: ProxyCredentials | null): void {
      if (open?.question !== question) return;
      cancel();
      open = null;
      publisher.publish('proxyQuestion', null);
      resolve(key);
    }
    open = { question, answer: promise, settle };
    publisher.publish('proxyQuestion', question);
    return promise;
  }

  async function request(proxy: string, refused: ProxyCredentials | null): Promise<ProxyCredentials | null> {
    for (;;) {
      const key = inMemory.get(proxy);
      // Another request got new credentials meanwhile.
      if (key !== undefined && !isSame(key, refused)) return key;
      if (declined.has(proxy)) return null;
      if (open === null) return prompt(proxy, refused !== null);
      const { question, answer } = open;
      const credentials = await answer;
      if (question.proxy === proxy) return credentials;
    }
  }

  return {
    proxyCredentials: { saved, request },
    resetDeclined: () => declined.clear(),
    handlers: {
      'network.answerProxy': handle(
        networkCommands['network.answerProxy'],
        async ({ proxy, user, password }) => {
          if (open?.question.proxy !== proxy) return null;
          if (user === null) {
            declined.add(proxy);
            open.settle(null);
            return null;
          }
          const key = { user, password: password ?? '' };
          inMemory.set(proxy, key);
          open.settle(key);
          // Without a keychain, the credentials last until Paydesk quits.
          await vault.write(accountOf(proxy), JSON.stringify(key)).catch(() => undefined);
          return null;
        },
      ),
    },
  };
}

function isSame(one: ProxyCredentials, other: ProxyCredentials | null): boolean {
  return other !== null && one.user === other.user && one.password === other.password;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
