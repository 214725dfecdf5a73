/** @file The main thread's client of the store. */
import { PaydeskError } from '../../../shared/errors.ts';
import { connectWorker, startThread } from '../../workers/client.ts';
import { WorkerEndedError } from '../../workers/protocol.ts';
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

async function mapEndedError<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (thrown) {
    if (!(thrown instanceof WorkerEndedError)) throw thrown;
    throw new PaydeskError('database-unavailable', 'The database is closed');
  }
}

/**
 * Starts the worker thread at `entry` and opens the database file at `path`. Rejects with `database-corrupt`,
 * `database-newer`, `data-outdated`, `database-read-only`, `database-unavailable` or `disk-full`; the file is then unchanged. `onCommit`
 * is called after each commit that changed rows, before the callers' promises resolve.
 */
export async function openStore(
  entry: URL,
  path: string,
  onCommit: () => void = () => undefined,
): Promise<Store> {
  const worker = connectWorker(startThread(entry, { workerData: { path }, name: 'store' }), onCommit);
  await mapEndedError(worker.started);
  return {
    async run(procedure, args) {
      return procedure.result.parse(await mapEndedError(worker.call({ name: procedure.name, args })));
    },
    close: () => worker.close(),
  };
}
