/** @file The way from a child process to main, under Electron's utility process and under Node's child process. */
import process from 'node:process';
import { z } from 'zod';
import { exitOnUncaught } from './uncaught.ts';

/** Electron gives its utility processes a port in place of Node's channel. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const parentPortSchema = z.custom<ParentPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value,
);

/** Main, as a child process sees it. */
export interface ParentProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * Connects an entry to main. The process ends together with main: Electron sees to that; under Node it kills itself,
 * because a call that hangs in the system keeps even `process.exit()` waiting. Nothing may be lost by that. It ends as well
 * at an uncaught error.
 */
export function connectToParent(): ParentProcess {
  exitOnUncaught();
  const port = 'parentPort' in process ? parentPortSchema.parse(process.parentPort) : null;
  if (port !== null) {
    return {
      send: (message) => port.postMessage(message),
      onMessage(listener) {
        port.on('message', ({ data }) => listener(data));
      },
    };
  }
  const end = () => void process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  if (!process.connected) end();
  return {
    // Without a callback, an error of a channel that is just closing would be thrown at nobody.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage(listener) {
      process.on('message', listener);
    },
  };
}
