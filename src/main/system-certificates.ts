/** @file Trusts what this machine trusts: a company's own root certificate is in the system's store and nowhere else. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Adds the certificates of the system's store to those that Node brings, for every connection from now on. To be
 * called once, before the first one. A store that cannot be read leaves Node's own.
 */
export function trustSystemCertificates(): void {
  const own = getCACertificates('default');
  let system: string[] = [];
  try {
    system = getCACertificates('system');
  } catch {
    return;
  }
  setDefaultCACertificates([...new Set([...own, ...system])]);
}
