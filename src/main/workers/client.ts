/** @file Calls to a worker: a thread or child process of Paydesk. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import { systemClock } from '../concurrency/clock.ts';
import type { ChildProcess } from '../platform/platform.ts';
import { closeMessage, messagesSchema, startId, WorkerEndedError, type WorkerMessage } from './protocol.ts';

interface CallOptions {
  readonly onProgress?: ((body: unknown) => void) | undefined;
  /** Aborted when the result is no longer needed: the call rejects with `cancelled`, and the worker continues. */
  readonly signal?: AbortSignal | undefined;
}

export type WorkerClient = ReturnType<typeof connectWorker>;

/** Milliseconds that a worker has to complete its calls when it is closed. */
const maxClosingMs = 30_000;

interface PendingCall {
  readonly onProgress: CallOptions['onProgress'];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  lastProgress: unknown;
}

/** Starts a thread. Unlike a {@link Worker}, it has no uncaught errors: a thread with an error has ended. */
export function startThread(entry: URL, options: WorkerOptions & { readonly name: string }): ChildProcess {
  const thread = new Worker(entry, options);
  thread.on('error', () => undefined);
  // Captured output is discarded.
  if (options.stdout === true) thread.stdout.resume();
  if (options.stderr === true) thread.stderr.resume();
  return {
    send: (message) => thread.postMessage(message),
    onMessage: (listener) => void thread.on('message', listener),
    onExit: (listener) => void thread.once('exit', listener),
    kill: () => void thread.terminate(),
  };
}

/** Connects to a worker that was just started. A worker that sends an invalid message is killed. */
export function connectWorker(worker: ChildProcess, onEvent: (body: unknown) => void = () => undefined) {
  const pendingCalls = new Map<number, PendingCall>();
  const exited = Promise.withResolvers<void>();
  let lastId = startId;
  let isClosing = false;
  let hasEnded = false;

  function waitForResult(id: number, { onProgress, signal }: CallOptions = {}): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    pendingCalls.set(id, { onProgress, resolve, reject, lastProgress: undefined });
    if (signal === undefined) return promise;
    const abort = () => {
      pendingCalls.delete(id);
      reject(new PaydeskError('cancelled', 'The result is no longer needed'));
    };
    signal.addEventListener('abort', abort);
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  function end(): void {
    hasEnded = true;
    for (const { reject, lastProgress } of pendingCalls.values()) reject(new WorkerEndedError(lastProgress));
    pendingCalls.clear();
  }

  function kill(): Promise<void> {
    end();
    worker.kill();
    return exited.promise;
  }

  function receive(message: WorkerMessage): void {
    if (message.kind === 'event') {
      onEvent(message.body);
      return;
    }
    const pending = pendingCalls.get(message.id);
    if (pending === undefined) return;
    if (message.kind === 'progress') {
      pending.lastProgress = message.body;
      pending.onProgress?.(message.body);
      return;
    }
    pendingCalls.delete(message.id);
    if (message.kind === 'done') pending.resolve(message.value);
    else if (message.kind === 'failed') pending.reject(fromWire(message.error));
    else pending.reject(new WorkerEndedError(message.lastProgress));
  }

  worker.onMessage((raw) => {
    if (hasEnded) return;
    const { data: messages } = messagesSchema.safeParse(raw);
    if (messages === undefined) return void kill();
    for (const message of messages) receive(message);
  });
  worker.onExit(() => {
    end();
    exited.resolve();
  });
  const started = waitForResult(startId);
  // Most workers do not report their start.
  started.catch(() => undefined);

  return {
    /** The result of the worker's start. */
    started,
    get hasEnded() {
      return hasEnded;
    },
    /** Rejects with the error of the worker, or {@link WorkerEndedError}. */
    async call(body: unknown, options?: CallOptions) {
      if (isClosing || hasEnded) throw new WorkerEndedError();
      if (options?.signal?.aborted === true) throw new PaydeskError('cancelled', 'The call was not made');
      lastId += 1;
      const id = lastId;
      const result = waitForResult(id, options);
      try {
        worker.send({ id, body });
      } catch (thrown) {
        pendingCalls.delete(id);
        throw thrown;
      }
      return result;
    },
    /** Lets the worker complete its calls and end; kills it after {@link maxClosingMs}. Later calls are rejected. */
    async close() {
      if (!isClosing && !hasEnded) worker.send(closeMessage);
      isClosing = true;
      const cancelDeadline = systemClock.after(maxClosingMs, () => void kill());
      await exited.promise;
      cancelDeadline();
    },
    /** Rejects all calls and kills the worker. The promise resolves when the worker has exited. */
    kill,
  };
}
