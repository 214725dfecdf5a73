/** @file Entry of the review process, under Electron's utility process and under Node's child process. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { z } from 'zod';
import { createCrew } from '../review/crew.ts';
import type { Reply } from '../review/messages.ts';
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
const worker = new URL(import.meta.url.replace(/review(\.\w+)$/, 'review-worker$1'));
const threads = Math.max(2, Math.min(4, availableParallelism() - 1));
const parentPort = 'parentPort' in process ? parentPortSchema.parse(process.parentPort) : null;

if (parentPort === null) {
  const crew = createCrew(worker, threads, (reply: Reply) => void process.send?.(reply));
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => crew.take(message));
} else {
  const crew = createCrew(worker, threads, (reply) => parentPort.postMessage(reply));
  parentPort.on('message', ({ data }) => crew.take(data));
}
