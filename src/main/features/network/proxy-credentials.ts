/**
 * @file Names and passwords for proxies: asked once, kept in the keychain, or in memory where there is none. Whoever
 * needs one while the clerk is asked waits for the same answer.
 */
import { z } from 'zod';
import { networkCommands, type ProxyQuestion } from '../../../shared/contract/network.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Vault } from '../../keychain/vault.ts';
import type { Clock } from '../../platform.ts';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../service/proxy.ts';

/** Milliseconds that a question stays; then the request that needed it fails, and the next one asks again. */
export const promptTimeoutMs = 5 * 60_000;

const credentialsSchema = z.strictObject({ user: z.string(), password: z.string() });

const accountOf = (proxy: string) => `proxy/${proxy}`;

/** The feature. */
export interface NetworkFeature {
  readonly proxyCredentials: ProxyCredentialsProvider;
  readonly handlers: Handlers;
  /** The clerk does something that needs the network: who said *Not now* before may be asked again. */
  resetDeclined(): void;
}

interface OpenPrompt {
  readonly question: ProxyQuestion;
  readonly answer: Promise<ProxyCredentials | null>;
  readonly settle: (key: ProxyCredentials | null) => void;
}

/** Creates the feature. */
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
    // A keychain that cannot be read is no reason not to try: the proxy asks.
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
      // Somebody else was told in the meantime.
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
          // Without a keychain it is known until Paydesk ends.
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
