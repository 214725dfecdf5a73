/** @file Finds a free TCP port. */
import { createServer } from 'node:net';
import process from 'node:process';

/**
 * The next port to try. Every process has ports of its own, and systems assign only higher ones to programs that ask for any
 * port (Linux from 32,768), so that a returned port stays free.
 */
let nextPort = 11_000 + (process.pid % 1_000) * 20;

/** Returns a local port on which no program listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
