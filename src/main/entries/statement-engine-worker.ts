/** @file Entry of a worker thread of the statement engine. */
import { SerialQueue } from '../concurrency/serial-queue.ts';
import { createEngine } from '../statement-engine/process/engine.ts';
import { requestSchema } from '../statement-engine/process/envelope.ts';
import { connectThread } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

const answerRequest = createEngine();
// Requests run in order, so that each request sees the effects of the previous requests.
const requests = new SerialQueue();

serveCalls(connectThread(), (body, { reportProgress }) => {
  const request = requestSchema.parse(body);
  return requests.run(() => {
    // Starts the deadline of the call.
    reportProgress('begun');
    return answerRequest(request);
  });
});
