/** @file Makes this process trust the certificate authority of a test, like the root certificate of a company. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Authority } from '../../fakes/servers/certificate.ts';

/** Trusts the certificates of the authority until the test ends. */
export function trust(authority: Authority): void {
  const originalCertificates = getCACertificates('default');
  setDefaultCACertificates([...originalCertificates, authority.cert]);
  onTestFinished(() => setDefaultCACertificates(originalCertificates));
}
