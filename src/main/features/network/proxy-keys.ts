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
import type { ProxyKey, ProxyKeys } from '../../service/proxy.ts';

/** Milliseconds that a question stays; then the request that needed it fails, and the next one asks again. */
export const questionStays = 5 * 60_000;

const keySchema = z.strictObject({ user: z.string(), password: z.string() });

const accountOf = (proxy: string) => `proxy/${proxy}`;

/** The feature. */
export interface NetworkFeature {
  readonly proxyKeys: ProxyKeys;
  readonly handlers: Handlers;
  /** The clerk does something that needs the network: who said *Not now* before may be asked again. */
  askAgain(): void;
}

interface Open {
  readonly question: ProxyQuestion;
  readonly answer: Promise<ProxyKey | null>;
  readonly settle: (key: ProxyKey | null) => void;
}

/** Creates the feature. */
export function createNetwork(deps: {
  readonly vault: Pick<Vault, 'read' | 'write' | 'forget'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly publisher: Publisher;
}): NetworkFeature {
  const { vault, clock, publisher } = deps;
  const inMemory = new Map<string, ProxyKey>();
  const looking = new Map<string, Promise<ProxyKey | null>>();
  const declined = new Set<string>();
  let open: Open | null = null;

  async function look(proxy: string): Promise<ProxyKey | null> {
    // A keychain that cannot be read is no reason not to try: the proxy asks.
    const text = await vault.read(accountOf(proxy)).catch(() => null);
    const parsed = text === null ? null : keySchema.safeParse(parseJson(text));
    if (parsed?.success !== true) return null;
    inMemory.set(proxy, parsed.data);
    return parsed.data;
  }

  async function known(proxy: string): Promise<ProxyKey | null> {
    const key = inMemory.get(proxy);
    if (key !== undefined) return key;
    const search = looking.get(proxy) ?? look(proxy);
    looking.set(proxy, search);
    return search;
  }

  function put(proxy: string, refused: boolean): Promise<ProxyKey | null> {
    const { promise, resolve } = Promise.withResolvers<ProxyKey | null>();
    const question = { proxy, refused };
    const cancel = clock.after(questionStays, () => settle(null));
    function settle(key: ProxyKey | null): void {
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

  async function ask(proxy: string, refused: ProxyKey | null): Promise<ProxyKey | null> {
    for (;;) {
      const key = inMemory.get(proxy);
      // Somebody else was told in the meantime.
      if (key !== undefined && !isSame(key, refused)) return key;
      if (declined.has(proxy)) return null;
      if (open === null) return put(proxy, refused !== null);
      const { question, answer } = open;
      const given = await answer;
      if (question.proxy === proxy) return given;
    }
  }

  return {
    proxyKeys: { known, ask },
    askAgain: () => declined.clear(),
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

function isSame(one: ProxyKey, other: ProxyKey | null): boolean {
  return other !== null && one.user === other.user && one.password === other.password;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
