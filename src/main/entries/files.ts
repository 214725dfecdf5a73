/** @file Entry of the child process that opens the files of one drive. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { distributeAmongThreads } from '../files/threads.ts';
import { limitHeaps } from '../platform/small-heap.ts';
import { connectProcess } from '../workers/parent.ts';
import { reportStart, serveCalls } from '../workers/serve.ts';

limitHeaps();

// The worker module is in the same folder, bundled or not.
const worker = new URL(import.meta.url.replace(/files(\.\w+)$/, 'files-worker$1'));
const maxThreads = 4;
// Leaves one processor to the window and the main process.
const threads = Math.max(1, Math.min(maxThreads, availableParallelism() - 1));
const main = connectProcess();

serveCalls(
  main,
  distributeAmongThreads(worker, threads, () => process.exit(1)),
);
reportStart(main);
