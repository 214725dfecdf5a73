/**
 * @file The message channel from a child process to main, under Electron (utility process) and Node (child process).
 */
import process from 'node:process';
import { z } from 'zod';
import { exitOnUncaught } from './uncaught.ts';

/** The port that Electron provides instead of Node's channel. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const parentPortSchema = z.custom<ParentPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value,
);

/** The main process, as a child process sees it. */
export interface ParentProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * Connects a child process to main. The child process ends together with main: Electron ends it; under Node it kills
 * itself, because a hanging system call would block even `process.exit()`. A child process must therefore not hold
 * unsaved data. It also ends at an uncaught error.
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
  const killSelf = () => void process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', killSelf);
  if (!process.connected) killSelf();
  return {
    // Without a callback, an error of a closing channel would be uncaught.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage(listener) {
      process.on('message', listener);
    },
  };
}
