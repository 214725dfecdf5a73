/** @file Entry of the process that reads the system's certificates, under Electron's utility process and under Node's. */
import process from 'node:process';
import { getCACertificates } from 'node:tls';
import { z } from 'zod';
import type { CertificatesMessage } from '../system-certificates.ts';

/** Electron gives its utility processes a port in place of Node's channel. */
const parentPortSchema = z.custom<{ postMessage(message: unknown): void }>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value,
);

function read(): CertificatesMessage {
  try {
    return { certificates: getCACertificates('system') };
  } catch {
    return { certificates: null };
  }
}

const message = read();
const parentPort = 'parentPort' in process ? parentPortSchema.parse(process.parentPort) : null;
if (parentPort === null) process.send?.(message);
else parentPort.postMessage(message);
