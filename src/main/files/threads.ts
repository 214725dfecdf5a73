/** @file Distributes the requests of a process among its threads. */
import { Worker } from 'node:worker_threads';
import { fileReplySchema, fileRequestSchema } from './messages.ts';

/** Sends a message to main. */
type SendMessage = (message: unknown) => void;

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
  sendMessage: SendMessage,
  onThreadEnded: () => void,
): (request: unknown) => void {
  const threads: Thread[] = [];
  const threadsBySession = new Map<number, Thread>();

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes };
    const worker = new Worker(entry, { name: 'intake', resourceLimits });
    const lastMessages: Thread['lastMessages'] = new Map();
    worker.on('message', (message: unknown) => {
      const { kind, id, body } = fileReplySchema.parse(message);
      const lastMessage = lastMessages.get(id);
      const now = performance.now();
      if (kind === 'reply') lastMessages.delete(id);
      else if (lastMessage !== undefined) {
        if (kind === lastMessage.kind && body === undefined && now - lastMessage.at < progressMs) return;
        lastMessages.set(id, { kind, at: now });
      }
      sendMessage(message);
    });
    worker.on('error', onThreadEnded);
    worker.on('exit', onThreadEnded);
    const thread = { worker, lastMessages };
    threads.push(thread);
    return thread;
  }

  function chooseThread(): Thread {
    const [leastBusyThread] = threads.toSorted(
      (first, second) => first.lastMessages.size - second.lastMessages.size,
    );
    return leastBusyThread === undefined || (leastBusyThread.lastMessages.size > 0 && threads.length < count)
      ? start()
      : leastBusyThread;
  }

  return (request) => {
    const { id, session, endsSession } = fileRequestSchema.parse(request);
    const thread = (session === null ? undefined : threadsBySession.get(session)) ?? chooseThread();
    if (session !== null && !endsSession) threadsBySession.set(session, thread);
    if (session !== null && endsSession) threadsBySession.delete(session);
    thread.lastMessages.set(id, { kind: 'progress', at: 0 });
    thread.worker.postMessage(request);
  };
}
