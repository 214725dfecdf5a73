/** @file Client of the thread that reads second halves. */
import { Worker } from 'node:worker_threads';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import { type Half, halfReplySchema } from './half-reply.ts';
import type { SecondThread } from './second-half.ts';

/**
 * Decrypted frames are garbage as soon as they are copied. A small place for young objects makes it be cleared away
 * before there is much of it.
 */
export const youngMegabytes = 3;

interface PendingJob {
  readonly split: PromiseWithResolvers<number | null>;
  readonly half: PromiseWithResolvers<Half | null>;
}

/** Creates the client; the thread starts with the first job. */
export function createSecondThread(entry: URL): SecondThread {
  const waiting = new Map<number, PendingJob>();
  let worker: Worker | null = null;
  let lastId = 0;

  function fail(id: number, error: PaydeskError): void {
    const asked = waiting.get(id);
    waiting.delete(id);
    asked?.split.reject(error);
    asked?.half.reject(error);
  }

  function onReply(message: unknown): void {
    const reply = halfReplySchema.parse(message);
    if (reply.told === 'failed') fail(reply.id, fromWire(reply.error));
    else if (reply.told === 'split') waiting.get(reply.id)?.split.resolve(reply.at);
    else {
      waiting.get(reply.id)?.half.resolve(reply.half);
      waiting.delete(reply.id);
    }
  }

  function start(): Worker {
    const started = new Worker(entry, {
      name: 'review half',
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    started.on('message', onReply);
    const gone = () => {
      if (worker === started) worker = null;
      for (const id of waiting.keys())
        fail(id, new PaydeskError('review-failed', 'A review thread has ended'));
    };
    started.on('error', gone);
    started.on('exit', gone);
    // The thread alone must not keep the process alive.
    started.unref();
    return started;
  }

  return {
    read(job) {
      lastId += 1;
      const asked = {
        split: Promise.withResolvers<number | null>(),
        half: Promise.withResolvers<Half | null>(),
      };
      // The callers of these promises handle their failures; one of them may have no caller any more.
      asked.split.promise.catch(() => undefined);
      asked.half.promise.catch(() => undefined);
      waiting.set(lastId, asked);
      worker ??= start();
      worker.postMessage({ id: lastId, job });
      return { split: asked.split.promise, half: asked.half.promise };
    },
  };
}
