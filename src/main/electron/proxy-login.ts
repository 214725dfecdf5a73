/** @file Tells a proxy on the way to the update feed who we are, as the rest of Paydesk does: from the keychain, or the clerk. */
import type { AuthInfo } from 'electron';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../service/proxy.ts';

/** Answers a question; without a name and a password the request fails. */
type Answer = (user?: string, password?: string) => void;

/** Answers the event `login` of a request of Electron's. Never rejects. */
export type ProxyLogin = (about: AuthInfo, answer: Answer) => Promise<void>;

/**
 * Creates the answerer. Only proxies that ask by Basic are told; Negotiate and NTLM are Chromium's own affair, and a
 * server that asks is none of ours. Chromium asks again only when what it was told was refused, so then the clerk is.
 */
export function createProxyLogin(keys: ProxyCredentialsProvider): ProxyLogin {
  const sentKeys = new Map<string, ProxyCredentials>();

  async function keyFor(proxy: string): Promise<ProxyCredentials | null> {
    const refused = sentKeys.get(proxy) ?? null;
    const known = refused === null ? await keys.saved(proxy) : null;
    return known ?? keys.request(proxy, refused);
  }

  return async ({ isProxy, scheme, host, port }, answer) => {
    if (!isProxy || scheme.toLowerCase() !== 'basic') return answer();
    const proxy = `${host}:${port}`;
    const key = await keyFor(proxy).catch(() => null);
    if (key === null) return answer();
    sentKeys.set(proxy, key);
    answer(key.user, key.password);
  };
}
