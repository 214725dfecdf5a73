/** @file A thread that answers, reports steps, hangs, exits, throws, exhausts memory or posts an invalid message. */
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';

const memory: number[][] = [];

parentPort?.on('message', (request: unknown) => {
  if (request === 'stick') for (;;);
  if (request === 'die') exit(1);
  if (request === 'throw') throw new Error('thrown');
  if (request === 'eat') for (;;) memory.push(Array.from({ length: 1_000_000 }, () => 0.5));
  if (request === 'babble') parentPort?.postMessage('nonsense');
  if (request === 'step and stick') {
    for (const step of [0, 1, 2]) parentPort?.postMessage({ step });
    for (;;);
  }
  parentPort?.postMessage({ answer: request });
});
