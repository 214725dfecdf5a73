/** @file Creates HTTP agents from the system's proxy settings. One agent per route, so that connections are reused. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { PaydeskError } from '../../../shared/errors.ts';
import { openTicketTunnel } from './http-tunnel.ts';
import { isTickets, type ProxySignIn } from './proxy-credentials.ts';
import { openSocksTunnel } from './socks.ts';
import { tlsOptions } from './tls-options.ts';
import { type OpenTunnel, TunnelHttpAgent, TunnelHttpsAgent } from './tunnel-agents.ts';

/** One entry of a PAC result. `address` is the host and port of the proxy. */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'http' | 'https' | 'socks4' | 'socks5'; readonly address: string };

/** The agents for one route. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Host and port of the proxy, or `null` for a direct connection. */
  readonly proxy: string | null;
}

const pooledOptions = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 32 } as const;
const singleUseOptions = { keepAlive: false } as const;

const kindByName: Readonly<Record<string, Exclude<ProxyRoute['kind'], 'direct'>>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * Parses a PAC result such as `PROXY a:3128; DIRECT` into routes in order of preference, at least one. Throws
 * `proxy-refused` when the result names only unsupported kinds of proxy.
 */
export function parseProxyRoutes(pac: string): readonly [ProxyRoute, ...ProxyRoute[]] {
  const entries = pac
    .split(';')
    .map((route) => route.trim())
    .filter((route) => route !== '');
  const [firstRoute, ...laterRoutes] = entries.flatMap(parseRoute);
  if (firstRoute !== undefined) return [firstRoute, ...laterRoutes];
  if (entries.length === 0) return [{ kind: 'direct' }];
  throw new PaydeskError('proxy-refused', 'The network asks for a kind of proxy that is not supported', {
    details: { cause: entries[0]?.split(/\s+/)[0] ?? '' },
  });
}

function parseRoute(text: string): ProxyRoute[] {
  const [kind = '', address = ''] = text.split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return [{ kind: 'direct' }];
  const routeKind = kindByName[kind.toUpperCase()];
  return routeKind === undefined || !URL.canParse(`http://${address}`) ? [] : [{ kind: routeKind, address }];
}

/** A pool of agents, keyed by route. */
export class AgentPool {
  readonly #agents = new Map<string, Agents>();

  /**
   * Returns the agents for a route. With `ownConnection`, each request gets a new connection; otherwise connections are
   * reused.
   */
  for(route: ProxyRoute, signIn: ProxySignIn | null, ownConnection: boolean): Agents {
    const poolKey = JSON.stringify([ownConnection, route, signIn]);
    let agents = this.#agents.get(poolKey);
    if (agents === undefined) {
      agents = createAgents(route, signIn, ownConnection ? singleUseOptions : pooledOptions);
      this.#agents.set(poolKey, agents);
    }
    return agents;
  }

  /** Closes every kept-alive connection, which is stale after a sleep. */
  close(): void {
    for (const { http, https } of this.#agents.values()) {
      http.destroy();
      https.destroy();
    }
    this.#agents.clear();
  }
}

type ConnectionOptions = typeof pooledOptions | typeof singleUseOptions;

function tunnelAgents(proxy: string, open: OpenTunnel, options: ConnectionOptions): Agents {
  return {
    http: new TunnelHttpAgent(open, options),
    https: new TunnelHttpsAgent(open, { ...options, ...tlsOptions }),
    proxy,
  };
}

function createAgents(
  route: ProxyRoute,
  signIn: ProxySignIn | null,
  connectionOptions: ConnectionOptions,
): Agents {
  const credentials = isTickets(signIn) ? null : signIn;
  switch (route.kind) {
    case 'direct':
      return {
        http: new HttpAgent(connectionOptions),
        https: new HttpsAgent({ ...connectionOptions, ...tlsOptions }),
        proxy: null,
      };
    case 'socks4':
    case 'socks5': {
      const proxy = {
        version: route.kind === 'socks4' ? 4 : 5,
        address: route.address,
        credentials,
      } as const;
      const open: OpenTunnel = (host, port) => openSocksTunnel(proxy, host, port);
      return tunnelAgents(route.address, open, connectionOptions);
    }
    case 'http':
    case 'https': {
      const url = new URL(`${route.kind}://${route.address}`);
      if (isTickets(signIn)) {
        const open: OpenTunnel = (host, port) => openTicketTunnel(url, signIn, host, port);
        return tunnelAgents(route.address, open, connectionOptions);
      }
      if (credentials !== null) {
        url.username = encodeURIComponent(credentials.user);
        url.password = encodeURIComponent(credentials.password);
      }
      const options = { ...connectionOptions, proxyEnv: { HTTP_PROXY: url.href, HTTPS_PROXY: url.href } };
      return {
        http: new HttpAgent(options),
        https: new HttpsAgent({ ...options, ...tlsOptions }),
        proxy: route.address,
      };
    }
  }
}
