/**
 * @file Kerberos tickets for proxies, from the clerk's sign-in to the computer: without a password and without delegation. The
 * only module that uses the native package `kerberos`, which a computer may lack.
 */
import type { ProxyTickets } from '../service/http/proxy-credentials.ts';

/** The part of the package that is used. Without `flags`, tickets cannot be delegated. */
export interface Kerberos {
  readonly GSS_MECH_OID_SPNEGO: number;
  initializeClient(
    principal: string,
    options: { readonly mechOID: number },
  ): Promise<{ step(challenge: string): Promise<string> }>;
}

/**
 * Creates the tickets of this computer. `load` is first called when a proxy asks for a ticket, and rejects where the module was not
 * built or the system has no Kerberos library.
 */
export function createProxyTickets(
  os: NodeJS.Platform,
  load: () => Promise<Kerberos> = async () => (await import('kerberos')).default,
): ProxyTickets {
  let lastCall: Promise<unknown> = Promise.resolve();

  async function createToken(host: string): ReturnType<ProxyTickets['createToken']> {
    const kerberos = await load().catch(() => null);
    if (kerberos === null) return { problem: 'missing' };
    try {
      const principal = os === 'win32' ? `HTTP/${host}` : `HTTP@${host}`;
      const client = await kerberos.initializeClient(principal, { mechOID: kerberos.GSS_MECH_OID_SPNEGO });
      const token = await client.step('');
      // Without a ticket, Windows offers NTLM, which servers can relay.
      return Buffer.from(token, 'base64').includes('NTLMSSP') ? { problem: 'none' } : { token };
    } catch {
      return { problem: 'none' };
    }
  }

  return {
    createToken(host) {
      // One call at a time: while a domain controller is silent, each call blocks a thread that the files of main need as well.
      const call = lastCall.then(() => createToken(host));
      lastCall = call;
      return call;
    },
  };
}
