/**
 * @file Finds the authentication schemes that a proxy offers. Node exposes only the status of a refused tunnel, so a
 * second CONNECT request, without credentials, reads the challenges.
 */
import type { Clock } from '../../platform/platform.ts';
import { createConnectRequest } from './http-tunnel.ts';
import type { ProxyRoute } from './proxy.ts';

/**
 * Returns the schemes that a proxy offers, such as `Negotiate`; an empty list when the proxy does not answer within
 * `timeoutMs`. Never rejects.
 */
export async function offeredSchemes(
  route: Exclude<ProxyRoute, { readonly kind: 'direct' }>,
  url: URL,
  clock: Clock,
  timeoutMs: number,
): Promise<string[]> {
  if (route.kind !== 'http' && route.kind !== 'https') return [];
  const proxy = new URL(`${route.kind}://${route.address}`);
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const target = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
  const request = createConnectRequest(proxy, target);
  function finish(schemes: string[]): void {
    cancelTimeout();
    request.destroy();
    resolve(schemes);
  }
  const cancelTimeout = clock.after(timeoutMs, () => finish([]));
  request.on('error', () => finish([]));
  request.once('connect', ({ statusCode, headersDistinct }, socket) => {
    socket.destroy();
    finish(statusCode === 407 ? parseSchemes(headersDistinct['proxy-authenticate'] ?? []) : []);
  });
  request.end();
  return promise;
}

/** Parses the scheme names of challenges. A line may have several challenges; an element without `=` starts a new challenge. */
function parseSchemes(lines: readonly string[]): string[] {
  const schemes = lines
    .flatMap((line) => line.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""').split(','))
    .map((part) => part.trim())
    .filter((part) => !/^[\w-]+\s*=/.test(part))
    .flatMap((part) => /^[A-Za-z][\w-]{0,30}(?=\s|$)/.exec(part)?.[0] ?? []);
  return [...new Set(schemes)].slice(0, 5);
}
