/** @file Turns what the platform says about proxies into agents. One agent per way, so that connections are kept. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { PaydeskError } from '../../shared/errors.ts';
import { SocksHttpAgent, SocksHttpsAgent } from './socks.ts';
import { verified } from './verified.ts';

/** One way to the network, as a PAC answer names it. `address` is the proxy's host and port. */
export type Way =
  | { readonly kind: 'direct' }
  | { readonly kind: 'http' | 'https' | 'socks4' | 'socks5'; readonly address: string };

/** Name and password for a proxy. */
export interface ProxyKey {
  readonly user: string;
  readonly password: string;
}

/** Who knows the names and passwords for proxies. */
export interface ProxyKeys {
  /** What is known for a proxy; `null` when it was never asked for any. */
  known(proxy: string): Promise<ProxyKey | null>;
  /**
   * The proxy has refused `refused`, or asks for the first time. Resolves with another one, or `null` when there is
   * none. All who ask for the same proxy at the same time get the same answer.
   */
  ask(proxy: string, refused: ProxyKey | null): Promise<ProxyKey | null>;
}

/** The agents for one way to the network. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Host and port of the proxy, or `null` for the direct way. */
  readonly proxy: string | null;
}

const kept = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 32 } as const;
const lonely = { keepAlive: false } as const;

const kinds: Readonly<Record<string, Exclude<Way['kind'], 'direct'>>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The ways that a PAC answer such as `PROXY a:3128; DIRECT` allows, the best first; never none. Throws `proxy-refused`
 * when it names only kinds of proxy that are not supported.
 */
export function waysOf(pac: string): readonly [Way, ...Way[]] {
  const named = pac
    .split(';')
    .map((way) => way.trim())
    .filter((way) => way !== '');
  const [first, ...rest] = named.flatMap(readWay);
  if (first !== undefined) return [first, ...rest];
  if (named.length === 0) return [{ kind: 'direct' }];
  throw new PaydeskError('proxy-refused', 'The network asks for a kind of proxy that is not supported', {
    details: { cause: named[0]?.split(/\s+/)[0] ?? '' },
  });
}

function readWay(text: string): Way[] {
  const [kind = '', address = ''] = text.split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return [{ kind: 'direct' }];
  const known = kinds[kind.toUpperCase()];
  return known === undefined || !URL.canParse(`http://${address}`) ? [] : [{ kind: known, address }];
}

/** Agents by way. */
export class AgentPool {
  readonly #agents = new Map<string, Agents>();

  /**
   * The agents for a way. With `ownConnection` each request gets a connection of its own, else connections are kept
   * and used again.
   */
  for(way: Way, key: ProxyKey | null, ownConnection: boolean): Agents {
    const name = JSON.stringify([ownConnection, way, key]);
    let agents = this.#agents.get(name);
    if (agents === undefined) {
      agents = createAgents(way, key, ownConnection ? lonely : kept);
      this.#agents.set(name, agents);
    }
    return agents;
  }

  /** Closes every kept connection, as after a sleep. */
  close(): void {
    for (const { http, https } of this.#agents.values()) {
      http.destroy();
      https.destroy();
    }
    this.#agents.clear();
  }
}

function createAgents(way: Way, key: ProxyKey | null, base: typeof kept | typeof lonely): Agents {
  switch (way.kind) {
    case 'direct':
      return { http: new HttpAgent(base), https: new HttpsAgent({ ...base, ...verified }), proxy: null };
    case 'socks4':
    case 'socks5': {
      const proxy = { version: way.kind === 'socks4' ? 4 : 5, address: way.address, key } as const;
      return {
        http: new SocksHttpAgent(proxy, base),
        https: new SocksHttpsAgent(proxy, { ...base, ...verified }),
        proxy: way.address,
      };
    }
    case 'http':
    case 'https': {
      const url = new URL(`${way.kind}://${way.address}`);
      if (key !== null) {
        url.username = encodeURIComponent(key.user);
        url.password = encodeURIComponent(key.password);
      }
      const options = { ...base, proxyEnv: { HTTP_PROXY: url.href, HTTPS_PROXY: url.href } };
      return {
        http: new HttpAgent(options),
        https: new HttpsAgent({ ...options, ...verified }),
        proxy: way.address,
      };
    }
  }
}
