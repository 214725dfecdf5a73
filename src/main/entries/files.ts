/** @file Entry of the child process that opens the files of one drive. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { readyMessage } from '../files/messages.ts';
import { distributeAmongThreads } from '../files/threads.ts';
import { connectToParent } from '../parent-process.ts';
import { limitHeaps } from '../small-heap.ts';

limitHeaps();

// The worker module is in the same folder, bundled or not.
const worker = new URL(import.meta.url.replace(/files(\.\w+)$/, 'intake$1'));
const maxThreads = 4;
// Leaves one processor to the window and the main process.
const threads = Math.max(1, Math.min(maxThreads, availableParallelism() - 1));
const main = connectToParent();

main.onMessage(distributeAmongThreads(worker, threads, main.send, () => process.exit(1)));
main.send(readyMessage);
