/** @file Entry of the process that reads the system's certificates. */
import { getCACertificates } from 'node:tls';
import { connectToParent } from '../parent-process.ts';
import type { CertificatesMessage } from '../system-certificates.ts';

const main = connectToParent();

function readCertificates(): CertificatesMessage {
  try {
    return { certificates: getCACertificates('system') };
  } catch {
    return { certificates: null };
  }
}

main.send(readCertificates());
