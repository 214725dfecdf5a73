/** @file CONNECT requests to HTTP proxies, and tunnels with a ticket for each connection, which Node's agents cannot open. */
import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import type { ProxyTickets } from './proxy-credentials.ts';
import { tlsOptions } from './tls-options.ts';

/** Creates a CONNECT request on a new connection. `target` is the host and port of the tunnel. */
export function createConnectRequest(proxy: URL, target: string, signal?: AbortSignal): ClientRequest {
  const createRequest = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return createRequest(proxy, {
    ...tlsOptions,
    method: 'CONNECT',
    path: target,
    agent: false,
    signal,
    headers: { host: target },
  });
}

/** Opens a tunnel with a ticket, within `answerTimeoutMs`. A refusal has the same error as with Node's own tunnels. */
export async function openTicketTunnel(
  proxy: URL,
  tickets: ProxyTickets,
  host: string,
  port: number,
  answerTimeoutMs = 30_000,
): Promise<Socket> {
  const ticket = await tickets.createToken(proxy.hostname);
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const request = createConnectRequest(proxy, target, AbortSignal.timeout(answerTimeoutMs));
  // Without a token, the proxy answers 407 as it does to a token that it refuses.
  if ('token' in ticket) request.setHeader('proxy-authorization', `Negotiate ${ticket.token}`);
  request.once('error', reject);
  request.once('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(Object.assign(new Error('The proxy refused'), { code: 'ERR_PROXY_TUNNEL', statusCode }));
  });
  request.end();
  return promise;
}
