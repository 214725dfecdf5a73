/**
 * @file A worker thread for parsing untrusted data. The thread runs one request at a time. Each request has a deadline,
 * at which the thread is terminated from outside. The thread is started by the first request, and by the next request
 * after the thread has ended.
 */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PaydeskError } from '../shared/errors.ts';
import type { Clock } from './platform.ts';

/**
 * The thread ended during a request: at the deadline, after an invalid message, or by itself, for example when it ran out
 * of memory.
 */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
  /** Number of the last step that the thread started, from 0; -1 before the first step. */
  readonly step: number;

  constructor(step: number) {
    super('The thread did not survive a request');
    this.step = step;
  }
}

/** Messages of the thread: the start of a step, or the answer. */
const messageSchema = z.union([
  z.object({ step: z.number().int() }),
  z.object({ answer: z.custom((value) => value !== undefined) }),
]);

export type GuardedMessage = z.infer<typeof messageSchema>;

interface GuardedThreadDeps {
  /** File URL of the thread's entry module. */
  readonly entry: URL;
  readonly name: string;
  readonly clock: Clock;
  /**
   * Memory limit of the thread, in megabytes. Above the limit, Node ends the thread, but Electron may end the whole
   * program. Callers under Electron must therefore limit the size of the data as well.
   */
  readonly maxMegabytes: number;
}

interface GuardedThread {
  /**
   * Sends a request after all earlier requests are answered. `request` is copied. `beforeRequest` runs when all earlier
   * requests are answered; the request is sent after it resolves. `deadlineMs` restarts with every step of the thread.
   * Rejects with {@link ThreadEndedError}, with the error of `beforeRequest`, or with `cancelled` after `close`.
   */
  run(request: unknown, deadlineMs: number, beforeRequest?: () => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates the thread without starting it. */
export function createGuardedThread(deps: GuardedThreadDeps): GuardedThread {
  let worker: Worker | null = null;
  let rejectRequest: (error: Error) => void = () => undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new PaydeskError('cancelled', 'The thread is closed');
  }

  function start(): Worker {
    const newWorker = new Worker(deps.entry, {
      name: deps.name,
      // Libraries may print contents of the file, so their output is discarded.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: deps.maxMegabytes },
    });
    newWorker.stdout.resume();
    newWorker.stderr.resume();
    // Without a listener, an error between two requests would be uncaught.
    newWorker.on('error', () => undefined);
    newWorker.on('exit', () => {
      if (worker === newWorker) worker = null;
    });
    return newWorker;
  }

  async function runNow(request: unknown, deadlineMs: number, beforeRequest?: () => Promise<void>) {
    requireOpen();
    await beforeRequest?.();
    requireOpen();
    const thread = worker ?? start();
    worker = thread;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let step = -1;
    const abortRequest = () => {
      if (worker === thread) worker = null;
      reject(new ThreadEndedError(step));
      void thread.terminate();
    };
    let stopDeadline = deps.clock.after(deadlineMs, abortRequest);
    const onMessage = (rawMessage: unknown) => {
      const { data: message } = messageSchema.safeParse(rawMessage);
      if (message === undefined) return abortRequest();
      if ('answer' in message) return resolve(message.answer);
      step = message.step;
      stopDeadline();
      stopDeadline = deps.clock.after(deadlineMs, abortRequest);
    };
    rejectRequest = reject;
    thread.on('message', onMessage);
    thread.on('error', abortRequest);
    thread.on('exit', abortRequest);
    thread.postMessage(request);
    try {
      return await promise;
    } finally {
      stopDeadline();
      thread.off('message', onMessage);
      thread.off('error', abortRequest);
      thread.off('exit', abortRequest);
    }
  }

  return {
    run(request, deadlineMs, beforeRequest) {
      const result = queue.then(() => runNow(request, deadlineMs, beforeRequest));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      rejectRequest(new PaydeskError('cancelled', 'The thread is closed'));
      await worker?.terminate();
    },
  };
}
