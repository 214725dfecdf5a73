/**
 * @file The system's certificates, as a test wants them. `PAYDESK_HOST_CERTIFICATES` is `throw` for a store that cannot be
 * read, or the path of a file: a store that blocks whoever reads it until that file is there, as a managed Mac's does.
 * Holds for main and for its child processes.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import tls from 'node:tls';

/** Milliseconds between two looks for the file. */
const interval = 20;

/** Puts the store in the place of the system's. To be called before the program is loaded. */
export function substituteSystemStore(): void {
  const { PAYDESK_HOST_CERTIFICATES: store } = process.env;
  if (store === undefined) return;
  const read = tls.getCACertificates;
  tls.getCACertificates = (type) => {
    if (type !== 'system') return read(type);
    if (store === 'throw') throw new Error('The store cannot be read');
    const neverNotified = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(store)) Atomics.wait(neverNotified, 0, 0, interval);
    return read(type);
  };
  syncBuiltinESMExports();
}
