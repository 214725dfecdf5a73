/** @file The main thread's client of the store. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { fromWire, PaydeskError, wireErrorSchema } from '../../shared/errors.ts';
import type { Procedure } from './procedure.ts';

/** The database as features see it. */
export interface Store {
  /**
   * Runs a procedure in a transaction and resolves after the commit was flushed to disk. Rejects with the error of the
   * procedure, or with `disk-full` or `database-…` when the commit failed; nothing was changed then.
   */
  run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result>;
  /** Completes pending calls and closes the database; later calls are rejected. */
  close(): Promise<void>;
}

const replySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number(), ok: z.literal(false), error: wireErrorSchema }),
]);

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('failed'), error: wireErrorSchema }),
  z.object({ kind: z.literal('replies'), replies: z.array(replySchema), changed: z.boolean() }),
]);

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PaydeskError) => void;
}

/**
 * Starts the worker thread at `entry` and opens the database file at `path`. Rejects with `database-corrupt`,
 * `database-newer`, `database-read-only`, `database-unavailable` or `disk-full`; the file is then unchanged. `onCommit`
 * is called after each commit that changed rows, before the callers' promises resolve.
 */
export async function openStore(
  entry: URL,
  path: string,
  onCommit: () => void = () => undefined,
): Promise<Store> {
  const worker = new Worker(entry, { workerData: { path }, name: 'store' });
  const pendingCalls = new Map<number, PendingCall>();
  let lastId = 0;
  let closedError: PaydeskError | null = null;
  let closingPromise: Promise<void> | null = null;

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (raw: unknown) => {
      const message = messageSchema.parse(raw);
      switch (message.kind) {
        case 'open':
          return resolve();
        case 'failed':
          return reject(fromWire(message.error));
        case 'replies':
          if (message.changed) onCommit();
          for (const reply of message.replies) {
            const { resolve: resolveCall, reject: rejectCall } = pendingCalls.get(reply.id) ?? {};
            pendingCalls.delete(reply.id);
            if (reply.ok) resolveCall?.(reply.value);
            else rejectCall?.(fromWire(reply.error));
          }
      }
    });
    const onWorkerEnd = () => {
      closedError ??= new PaydeskError('database-unavailable', 'The database worker has ended');
      for (const { reject: rejectCall } of pendingCalls.values()) rejectCall(closedError);
      reject(closedError);
    };
    worker.on('error', onWorkerEnd);
    worker.on('exit', onWorkerEnd);
  });

  async function closeWorker(): Promise<void> {
    if (closedError !== null) return;
    closedError = new PaydeskError('database-unavailable', 'The database is closed');
    // The thread ends by itself when its port is closed. Terminating the thread at that moment could crash the process.
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ close: true });
    await exited;
  }

  return {
    async run(procedure, args) {
      const value = await new Promise<unknown>((resolve, reject) => {
        if (closedError !== null) return reject(closedError);
        lastId += 1;
        pendingCalls.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, name: procedure.name, args });
      });
      return procedure.result.parse(value);
    },
    close() {
      closingPromise ??= closeWorker();
      return closingPromise;
    },
  };
}
