/**
 * @file Authenticates at proxies for the update feed, like the rest of Paydesk: with credentials from the keychain or
 * the clerk.
 */
import type { AuthInfo } from 'electron';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../service/http/proxy-credentials.ts';

/** Answers an authentication request; without credentials, the HTTP request fails. */
type Answer = (user?: string, password?: string) => void;

/** Handles the `login` event of an Electron request. Never rejects. */
export type ProxyLogin = (authInfo: AuthInfo, answer: Answer) => Promise<void>;

/**
 * Creates the handler. It answers only proxies with Basic authentication: Chromium handles Negotiate and NTLM itself,
 * and servers never get credentials. A repeated request means that the credentials were rejected, so the clerk is
 * asked.
 */
export function createProxyLogin(provider: ProxyCredentialsProvider): ProxyLogin {
  const sentCredentials = new Map<string, ProxyCredentials>();

  async function findCredentials(proxy: string): Promise<ProxyCredentials | null> {
    const rejectedCredentials = sentCredentials.get(proxy) ?? null;
    const savedCredentials = rejectedCredentials === null ? await provider.saved(proxy) : null;
    return savedCredentials ?? provider.request(proxy, rejectedCredentials);
  }

  return async ({ isProxy, scheme, host, port }, answer) => {
    if (!isProxy || scheme.toLowerCase() !== 'basic') return answer();
    const proxy = `${host}:${port}`;
    const credentials = await findCredentials(proxy).catch(() => null);
    if (credentials === null) return answer();
    sentCredentials.set(proxy, credentials);
    answer(credentials.user, credentials.password);
  };
}
