/** @file The main thread's side of the store: procedures as promises. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { fromWire, PaydeskError, wireErrorSchema } from '../../shared/errors.ts';
import type { Procedure } from './procedure.ts';

/** The database, as features see it. */
export interface Store {
  /**
   * Runs a procedure in a transaction and resolves after its commit has reached the disk. Rejects with the error that
   * the procedure threw, or with `disk-full`, `database-…` when the commit failed; then nothing was changed.
   */
  run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result>;
  /** Finishes what was asked for and closes the file. From then on every call is rejected. */
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

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PaydeskError) => void;
}

/**
 * Starts the worker at `entry` and opens the database file at `path`. Rejects with `database-corrupt`,
 * `database-newer`, `database-read-only`, `database-unavailable` or `disk-full`; the file is then as it was. `onCommit`
 * is called after every commit that changed anything, before whoever asked for the change gets its answer.
 */
export async function openStore(
  entry: URL,
  path: string,
  onCommit: () => void = () => undefined,
): Promise<Store> {
  const worker = new Worker(entry, { workerData: { path }, name: 'store' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: PaydeskError | null = null;
  let closing: Promise<void> | null = null;

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
            const { resolve: succeed, reject: refuse } = waiting.get(reply.id) ?? {};
            waiting.delete(reply.id);
            if (reply.ok) succeed?.(reply.value);
            else refuse?.(fromWire(reply.error));
          }
      }
    });
    const gone = () => {
      ended ??= new PaydeskError('database-unavailable', 'The database worker has ended');
      for (const { reject: refuse } of waiting.values()) refuse(ended);
      reject(ended);
    };
    worker.on('error', gone);
    worker.on('exit', gone);
  });

  async function closeWorker(): Promise<void> {
    if (ended !== null) return;
    ended = new PaydeskError('database-unavailable', 'The database is closed');
    // The thread ends by itself once its port is closed: ended from outside at that moment, it could take the process
    // with it.
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ close: true });
    await exited;
  }

  return {
    async run(procedure, args) {
      const value = await new Promise<unknown>((resolve, reject) => {
        if (ended !== null) return reject(ended);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, name: procedure.name, args });
      });
      return procedure.result.parse(value);
    },
    close() {
      closing ??= closeWorker();
      return closing;
    },
  };
}
