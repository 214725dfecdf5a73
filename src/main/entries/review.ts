/** @file Entry of the review process. */
import { availableParallelism } from 'node:os';
import { connectToParent } from '../parent-process.ts';
import { createWorkerPool } from '../review/worker-pool.ts';
import { limitHeaps } from '../small-heap.ts';

limitHeaps();

// The worker module is in the same folder, bundled or not.
const worker = new URL(import.meta.url.replace(/review(\.\w+)$/, 'review-worker$1'));
const threads = Math.max(2, Math.min(4, availableParallelism() - 1));
const main = connectToParent();
const pool = createWorkerPool(worker, threads, main.send);

main.onMessage((message) => pool.take(message));
