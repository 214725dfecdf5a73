/** @file The main thread of the review process: dispatches requests to its worker threads. */
import { Worker } from 'node:worker_threads';
import { type Request, type ReviewMessage, requestSchema, reviewMessageSchema } from './envelope.ts';

/**
 * Size of the young generation of a thread's heap, in megabytes. Decrypted frames are garbage as soon as they are copied;
 * a small young generation makes the collector free them early.
 */
const youngMegabytes = 3;

interface PoolWorker {
  readonly worker: Worker;
  readonly pending: Map<number, Request>;
  readonly handles: Set<number>;
}

/** Dispatches requests. Statements of a dead thread are closed; other threads continue. */
interface WorkerPool {
  take(message: unknown): void;
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

/** Creates a pool without threads; up to `maxWorkers` are started on demand. */
export function createWorkerPool(
  entry: URL,
  maxWorkers: number,
  send: (message: ReviewMessage) => void,
): WorkerPool {
  const members: PoolWorker[] = [];

  function spawn(): PoolWorker {
    // Under Node, only the thread ends when out of memory. Electron may end the process; its calls then fail in the same way.
    const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(entry, { name: 'review', resourceLimits });
    const member: PoolWorker = { worker, pending: new Map(), handles: new Set() };
    members.push(member);
    worker.on('message', (raw: unknown) => {
      const message = reviewMessageSchema.parse(raw);
      if (message.kind === 'reply') member.pending.delete(message.reply.id);
      send(message);
    });
    const onEnded = () => {
      const index = members.indexOf(member);
      if (index >= 0) members.splice(index, 1);
      for (const id of member.pending.keys()) send({ kind: 'ended', id });
      member.pending.clear();
    };
    worker.on('error', onEnded);
    worker.on('exit', onEnded);
    return member;
  }

  function pickLeastBusy(): PoolWorker {
    const [leastBusyWorker] = members.toSorted(
      (one, two) => one.pending.size - two.pending.size || one.handles.size - two.handles.size,
    );
    if (leastBusyWorker !== undefined && (leastBusyWorker.pending.size === 0 || members.length >= maxWorkers))
      return leastBusyWorker;
    return spawn();
  }

  function workerOfShard(shard: number): PoolWorker {
    const index = shard % maxWorkers;
    while (members.length <= index) spawn();
    return members[index] ?? pickLeastBusy();
  }

  return {
    take(message) {
      const request = requestSchema.parse(message);
      const handle = handleOf(request.args);
      const holder = handle === null ? undefined : members.find(({ handles }) => handles.has(handle));
      const shard = shardOf(request);
      const member = shard === null ? (holder ?? pickLeastBusy()) : workerOfShard(shard);
      if (handle !== null && request.name === 'open') member.handles.add(handle);
      if (handle !== null && request.name === 'close') member.handles.delete(handle);
      member.pending.set(request.id, request);
      member.worker.postMessage(request);
    },
  };
}
