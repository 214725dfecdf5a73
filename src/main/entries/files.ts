/** @file Entry of a process for the files of one drive, under Electron's utility process and Node's child process. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { z } from 'zod';
import { readyMessage } from '../files/messages.ts';
import { type Answer, shareAmongThreads } from '../files/threads.ts';
import { keepHeapsSmall } from '../small-heap.ts';

/** Electron gives its utility processes a port in place of Node's channel. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const parentPortSchema = z.custom<ParentPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value,
);

keepHeapsSmall();

// The worker's module lies beside this one, bundled or not.
const worker = new URL(import.meta.url.replace(/files(\.\w+)$/, 'intake$1'));
const maxThreads = 4;
// One processor is left to the window and to main.
const threads = Math.max(1, Math.min(maxThreads, availableParallelism() - 1));
const parentPort = 'parentPort' in process ? parentPortSchema.parse(process.parentPort) : null;
const send: Answer = (message) =>
  parentPort === null ? void process.send?.(message) : parentPort.postMessage(message);

const take = shareAmongThreads(worker, threads, send, () => process.exit(1));
if (parentPort === null) {
  // A call that hangs keeps even process.exit() from ending this process; nothing is lost by a kill.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', take);
} else parentPort.on('message', ({ data }) => take(data));
send(readyMessage);
