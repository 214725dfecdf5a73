/** @file Client of the thread that reads second halves. */
import { Worker } from 'node:worker_threads';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import { type Half, halfReplySchema } from './half-reply.ts';
import type { SecondThread } from './second-half.ts';

/**
 * Size of the young generation of a thread's heap, in megabytes. Decrypted frames are garbage as soon as they are copied;
 * a small young generation makes the collector free them early.
 */
export const youngMegabytes = 3;

interface PendingJob {
  readonly split: PromiseWithResolvers<number | null>;
  readonly half: PromiseWithResolvers<Half | null>;
}

/** Creates the client; the thread starts with the first job. */
export function createSecondThread(entry: URL): SecondThread {
  const pendingJobs = new Map<number, PendingJob>();
  let worker: Worker | null = null;
  let lastId = 0;

  function fail(id: number, error: PaydeskError): void {
    const pending = pendingJobs.get(id);
    pendingJobs.delete(id);
    pending?.split.reject(error);
    pending?.half.reject(error);
  }

  function onReply(message: unknown): void {
    const reply = halfReplySchema.parse(message);
    if (reply.kind === 'failed') fail(reply.id, fromWire(reply.error));
    else if (reply.kind === 'split') pendingJobs.get(reply.id)?.split.resolve(reply.at);
    else {
      pendingJobs.get(reply.id)?.half.resolve(reply.half);
      pendingJobs.delete(reply.id);
    }
  }

  function startWorker(): Worker {
    const newWorker = new Worker(entry, {
      name: 'review half',
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    newWorker.on('message', onReply);
    const onEnded = () => {
      if (worker === newWorker) worker = null;
      for (const id of pendingJobs.keys())
        fail(id, new PaydeskError('review-failed', 'A review thread has ended'));
    };
    newWorker.on('error', onEnded);
    newWorker.on('exit', onEnded);
    // The thread alone must not keep the process alive.
    newWorker.unref();
    return newWorker;
  }

  return {
    read(job) {
      lastId += 1;
      const pending = {
        split: Promise.withResolvers<number | null>(),
        half: Promise.withResolvers<Half | null>(),
      };
      // The callers handle failures of these promises; one of the two may have no caller left.
      pending.split.promise.catch(() => undefined);
      pending.half.promise.catch(() => undefined);
      pendingJobs.set(lastId, pending);
      worker ??= startWorker();
      worker.postMessage({ id: lastId, job });
      return { split: pending.split.promise, half: pending.half.promise };
    },
  };
}
