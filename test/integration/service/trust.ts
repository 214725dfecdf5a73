/** @file Lets this process trust a test's own authority, as a company's root certificate is trusted. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Authority } from '../../fakes/certificate.ts';

/** Trusts what the authority issues until the test ends. */
export function trust(authority: Authority): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
