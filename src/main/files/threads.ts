/** @file Distributes the requests of a process among its threads. */
import { Worker } from 'node:worker_threads';
import { fileReplySchema, fileRequestSchema } from './messages.ts';

/** Sends a message to main. */
export type Answer = (message: unknown) => void;

/** Heap limit of a thread in megabytes. */
const maxHeapMegabytes = 512;
/** Milliseconds between two progress messages without a result. */
const progressMs = 1_000;

interface Thread {
  readonly worker: Worker;
  /** Requests in progress, with the last message of each. */
  readonly lastMessages: Map<number, { kind: string; at: number }>;
}

/**
 * Returns a function that dispatches a request to the least busy thread; at most `count` are started at `entry`.
 * Requests of a session go to the same thread. `onThreadEnded` is called when a thread ends unexpectedly.
 */
export function distributeAmongThreads(
  entry: URL,
  count: number,
  answer: Answer,
  onThreadEnded: () => void,
): (request: unknown) => void {
  const threads: Thread[] = [];
  const threadOf = new Map<number, Thread>();

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes };
    const worker = new Worker(entry, { name: 'intake', resourceLimits });
    const lastMessages: Thread['lastMessages'] = new Map();
    worker.on('message', (message: unknown) => {
      const { kind, id, body } = fileReplySchema.parse(message);
      const last = lastMessages.get(id);
      const at = performance.now();
      if (kind === 'reply') lastMessages.delete(id);
      else if (last !== undefined) {
        if (kind === last.kind && body === undefined && at - last.at < progressMs) return;
        lastMessages.set(id, { kind, at });
      }
      answer(message);
    });
    worker.on('error', onThreadEnded);
    worker.on('exit', onThreadEnded);
    const thread = { worker, lastMessages };
    threads.push(thread);
    return thread;
  }

  function leastBusy(): Thread {
    const [best] = threads.toSorted((one, two) => one.lastMessages.size - two.lastMessages.size);
    return best === undefined || (best.lastMessages.size > 0 && threads.length < count) ? start() : best;
  }

  return (request) => {
    const { id, session, endsSession } = fileRequestSchema.parse(request);
    const thread = (session === null ? undefined : threadOf.get(session)) ?? leastBusy();
    if (session !== null && !endsSession) threadOf.set(session, thread);
    if (session !== null && endsSession) threadOf.delete(session);
    thread.lastMessages.set(id, { kind: 'progress', at: 0 });
    thread.worker.postMessage(request);
  };
}
