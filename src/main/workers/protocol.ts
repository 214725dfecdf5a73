/** @file The messages between a worker (a thread or child process of Paydesk) and the thread that started it. */
import { z } from 'zod';
import { wireErrorSchema } from '../../shared/wire-error.ts';

/** A call. Each call has one result, preceded by any number of progress messages. */
export const callSchema = z.object({ id: z.int(), body: z.unknown() });

/** Sent instead of a call: the worker completes its calls and ends. */
export const closeMessage = 'close';

/** ID of the result of the worker's start. */
export const startId = 0;

const id = z.int();

/** Messages of a worker arrive in groups. `ended`: another worker, which this worker had started for the call, has ended. */
export const messagesSchema = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('event'), body: z.unknown() }),
    z.object({ kind: z.literal('progress'), id, body: z.unknown() }),
    z.object({ kind: z.literal('done'), id, value: z.unknown() }),
    z.object({ kind: z.literal('failed'), id, error: wireErrorSchema }),
    z.object({ kind: z.literal('ended'), id, lastProgress: z.unknown() }),
  ]),
);

export type WorkerMessage = z.infer<typeof messagesSchema>[number];

/** The worker ended during a call, or had ended before. */
export class WorkerEndedError extends Error {
  override readonly name: string = 'WorkerEndedError';
  /** The last progress of the call; `undefined` before the first. */
  readonly lastProgress: unknown;

  constructor(lastProgress?: unknown) {
    super('The worker has ended');
    this.lastProgress = lastProgress;
  }
}
