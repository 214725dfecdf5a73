/** @file Fetches a small text through Electron's network stack, with the proxy of a session. */
import { net, type Session } from 'electron';
import type { Clock } from '../platform.ts';
import type { ProxyLogin } from './proxy-login.ts';

/** Maximum size of the text, in bytes. */
const maxBytes = 1_000_000;
/** Timeout in milliseconds, not counting the time in which the clerk enters proxy credentials. */
const defaultTimeoutMs = 60_000;

/** Fetches the text of an address. Rejects on a timeout, a redirect, or a text that is too large. */
export function fetchText(
  address: string,
  session: Session,
  login: ProxyLogin,
  clock: Pick<Clock, 'after'>,
  timeoutMs = defaultTimeoutMs,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = net.request({ url: address, session, redirect: 'error', cache: 'no-store' });
  let cancelTimeout: () => void = () => undefined;
  const startTimeout = () => {
    cancelTimeout = clock.after(timeoutMs, () => {
      reject(new Error('The feed did not answer in time'));
      request.abort();
    });
  };
  request.on('login', (authInfo, sendCredentials) => {
    cancelTimeout();
    void login(authInfo, (...credentials) => {
      startTimeout();
      sendCredentials(...credentials);
    });
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('The connection was lost during the answer')));
    response.on('data', (chunk) => {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes <= maxBytes) return;
      reject(new Error('The answer is too large'));
      request.abort();
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`The feed answered ${response.statusCode}`));
    });
  });
  startTimeout();
  request.end();
  return promise.finally(() => cancelTimeout());
}
