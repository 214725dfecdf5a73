/** @file Turns what the platform says about proxies into agents. One agent per proxy, so that connections are kept. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { PaydeskError } from '../../shared/errors.ts';

/** The agents for one way to the network. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Host and port of the proxy, or `null` for the direct way. */
  readonly proxy: string | null;
}

const kept = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 32 } as const;
const lonely = { keepAlive: false } as const;

/**
 * The first usable way of a PAC answer such as `PROXY a:3128; DIRECT`: `null` for direct, else a proxy URL. Throws
 * `proxy-refused` when it names only kinds of proxy that are not supported.
 */
export function firstWay(pac: string): string | null {
  const ways = pac
    .split(';')
    .map((way) => way.trim())
    .filter((way) => way !== '');
  if (ways.length === 0) return null;
  for (const way of ways) {
    const [kind = '', address = ''] = way.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    if (/^(PROXY|HTTP)$/i.test(kind) && address !== '') return `http://${address}`;
    if (/^HTTPS$/i.test(kind) && address !== '') return `https://${address}`;
  }
  throw new PaydeskError('proxy-refused', 'The network asks for a kind of proxy that is not supported', {
    details: { cause: ways[0]?.split(/\s+/)[0] ?? '' },
  });
}

/** Agents by proxy. */
export class AgentPool {
  readonly #agents = new Map<string, Agents>();

  /**
   * The agents for a PAC answer. With `ownConnection` each request gets a connection of its own, else connections are
   * kept and used again. Throws `proxy-refused` like {@link firstWay}.
   */
  for(pac: string, ownConnection: boolean): Agents {
    const way = firstWay(pac);
    const name = `${ownConnection} ${way}`;
    let agents = this.#agents.get(name);
    if (agents === undefined) {
      const base = ownConnection ? lonely : kept;
      const options = way === null ? base : { ...base, proxyEnv: { HTTP_PROXY: way, HTTPS_PROXY: way } };
      agents = {
        http: new HttpAgent(options),
        https: new HttpsAgent(options),
        proxy: way === null ? null : new URL(way).host,
      };
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
