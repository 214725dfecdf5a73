/** @file Entry of a worker thread of the review process. */
import { parentPort } from 'node:worker_threads';
import { createEngine } from '../review/engine.ts';
import { type ReviewMessage, requestSchema } from '../review/envelope.ts';
import { createSecondThread } from '../review/second-thread.ts';

const port = parentPort;
if (port !== null) {
  // The other thread's module lies beside this one, bundled or not.
  const half = new URL(import.meta.url.replace(/review-worker(\.\w+)$/, 'review-half$1'));
  const answer = createEngine(createSecondThread(half));
  // One after the other: an ask sees what the one before it did.
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (message: unknown) => {
    const request = requestSchema.parse(message);
    const send = (message: ReviewMessage) => port.postMessage(message);
    turn = turn.then(async () => {
      send({ kind: 'begun', id: request.id });
      send({ kind: 'reply', reply: await answer(request) });
    });
  });
}
