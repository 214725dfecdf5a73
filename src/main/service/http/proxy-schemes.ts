/**
 * @file Finds the authentication schemes that a proxy offers. Node exposes only the status of a refused tunnel, so a
 * second CONNECT request, without credentials, reads the challenges.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../../platform/platform.ts';
import type { ProxyRoute } from './proxy.ts';
import { tlsOptions } from './tls-options.ts';

const supportedScheme = 'basic';

/**
 * Returns the schemes that a proxy offers, such as `Negotiate`, when Paydesk supports none of them; otherwise an empty
 * list, also when the proxy does not answer within `timeoutMs`. Never rejects.
 */
export async function unsupportedSchemes(
  route: Exclude<ProxyRoute, { readonly kind: 'direct' }>,
  url: URL,
  clock: Clock,
  timeoutMs: number,
): Promise<string[]> {
  if (route.kind !== 'http' && route.kind !== 'https') return [];
  const schemes = await requestOfferedSchemes(
    new URL(`${route.kind}://${route.address}`),
    url,
    clock,
    timeoutMs,
  );
  return schemes.some((scheme) => scheme.toLowerCase() === supportedScheme) ? [] : schemes;
}

function requestOfferedSchemes(proxy: URL, url: URL, clock: Clock, timeoutMs: number): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const target = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
  const sendRequest = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = sendRequest(proxy, { ...tlsOptions, method: 'CONNECT', path: target, agent: false });
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
