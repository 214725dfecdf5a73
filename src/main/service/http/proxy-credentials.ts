/** @file How Paydesk signs in to proxies: with a user name and password, or with a ticket of Kerberos. */

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** Provides user names and passwords for proxies. */
export interface ProxyCredentialsProvider {
  /** The saved credentials for a proxy, or `null`. */
  saved(proxy: string): Promise<ProxyCredentials | null>;
  /**
   * Requests credentials other than `refused`, which the proxy did not accept (`null` at first). Resolves with `null`
   * when there are none. Concurrent requests for the same proxy share one result.
   */
  request(proxy: string, refused: ProxyCredentials | null): Promise<ProxyCredentials | null>;
}

/** Creates tokens of Kerberos from the clerk's sign-in to the computer. */
export interface ProxyTickets {
  /**
   * Creates a token (base64) for one connection to the proxy at `host`. The problem is `missing` when Kerberos cannot be used
   * on this computer, and `none` without a valid ticket. Never rejects.
   */
  createToken(host: string): Promise<{ readonly token: string } | { readonly problem: 'missing' | 'none' }>;
}

/** What connections to a proxy sign in with. */
export type ProxySignIn = ProxyCredentials | ProxyTickets;

export function isTickets(signIn: ProxySignIn | null): signIn is ProxyTickets {
  return signIn !== null && 'createToken' in signIn;
}
