/** @file The channel from a worker to the thread that started it, under Electron and Node. */
import process from 'node:process';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { systemClock } from '../concurrency/clock.ts';
import { formatLogLine } from '../log/log.ts';
import { onUncaught } from '../log/uncaught.ts';
import type { WorkerMessage } from './protocol.ts';

/** Exit code of a child process after an uncaught error. */
const uncaughtExitCode = 70;

/** The port that Electron provides to child processes instead of Node's channel. */
interface UtilityPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const utilityPortSchema = z.custom<UtilityPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value,
);

/** The thread that started a worker, as the worker sees it. */
export interface ParentPort {
  /** Sends messages. A thread transfers the buffers; a process copies them. */
  send(messages: readonly WorkerMessage[], buffers?: ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Ends a process, or a thread that has nothing else to do. */
  close(): void;
}

/** Connects a thread to the thread that started it. */
export function connectThread(port: MessagePort | null = parentPort): ParentPort {
  if (port === null) throw new Error('This module runs in a worker thread');
  return {
    send: (messages, buffers) => port.postMessage(messages, buffers),
    onMessage: (listener) => void port.on('message', listener),
    close: () => port.close(),
  };
}

/**
 * Connects a child process to main. The child process ends together with main: Electron ends it; under Node it kills
 * itself, because a hanging system call would block even `process.exit()`. A child process must therefore not hold
 * unsaved data. It also ends at an uncaught error.
 */
export function connectProcess(): ParentPort {
  exitOnUncaught();
  const port = 'parentPort' in process ? utilityPortSchema.parse(process.parentPort) : null;
  if (port !== null) {
    return {
      send: (messages) => port.postMessage(messages),
      onMessage(listener) {
        port.on('message', ({ data }) => listener(data));
      },
      close: () => process.exit(),
    };
  }
  const killSelf = () => void process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', killSelf);
  if (!process.connected) killSelf();
  return {
    // Without a callback, an error of a closing channel would be uncaught.
    send: (messages) => void process.send?.(messages, undefined, undefined, () => undefined),
    onMessage(listener) {
      process.on('message', listener);
    },
    close: () => process.exit(),
  };
}

/** Ends this child process at an uncaught error, and writes a line without secrets to its error output. */
function exitOnUncaught(): void {
  onUncaught((thrown) => {
    process.stderr.write(`${formatLogLine(new Date(systemClock.now()), 'process', thrown)}\n`);
    process.exit(uncaughtExitCode);
  });
}
