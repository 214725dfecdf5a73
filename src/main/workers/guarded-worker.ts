/**
 * @file A worker for untrusted data, or for calls that may hang. It runs one call at a time. Each call has a deadline,
 * at which the worker is killed from outside. It is started by the first call, and by the next call after it has ended. A
 * worker that is not called for {@link maxIdleMs} is killed, because only its end gives all of its memory back.
 */
import { PaydeskError } from '../../shared/errors.ts';
import { SerialQueue } from '../concurrency/serial-queue.ts';
import type { ChildProcess, Clock } from '../platform/platform.ts';
import { connectWorker, startThread, type WorkerClient } from './client.ts';
import { WorkerEndedError } from './protocol.ts';

/** Milliseconds without a call after which the worker ends. */
export const maxIdleMs = 60_000;

/** The worker was killed at the deadline of the call. */
export class DeadlineError extends WorkerEndedError {
  override readonly name = 'DeadlineError';
}

interface GuardedWorker {
  /**
   * Makes a call after all earlier calls have ended. `beforeCall` runs when all earlier calls have ended; the call is
   * made after it resolves. `deadlineMs` restarts with every progress of the call. Rejects with the error of the worker,
   * {@link WorkerEndedError}, the error of `beforeCall`, or with `cancelled` after `close`.
   */
  run(body: unknown, deadlineMs: number, beforeCall?: () => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates the worker without starting it. */
export function createGuardedWorker(start: () => ChildProcess, clock: Pick<Clock, 'after'>): GuardedWorker {
  let worker: WorkerClient | null = null;
  const calls = new SerialQueue();
  let isClosed = false;
  let cancelEnd = () => {};

  function endWhenIdle(): void {
    cancelEnd = clock.after(maxIdleMs, () => {
      void worker?.kill();
      worker = null;
    });
  }

  function requireOpen(): void {
    if (isClosed) throw new PaydeskError('cancelled', 'The worker is closed');
  }

  async function runNow(body: unknown, deadlineMs: number, beforeCall?: () => Promise<void>) {
    requireOpen();
    await beforeCall?.();
    requireOpen();
    cancelEnd();
    if (worker === null || worker.hasEnded) worker = connectWorker(start());
    const { call, kill } = worker;
    let isOverdue = false;
    const startDeadline = () =>
      clock.after(deadlineMs, () => {
        isOverdue = true;
        void kill();
      });
    let cancelDeadline = startDeadline();
    const onProgress = () => {
      cancelDeadline();
      cancelDeadline = startDeadline();
    };
    try {
      return await call(body, { onProgress });
    } catch (thrown) {
      requireOpen();
      throw isOverdue && thrown instanceof WorkerEndedError ? new DeadlineError(thrown.lastProgress) : thrown;
    } finally {
      cancelDeadline();
      if (!isClosed && !worker.hasEnded) endWhenIdle();
    }
  }

  return {
    run: (body, deadlineMs, beforeCall) => calls.run(() => runNow(body, deadlineMs, beforeCall)),
    async close() {
      isClosed = true;
      cancelEnd();
      await worker?.kill();
    },
  };
}

/**
 * Creates a guarded thread without starting it. Above `maxMegabytes`, Node ends the thread, but Electron may end the whole
 * program. Callers under Electron must therefore limit the size of the data as well.
 */
export function createGuardedThread({
  entry,
  name,
  maxMegabytes,
  clock,
}: {
  readonly entry: URL;
  readonly name: string;
  readonly maxMegabytes: number;
  readonly clock: Pick<Clock, 'after'>;
}): GuardedWorker {
  const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes };
  // Libraries may print contents of the file, so their output is discarded.
  return createGuardedWorker(
    () => startThread(entry, { name, resourceLimits, stdout: true, stderr: true }),
    clock,
  );
}
