/** @file Distributes the requests of a process among its threads. */
import { connectWorker, startThread, type WorkerClient } from '../workers/client.ts';
import type { Call } from '../workers/serve.ts';
import { fileRequestSchema } from './messages.ts';

/** Heap limit of a thread in megabytes. */
const maxHeapMegabytes = 512;

interface Thread {
  readonly worker: WorkerClient;
  pendingCalls: number;
}

/**
 * Returns a function that dispatches a request to the least busy thread; at most `count` are started at `entry`.
 * Requests of a session go to the same thread. `onThreadEnded` is called when a thread ends unexpectedly.
 */
export function distributeAmongThreads(
  entry: URL,
  count: number,
  onThreadEnded: () => void,
): (request: unknown, call: Call) => Promise<unknown> {
  const threads: Thread[] = [];
  const threadsBySession = new Map<number, Thread>();

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes };
    const thread = startThread(entry, { name: 'files-worker', resourceLimits });
    thread.onExit(onThreadEnded);
    const newThread = { worker: connectWorker(thread), pendingCalls: 0 };
    threads.push(newThread);
    return newThread;
  }

  function chooseThread(): Thread {
    const [leastBusyThread] = threads.toSorted((first, second) => first.pendingCalls - second.pendingCalls);
    return leastBusyThread === undefined || (leastBusyThread.pendingCalls > 0 && threads.length < count)
      ? start()
      : leastBusyThread;
  }

  return async (request, { reportProgress }) => {
    const { session, endsSession } = fileRequestSchema.parse(request);
    const thread = (session === null ? undefined : threadsBySession.get(session)) ?? chooseThread();
    if (session !== null && !endsSession) threadsBySession.set(session, thread);
    if (session !== null && endsSession) threadsBySession.delete(session);
    thread.pendingCalls += 1;
    try {
      return await thread.worker.call(request, { onProgress: reportProgress });
    } finally {
      thread.pendingCalls -= 1;
    }
  };
}
