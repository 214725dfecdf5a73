/** @file Entry of the thread of the statement engine that searches PDFs. */
import { SerialQueue } from '../concurrency/serial-queue.ts';
import { requestSchema } from '../statement-engine/process/envelope.ts';
import { createPageSearcher } from '../statement-engine/search/page-search.ts';
import { connectThread } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

const answerRequest = createPageSearcher();
const requests = new SerialQueue();

serveCalls(connectThread(), (body, { reportProgress }) => {
  const request = requestSchema.parse(body);
  return requests.run(() => {
    // Starts the deadline of the call.
    reportProgress('begun');
    return answerRequest(request);
  });
});
