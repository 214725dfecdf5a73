/** @file A thread in the place of the one that reads lists: it never comes to an end. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  for (;;);
});
