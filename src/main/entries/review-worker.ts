/** @file Entry of a worker thread of the review process. */
import { parentPort } from 'node:worker_threads';
import { createEngine } from '../review/engine.ts';
import { type ReviewMessage, requestSchema } from '../review/envelope.ts';

const port = parentPort;
if (port !== null) {
  const answerRequest = createEngine();
  // Requests run in order, so that each request sees the effects of the previous requests.
  let queue: Promise<void> = Promise.resolve();
  port.on('message', (message: unknown) => {
    const request = requestSchema.parse(message);
    const send = (message: ReviewMessage) => port.postMessage(message);
    queue = queue.then(async () => {
      send({ kind: 'begun', id: request.id });
      send({ kind: 'reply', reply: await answerRequest(request) });
    });
  });
}
