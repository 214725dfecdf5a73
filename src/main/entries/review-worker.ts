/** @file Entry of a worker thread of the review process. */
import { parentPort } from 'node:worker_threads';
import { createEngine } from '../review/engine.ts';
import { requestSchema } from '../review/messages.ts';

const port = parentPort;
if (port !== null) {
  const answer = createEngine();
  // One after the other: an ask sees what the one before it did.
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (message: unknown) => {
    const request = requestSchema.parse(message);
    turn = turn.then(async () => port.postMessage(await answer(request)));
  });
}
