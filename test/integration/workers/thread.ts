/** @file A thread that answers, gives its ID, reports steps, hangs, exits, throws, exhausts memory or posts an invalid message. */
import { exit } from 'node:process';
import { parentPort, threadId } from 'node:worker_threads';
import { connectThread } from '../../../src/main/workers/parent.ts';
import { serveCalls } from '../../../src/main/workers/serve.ts';

const memory: number[][] = [];

serveCalls(connectThread(), async (request, { reportProgress }) => {
  if (request === 'identify') return threadId;
  if (request === 'stick') for (;;);
  if (request === 'die') exit(1);
  if (request === 'throw') setImmediate(() => JSON.parse('not JSON'));
  if (request === 'eat') for (;;) memory.push(Array.from({ length: 1_000_000 }, () => 0.5));
  if (request === 'babble') parentPort?.postMessage('nonsense');
  if (request === 'step and stick') {
    for (const step of [0, 1, 2]) reportProgress(step);
    for (;;);
  }
  if (request === 'throw' || request === 'babble') return new Promise(() => undefined);
  return request;
});
