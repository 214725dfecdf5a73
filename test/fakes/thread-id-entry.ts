/** @file Entry of a worker thread that answers every call with the ID of the thread. */
import { threadId } from 'node:worker_threads';
import { connectThread } from '../../src/main/workers/parent.ts';
import { serveCalls } from '../../src/main/workers/serve.ts';

serveCalls(connectThread(), async () => threadId);
