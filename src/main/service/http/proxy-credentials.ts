/** @file User names and passwords for proxies. */

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
