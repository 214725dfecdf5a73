/** @file The main thread of the review process: dispatches requests to its worker threads. */
import { Worker } from 'node:worker_threads';
import { type Request, type ReviewMessage, requestSchema, reviewMessageSchema } from './envelope.ts';
import { youngMegabytes } from './second-thread.ts';

interface Member {
  readonly worker: Worker;
  readonly pending: Map<number, Request>;
  readonly handles: Set<number>;
}

/** Dispatches requests. Statements of a dead thread are closed; other threads continue. */
export interface WorkerPool {
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

/** Creates a pool without threads; up to `most` are started on demand. */
export function createWorkerPool(
  entry: URL,
  most: number,
  send: (message: ReviewMessage) => void,
): WorkerPool {
  const members: Member[] = [];

  function spawn(): Member {
    // Under Node, out of memory ends the thread only. Electron may end the process, whose calls then fail the same way.
    const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(entry, { name: 'review', resourceLimits });
    const member: Member = { worker, pending: new Map(), handles: new Set() };
    members.push(member);
    worker.on('message', (raw: unknown) => {
      const message = reviewMessageSchema.parse(raw);
      if (message.kind === 'reply') member.pending.delete(message.reply.id);
      send(message);
    });
    const onEnded = () => {
      const place = members.indexOf(member);
      if (place >= 0) members.splice(place, 1);
      for (const id of member.pending.keys()) send({ kind: 'ended', id });
      member.pending.clear();
    };
    worker.on('error', onEnded);
    worker.on('exit', onEnded);
    return member;
  }

  function leastBusy(): Member {
    const [best] = members.toSorted(
      (one, two) => one.pending.size - two.pending.size || one.handles.size - two.handles.size,
    );
    if (best !== undefined && (best.pending.size === 0 || members.length >= most)) return best;
    return spawn();
  }

  function memberOfShard(shard: number): Member {
    const place = shard % most;
    while (members.length <= place) spawn();
    return members[place] ?? leastBusy();
  }

  return {
    take(message) {
      const request = requestSchema.parse(message);
      const handle = handleOf(request.args);
      const holder = handle === null ? undefined : members.find(({ handles }) => handles.has(handle));
      const shard = shardOf(request);
      const member = shard === null ? (holder ?? leastBusy()) : memberOfShard(shard);
      if (handle !== null && request.name === 'open') member.handles.add(handle);
      if (handle !== null && request.name === 'close') member.handles.delete(handle);
      member.pending.set(request.id, request);
      member.worker.postMessage(request);
    },
  };
}
