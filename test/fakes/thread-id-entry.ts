/** @file Entry of a worker thread that answers a call with its heap limit in bytes, with the ID of the thread, or not. */
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { connectThread } from '../../src/main/workers/parent.ts';
import { serveCalls } from '../../src/main/workers/serve.ts';

serveCalls(connectThread(), async (request) => {
  const text = JSON.stringify(request);
  if (text.includes('fails')) throw new Error('The call fails');
  return text.includes('heapLimit') ? getHeapStatistics().heap_size_limit : threadId;
});
