/** @file The main thread of the review process: dispatches requests to its worker threads. */
import { connectWorker, startThread, type WorkerClient } from '../workers/client.ts';
import type { Call } from '../workers/serve.ts';
import { type Request, requestSchema } from './envelope.ts';

/**
 * Size of the young generation of a thread's heap, in megabytes. Decrypted frames are garbage as soon as they are copied;
 * a small young generation makes the collector free them early.
 */
const youngMegabytes = 3;

interface PoolWorker {
  readonly worker: WorkerClient;
  readonly handles: Set<number>;
  pendingCalls: number;
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
  entry: URL,
  maxWorkers: number,
): (body: unknown, call: Call) => Promise<unknown> {
  const members: PoolWorker[] = [];

  function spawn(): PoolWorker {
    // Under Node, only the thread ends when out of memory. Electron may end the process; its calls then fail in the same way.
    const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: youngMegabytes };
    const thread = startThread(entry, { name: 'review', resourceLimits });
    const member: PoolWorker = { worker: connectWorker(thread), handles: new Set(), pendingCalls: 0 };
    members.push(member);
    thread.onExit(() => members.splice(members.indexOf(member), 1));
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

  return async (body, { reportProgress }) => {
    const request = requestSchema.parse(body);
    const handle = handleOf(request.args);
    const holder = handle === null ? undefined : members.find(({ handles }) => handles.has(handle));
    const shard = shardOf(request);
    const member = shard === null ? (holder ?? pickLeastBusy()) : workerOfShard(shard);
    if (handle !== null && request.name === 'open') member.handles.add(handle);
    if (handle !== null && request.name === 'close') member.handles.delete(handle);
    member.pendingCalls += 1;
    try {
      return await member.worker.call(request, { onProgress: reportProgress });
    } finally {
      member.pendingCalls -= 1;
    }
  };
}
