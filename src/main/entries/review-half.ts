/** @file Entry of the thread that reads the second halves of large statements. */
import { parentPort } from 'node:worker_threads';
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import type { HalfReply } from '../review/half-reply.ts';
import { buffersOf, halfRequestSchema, readSecondHalf } from '../review/second-half.ts';

const port = parentPort;
if (port !== null) {
  const send = (reply: HalfReply) =>
    port.postMessage(reply, reply.kind === 'half' ? buffersOf(reply.half) : []);
  port.on('message', (message: unknown) => {
    const { id, job } = halfRequestSchema.parse(message);
    readSecondHalf(job, (at) => send({ id, kind: 'split', at })).then(
      (half) => send({ id, kind: 'half', half }),
      (thrown: unknown) => send({ id, kind: 'failed', error: toWire(toPaydeskError(thrown)) }),
    );
  });
}
