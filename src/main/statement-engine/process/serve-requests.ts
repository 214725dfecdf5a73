import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { ParentPort } from '../../workers/parent.ts';
import { serveCalls } from '../../workers/serve.ts';
import { type Request, requestSchema } from './envelope.ts';

/** Answers the requests of a thread in order, so that each request sees the effects of the previous requests. */
export function serveRequests(thread: ParentPort, answer: (request: Request) => Promise<unknown>): void {
  const requests = new SerialQueue();
  serveCalls(thread, (body, { reportProgress }) => {
    const request = requestSchema.parse(body);
    return requests.run(() => {
      // Starts the deadline of the call.
      reportProgress('begun');
      return answer(request);
    });
  });
}
