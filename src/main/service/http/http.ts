/**
 * @file The only HTTP client, based on got, and for uploads on Node's own client: one attempt per call, no redirects,
 * bounded answers, one watchdog for stalls in any phase, and errors without secrets.
 */
import type { Clock, Network } from '../../platform/platform.ts';
import { connect } from './connect.ts';
import { type FailureKind, HttpFailure } from './failure.ts';
import { Exchange } from './http-exchange.ts';
import type { Outgoing } from './http-messages.ts';
import { openStream, type StreamRequest } from './http-stream.ts';
import { AgentPool, type Agents, type ProxyRoute, parseProxyRoutes } from './proxy.ts';
import {
  isTickets,
  type ProxyCredentialsProvider,
  type ProxySignIn,
  type ProxyTickets,
} from './proxy-credentials.ts';
import { offeredSchemes } from './proxy-schemes.ts';

export type Http = ReturnType<typeof createHttp>;

interface AttemptInfo {
  readonly url: URL;
  /** Timeout for the question about a proxy's sign-in schemes. */
  readonly timeoutMs: number;
  /** Uses a new connection. */
  readonly ownConnection: boolean;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal | undefined;
}

/** Creates the client. */
export function createHttp(deps: {
  readonly network: Network;
  readonly clock: Clock;
  /** The User-Agent header. */
  readonly agent: string;
  /** Without a provider, a proxy that requires a sign-in refuses every request. */
  readonly proxyCredentials?: ProxyCredentialsProvider;
  readonly proxyTickets?: ProxyTickets;
  /** Resolves when the system's certificates are loaded and TLS connections may be made. Never rejects. */
  readonly certificatesReady?: () => Promise<void>;
}) {
  const pool = new AgentPool();
  /** Proxies to which every new connection signs in with a ticket. */
  const ticketProxies = new Map<string, ProxyTickets>();

  /** Resolves the system's proxy for a URL. The PAC script behind it can fail or hang. */
  function resolveProxy(url: URL, timeoutMs: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const cleanUp = () => {
        cancelTimeout();
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (kind: FailureKind) => {
        cleanUp();
        reject(new HttpFailure(kind, url.host, false, ''));
      };
      const cancel = () => fail('cancelled');
      const cancelTimeout = deps.clock.after(timeoutMs, () => fail('timed-out'));
      signal?.addEventListener('abort', cancel, { once: true });
      deps.network.resolveProxy(url.origin).then(
        (pac) => {
          cleanUp();
          resolve(pac);
        },
        () => fail('proxy'),
      );
    });
  }

  async function resolveRoutes(
    url: URL,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<readonly [ProxyRoute, ...ProxyRoute[]]> {
    const routes = parseProxyRoutes(await resolveProxy(url, timeoutMs, signal));
    const isSecure = url.protocol === 'https:' || routes.some(({ kind }) => kind === 'https');
    // The wait is not part of the timeout: without the system's certificates, a company's own certificate is refused.
    if (isSecure) await unlessAborted(signal, deps.certificatesReady?.());
    if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
    return routes;
  }

  /** Returns whether this computer has a ticket for a proxy, which may have refused one, or the problem. */
  async function checkTicket(tickets: ProxyTickets, proxy: string, isRefused: boolean) {
    const ticket = await tickets.createToken(new URL(`http://${proxy}`).hostname);
    if ('problem' in ticket) return ticket.problem;
    return isRefused ? 'refused' : 'found';
  }

  /**
   * Finds out how to sign in to a proxy: with a ticket where the proxy takes tickets, otherwise with credentials. `null` when
   * there are none or the caller cancels. Throws `proxy-scheme`, or `proxy-ticket` with the problem.
   */
  async function requestSignIn(
    route: Exclude<ProxyRoute, { readonly kind: 'direct' }>,
    refused: ProxySignIn | null,
    { url, timeoutMs, signal }: AttemptInfo,
  ): Promise<ProxySignIn | null> {
    const { proxyCredentials, proxyTickets } = deps;
    const { address } = route;
    const schemes = await offeredSchemes(route, url, deps.clock, timeoutMs);
    const isOffered = (name: string) => schemes.some((scheme) => scheme.toLowerCase() === name);
    const takesPasswords = schemes.length === 0 || isOffered('basic');
    const refusedCredentials = isTickets(refused) ? null : refused;
    const triesTicket = isOffered('negotiate') && (refusedCredentials === null || !takesPasswords);
    if (triesTicket && proxyTickets !== undefined) {
      const result = await unlessAborted(signal, checkTicket(proxyTickets, address, isTickets(refused)));
      if (result === null) return null;
      if (result === 'found') {
        ticketProxies.set(address, proxyTickets);
        return proxyTickets;
      }
      ticketProxies.delete(address);
      if (!takesPasswords) throw new HttpFailure('proxy-ticket', url.host, false, result);
    }
    if (!takesPasswords) throw new HttpFailure('proxy-scheme', url.host, false, schemes.join(', '));
    return unlessAborted(signal, proxyCredentials?.request(address, refusedCredentials) ?? null);
  }

  /**
   * Runs `work` with the agents of a route and repeats it with a ticket or credentials while the proxy requires a sign-in.
   */
  async function runWithProxySignIn<Result>(
    attemptInfo: AttemptInfo,
    route: ProxyRoute,
    work: (agents: Agents) => Promise<Result>,
    needsProxySignIn: (result: Result) => boolean,
  ): Promise<Result> {
    const { ownConnection } = attemptInfo;
    if (route.kind === 'direct' || deps.proxyCredentials === undefined)
      return work(pool.for(route, null, ownConnection));
    let signIn: ProxySignIn | null =
      ticketProxies.get(route.address) ?? (await deps.proxyCredentials.saved(route.address));
    for (;;) {
      const [outcome] = await Promise.allSettled([work(pool.for(route, signIn, ownConnection))]);
      const isSignInRequired =
        outcome.status === 'fulfilled'
          ? needsProxySignIn(outcome.value)
          : isProxySignInRequired(outcome.reason, signIn !== null);
      const nextSignIn = isSignInRequired ? await requestSignIn(route, signIn, attemptInfo) : null;
      if (nextSignIn === null) {
        if (outcome.status === 'fulfilled') return outcome.value;
        throw outcome.reason;
      }
      signIn = nextSignIn;
    }
  }

  /** Tries the routes in order. The next route is tried only when it is certain that the previous route sent nothing. */
  async function tryRoutes<Result>(
    routes: readonly [ProxyRoute, ...ProxyRoute[]],
    run: (route: ProxyRoute) => Promise<Result>,
  ): Promise<Result> {
    const [route, nextRoute, ...laterRoutes] = routes;
    if (nextRoute === undefined) return run(route);
    try {
      return await run(route);
    } catch (thrown) {
      if (!isRouteUnreachable(thrown)) throw thrown;
    }
    return tryRoutes([nextRoute, ...laterRoutes], run);
  }

  return {
    /**
     * Sends a request once. Rejects with {@link HttpFailure}, with `proxy-refused` for an unsupported kind of proxy, or
     * with the error that the body's producer or `beforeFirstByte` threw.
     */
    async send(outgoing: Outgoing) {
      const { url, ownConnection = false, stallTimeoutMs, signal } = outgoing;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const attemptInfo = { url, timeoutMs: stallTimeoutMs, ownConnection, signal };
      return tryRoutes(await resolveRoutes(url, stallTimeoutMs, signal), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => new Exchange(outgoing, agents, deps.clock, deps.agent).run(),
          ({ status }) => status === 407,
        ),
      );
    },
    /** Sends a request once and streams its answer. Rejects like {@link Http.reach}. */
    async stream(request: StreamRequest) {
      const { url, stallTimeoutMs, signal } = request;
      if (signal?.aborted === true) throw new HttpFailure('cancelled', url.host, false, '');
      const attemptInfo = { url, timeoutMs: stallTimeoutMs, ownConnection: false, signal };
      return tryRoutes(await resolveRoutes(url, stallTimeoutMs, signal), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => openStream(request, agents, deps.clock, deps.agent),
          ({ status }) => status === 407,
        ),
      );
    },
    /** Connects to a host, including TLS, and disconnects. Rejects with {@link HttpFailure} or `proxy-refused`. */
    async reach(url: URL, timeoutMs: number) {
      const attemptInfo = { url, timeoutMs, ownConnection: true, signal: undefined };
      await tryRoutes(await resolveRoutes(url, timeoutMs), (route) =>
        runWithProxySignIn(
          attemptInfo,
          route,
          (agents) => connect(url, agents, deps.clock, timeoutMs),
          () => false,
        ),
      );
    },
    /** Returns the host and port of the proxy for a URL, or `null` for a direct connection. Rejects like {@link Http.reach}. */
    async proxyOf(url: URL, timeoutMs: number) {
      const [route] = parseProxyRoutes(await resolveProxy(url, timeoutMs));
      return route.kind === 'direct' ? null : route.address;
    },
    /** Closes the kept-alive connections, which are stale after a sleep of the computer. */
    dropConnections: () => pool.close(),
  };
}

/** Waits for `work`, or resolves with `null` when the caller cancels. Leaves no listener on the signal, which may live long. */
async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Result | Promise<Result>,
): Promise<Result | null> {
  if (signal === undefined) return work;
  if (signal.aborted) return null;
  const { promise: cancelled, resolve } = Promise.withResolvers<null>();
  const cancel = () => resolve(null);
  signal.addEventListener('abort', cancel);
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** True when the proxy requires a sign-in, and therefore has forwarded nothing. Some proxies answer 401 to a wrong password. */
function isProxySignInRequired(thrown: unknown, hasSentCredentials: boolean): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.kind !== 'proxy') return false;
  return thrown.detail === '407' || (hasSentCredentials && thrown.detail === '401');
}

/** True when no connection could be made. A proxy that answers with any status is reachable. */
function isRouteUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof HttpFailure) || thrown.sent || /^\d+$/.test(thrown.detail)) return false;
  return thrown.kind === 'unreachable' || thrown.kind === 'name-unknown';
}
