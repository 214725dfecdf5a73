/** @file The main thread of the statement engine: dispatches requests to its worker threads. */
import type { Clock } from '../../platform/platform.ts';
import { connectWorker, startThread, type WorkerClient } from '../../workers/client.ts';
import type { Call } from '../../workers/serve.ts';
import { type Request, requestSchema } from './envelope.ts';

/** Heap limit of each thread in megabytes. The main thread of the process only passes messages on. */
const maxMegabytes = 1_024;

/**
 * Size of the young generation of a thread's heap, in megabytes. Decrypted frames are garbage as soon as they are copied;
 * a small young generation makes the collector free them early.
 */
const youngMegabytes = 3;

/** Methods after which a thread has something open under the handle of the call. */
const openingMethods: ReadonlySet<string> = new Set(['open', 'unite', 'compare']);

/**
 * Milliseconds after which a thread ends that had something open, has nothing open now and is not called. Only its end gives
 * all of its memory back; the next statement is opened by a new thread.
 */
export const idleMs = 5_000;

/** Milliseconds without a call after which a thread ends that only searched: it caches files for the next search. */
export const maxSearchIdleMs = 120_000;

interface PoolWorker {
  readonly worker: WorkerClient;
  readonly handles: Set<number>;
  pendingCalls: number;
  hasOpened: boolean;
  /** Cancels the end of an idle thread. */
  cancelEnd: () => void;
}

/** Entry modules of the threads. */
interface PoolEntries {
  /** Threads that open and search CSV files. */
  readonly worker: URL;
  /** The thread that searches PDFs, which may take long: other searches do not wait for it. */
  readonly pages: URL;
}

/** Returns the shard of a search: its files are cached by one thread. */
function shardOf({ name, args }: Request): number | null {
  if (name !== 'search' || typeof args !== 'object' || args === null || !('shard' in args)) return null;
  return typeof args.shard === 'number' ? args.shard : null;
}

function handleOf(args: unknown): number | null {
  return typeof args === 'object' && args !== null && 'handle' in args && typeof args.handle === 'number'
    ? args.handle
    : null;
}

/**
 * Creates a pool without threads; up to `maxWorkers` are started on demand. The returned function dispatches a request.
 * Statements of a dead thread are closed; other threads continue.
 */
export function createWorkerPool(
  entries: PoolEntries,
  maxWorkers: number,
  clock: Pick<Clock, 'after'>,
): (body: unknown, call: Call) => Promise<unknown> {
  const members: PoolWorker[] = [];
  let pagesMember: PoolWorker | null = null;

  function start(entry: URL, onExit: () => void): PoolWorker {
    // Under Node, only the thread ends when out of memory. Electron may end the process; its calls then fail in the same way.
    const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: youngMegabytes };
    const thread = startThread(entry, { name: 'statement-engine', resourceLimits });
    const member: PoolWorker = {
      worker: connectWorker(thread),
      handles: new Set(),
      pendingCalls: 0,
      hasOpened: false,
      cancelEnd: () => undefined,
    };
    thread.onExit(onExit);
    return member;
  }

  function forget(member: PoolWorker): void {
    if (member === pagesMember) pagesMember = null;
    if (members.includes(member)) members.splice(members.indexOf(member), 1);
  }

  function spawn(): PoolWorker {
    const member = start(entries.worker, () => forget(member));
    members.push(member);
    return member;
  }

  function endWhenIdle(member: PoolWorker): void {
    member.cancelEnd();
    if (member.handles.size > 0 || member.pendingCalls > 0) return;
    member.cancelEnd = clock.after(member.hasOpened ? idleMs : maxSearchIdleMs, () => {
      forget(member);
      void member.worker.close();
    });
  }

  function requirePagesMember(): PoolWorker {
    if (pagesMember !== null) return pagesMember;
    const member = start(entries.pages, () => forget(member));
    pagesMember = member;
    return member;
  }

  function pickLeastBusy(): PoolWorker {
    const [leastBusyWorker] = members.toSorted(
      (one, two) => one.pendingCalls - two.pendingCalls || one.handles.size - two.handles.size,
    );
    if (leastBusyWorker !== undefined && (leastBusyWorker.pendingCalls === 0 || members.length >= maxWorkers))
      return leastBusyWorker;
    return spawn();
  }

  function workerOfShard(shard: number): PoolWorker {
    const index = shard % maxWorkers;
    while (members.length <= index) spawn();
    return members[index] ?? pickLeastBusy();
  }

  function memberFor(request: Request, handle: number | null): PoolWorker {
    if (request.name === 'searchPages') return requirePagesMember();
    const shard = shardOf(request);
    if (shard !== null) return workerOfShard(shard);
    const holder = handle === null ? undefined : members.find(({ handles }) => handles.has(handle));
    return holder ?? pickLeastBusy();
  }

  return async (body, { reportProgress }) => {
    const request = requestSchema.parse(body);
    const handle = handleOf(request.args);
    const member = memberFor(request, handle);
    const isOpening = openingMethods.has(request.name);
    if (handle !== null && isOpening) {
      member.handles.add(handle);
      member.hasOpened = true;
    }
    if (handle !== null && request.name === 'close') member.handles.delete(handle);
    member.pendingCalls += 1;
    member.cancelEnd();
    try {
      return await member.worker.call(request, { onProgress: reportProgress });
    } catch (thrown) {
      if (handle !== null && isOpening) member.handles.delete(handle);
      throw thrown;
    } finally {
      member.pendingCalls -= 1;
      endWhenIdle(member);
    }
  };
}
