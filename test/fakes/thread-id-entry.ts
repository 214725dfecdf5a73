/** @file Entry of a worker thread that answers every request with the ID of the thread. */
import { parentPort, threadId } from 'node:worker_threads';
import { z } from 'zod';

const requestSchema = z.object({ id: z.number() });

parentPort?.on('message', (message: unknown) => {
  const { id } = requestSchema.parse(message);
  parentPort?.postMessage({ kind: 'reply', reply: { id, ok: true, value: threadId } });
});
