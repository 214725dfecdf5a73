/**
 * @file Simulates a slow certificate store of the system, in the main process and its child processes: reading blocks until
 * the file at `PAYDESK_HOST_CERTIFICATES` exists, as on a managed Mac.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import tls from 'node:tls';

/** Milliseconds between two checks for the file. */
const pollIntervalMs = 20;

/** Replaces the system's store. Must be called before the program is loaded. */
export function substituteSystemStore(): void {
  const { PAYDESK_HOST_CERTIFICATES: store } = process.env;
  if (store === undefined) return;
  const readCertificates = tls.getCACertificates;
  tls.getCACertificates = (type) => {
    if (type !== 'system') return readCertificates(type);
    const neverNotified = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(store)) Atomics.wait(neverNotified, 0, 0, pollIntervalMs);
    return readCertificates(type);
  };
  syncBuiltinESMExports();
}
