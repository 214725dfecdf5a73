/** @file Entry of a worker thread that answers a call with its heap limit in bytes, or with the ID of the thread. */
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { connectThread } from '../../src/main/workers/parent.ts';
import { serveCalls } from '../../src/main/workers/serve.ts';

serveCalls(connectThread(), async (request) =>
  JSON.stringify(request).includes('heapLimit') ? getHeapStatistics().heap_size_limit : threadId,
);
