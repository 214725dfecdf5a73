/** @file Tickets for proxies without Kerberos: each token is accepted once, as those of Kerberos are. */
import type { ProxyTickets } from '../../src/main/service/http/proxy-credentials.ts';

/** Creates tickets, and the check of the proxy. `hosts` are the proxies for which tokens were requested. */
export function createFakeTickets() {
  const hosts: string[] = [];
  const state: { problem: 'missing' | 'none' | 'refused' | null } = { problem: null };
  const unusedTokens = new Set<string>();
  const tickets: ProxyTickets = {
    async createToken(host) {
      hosts.push(host);
      if (state.problem === 'missing' || state.problem === 'none') return { problem: state.problem };
      const token = Buffer.from(`canary-${hosts.length}`).toString('base64');
      if (state.problem === null) unusedTokens.add(`Negotiate ${token}`);
      return { token };
    },
  };
  return { tickets, hosts, state, accepts: (authorization: string) => unusedTokens.delete(authorization) };
}
