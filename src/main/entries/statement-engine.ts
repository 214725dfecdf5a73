/** @file Entry of the statement engine. */
import { availableParallelism } from 'node:os';
import { systemClock } from '../concurrency/clock.ts';
import { limitHeaps } from '../platform/small-heap.ts';
import { createWorkerPool } from '../statement-engine/process/worker-pool.ts';
import { connectProcess } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

limitHeaps();

// The modules of the threads are in the same folder, bundled or not.
const worker = new URL(import.meta.url.replace(/statement-engine(\.\w+)$/, 'statement-engine-worker$1'));
const pages = new URL(import.meta.url.replace(/statement-engine(\.\w+)$/, 'statement-engine-pages$1'));
const threads = Math.max(2, Math.min(4, availableParallelism() - 1));
serveCalls(connectProcess(), createWorkerPool({ worker, pages }, threads, systemClock));
