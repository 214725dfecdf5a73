/**
 * @file A worker thread that reads what others made. One request runs at a time, and each has a deadline: when it passes,
 * the thread is ended from outside, whatever it does. The thread starts with the first request, and again after an end.
 */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PaydeskError } from '../shared/errors.ts';
import type { Clock } from './platform.ts';

/** The thread did not survive a request: it passed its deadline, or ended by itself, as for want of memory. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
  /** The last step that the thread had begun; -1 before the first. */
  readonly step: number;

  constructor(step: number) {
    super('The thread did not survive a request');
    this.step = step;
  }
}

/** What the thread sends: the step that it begins, or the answer. */
const messageSchema = z.union([
  z.object({ step: z.number().int() }),
  z.object({ answer: z.custom((value) => value !== undefined) }),
]);

/** See {@link messageSchema}. */
export type GuardedMessage = z.infer<typeof messageSchema>;

export interface GuardedThreadDeps {
  /** The thread's module. */
  readonly entry: URL;
  readonly name: string;
  readonly clock: Clock;
  /**
   * Megabytes that the thread may use. Node ends the thread above it; Electron may end the whole program, so that this
   * alone bounds nothing there.
   */
  readonly maxMegabytes: number;
}

/** See the file's header. */
export interface GuardedThread {
  /**
   * Sends a request when those before it are answered. `request` is copied. `deadlineMs` counts anew with every step that
   * the thread begins. Rejects with {@link ThreadEndedError}, with what `onStart` threw, or with `cancelled` once closed.
   */
  run(request: unknown, deadlineMs: number, onStart?: () => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates the thread, which does not run yet. */
export function createGuardedThread(deps: GuardedThreadDeps): GuardedThread {
  let worker: Worker | null = null;
  let fail: (error: Error) => void = () => undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new PaydeskError('cancelled', 'The thread is closed');
  }

  function start(): Worker {
    const started = new Worker(deps.entry, {
      name: deps.name,
      // What a library prints about a file is of no use, and may quote the file.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: deps.maxMegabytes },
    });
    started.stdout.resume();
    started.stderr.resume();
    // Also between two requests: nothing that happens to it is thrown at the program.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function runNow(request: unknown, deadlineMs: number, onStart?: () => Promise<void>) {
    requireOpen();
    await onStart?.();
    requireOpen();
    const thread = worker ?? start();
    worker = thread;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let step = -1;
    const end = () => {
      if (worker === thread) worker = null;
      reject(new ThreadEndedError(step));
      void thread.terminate();
    };
    let stopDeadline = deps.clock.after(deadlineMs, end);
    const onMessage = (raw: unknown) => {
      const { data: message } = messageSchema.safeParse(raw);
      if (message === undefined) return end();
      if ('answer' in message) return resolve(message.answer);
      step = message.step;
      stopDeadline();
      stopDeadline = deps.clock.after(deadlineMs, end);
    };
    fail = reject;
    thread.on('message', onMessage);
    thread.on('error', end);
    thread.on('exit', end);
    thread.postMessage(request);
    try {
      return await promise;
    } finally {
      stopDeadline();
      thread.off('message', onMessage);
      thread.off('error', end);
      thread.off('exit', end);
    }
  }

  return {
    run(request, deadlineMs, onStart) {
      const result = queue.then(() => runNow(request, deadlineMs, onStart));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      fail(new PaydeskError('cancelled', 'The thread is closed'));
      await worker?.terminate();
    },
  };
}
