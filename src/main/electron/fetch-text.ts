/** @file Gets a small text by Electron's own network, on the way that a session goes. */
import { net, type Session } from 'electron';
import type { Clock } from '../platform.ts';
import type { ProxyLogin } from './proxy-login.ts';

/** Bytes that a text may have. */
const maxBytes = 1_000_000;
/** Milliseconds that getting it may take, without the time in which the clerk is asked who we are. */
const maxDurationMs = 60_000;

/** Gets the text of an address. Rejects when it is not there in time, is too large, or leads elsewhere. */
export function fetchText(
  address: string,
  session: Session,
  login: ProxyLogin,
  clock: Pick<Clock, 'after'>,
  limit = maxDurationMs,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = net.request({ url: address, session, redirect: 'error', cache: 'no-store' });
  let stop: () => void = () => undefined;
  const watch = () => {
    stop = clock.after(limit, () => {
      reject(new Error('The feed did not answer in time'));
      request.abort();
    });
  };
  request.on('login', (about, answer) => {
    stop();
    void login(about, (...key) => {
      watch();
      answer(...key);
    });
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('The answer broke off')));
    response.on('data', (piece) => {
      pieces.push(piece);
      size += piece.length;
      if (size <= maxBytes) return;
      reject(new Error('The answer is too large'));
      request.abort();
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(pieces).toString('utf8'));
      else reject(new Error(`The feed answered ${response.statusCode}`));
    });
  });
  watch();
  request.end();
  return promise.finally(() => stop());
}
