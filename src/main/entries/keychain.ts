/** @file Entry of the keychain's child process, under Electron's utility process and under Node's child process. */
import process from 'node:process';
import { z } from 'zod';
import { serveKeychain } from '../keychain/child.ts';

/** Electron gives its utility processes a port in place of Node's channel. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const parentPortSchema = z.custom<ParentPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value,
);

const parentPort = 'parentPort' in process ? parentPortSchema.parse(process.parentPort) : null;

if (parentPort !== null) {
  serveKeychain({
    onMessage: (listener) => parentPort.on('message', (event) => listener(event.data)),
    send: (reply) => parentPort.postMessage(reply),
  });
} else {
  // A call that hangs keeps even process.exit() from ending this process; nothing is lost by a kill.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  serveKeychain({
    onMessage: (listener) => process.on('message', listener),
    send: (reply) => process.send?.(reply),
  });
}
