/**
 * @file Asks a proxy by which schemes it lets people in. Node tells of a refused tunnel no more than its status, so the
 * question is put once more, by itself and with nothing but the address that was asked for before.
 */
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Clock } from '../platform.ts';
import type { Way } from './proxy.ts';
import { verified } from './verified.ts';

/** The one scheme that Paydesk can answer. */
const answered = 'basic';

/**
 * The schemes that a proxy offers when Paydesk can answer none of them, as the proxy writes them, such as `Negotiate`;
 * else an empty list. Never rejects: a proxy that does not answer within `limit` milliseconds has said nothing.
 */
export async function unanswerableSchemes(
  way: Exclude<Way, { readonly kind: 'direct' }>,
  url: URL,
  clock: Clock,
  limit: number,
): Promise<string[]> {
  if (way.kind !== 'http' && way.kind !== 'https') return [];
  const schemes = await offeredSchemes(new URL(`${way.kind}://${way.address}`), url, clock, limit);
  return schemes.some((scheme) => scheme.toLowerCase() === answered) ? [] : schemes;
}

function offeredSchemes(proxy: URL, url: URL, clock: Clock, limit: number): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const target = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
  const ask = proxy.protocol === 'https:' ? secureRequest : plainRequest;
  const question = ask(proxy, { ...verified, method: 'CONNECT', path: target, agent: false });
  function end(schemes: string[]): void {
    stop();
    question.destroy();
    resolve(schemes);
  }
  const stop = clock.after(limit, () => end([]));
  question.on('error', () => end([]));
  question.once('connect', ({ statusCode, headersDistinct }, socket) => {
    socket.destroy();
    end(statusCode === 407 ? schemesOf(headersDistinct['proxy-authenticate'] ?? []) : []);
  });
  question.end();
  return promise;
}

/** The first word of each challenge. Several may stand in one line; what stands between commas without `=` begins one. */
function schemesOf(lines: readonly string[]): string[] {
  const words = lines
    .flatMap((line) => line.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""').split(','))
    .map((part) => part.trim())
    .filter((part) => !/^[\w-]+\s*=/.test(part))
    .flatMap((part) => /^[A-Za-z][\w-]{0,30}(?=\s|$)/.exec(part)?.[0] ?? []);
  return [...new Set(words)].slice(0, 5);
}
