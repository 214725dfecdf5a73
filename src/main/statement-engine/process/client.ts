/**
 * @file Client of the statement engine in main. The process starts with the first call. Every call has a deadline from
 * the moment that a thread starts it; after the deadline the process is killed.
 */
import type { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Clock, Processes } from '../../platform/platform.ts';
import { connectWorker, type WorkerClient } from '../../workers/client.ts';
import { WorkerEndedError } from '../../workers/protocol.ts';
import { engineMethods, type MethodName } from './messages.ts';

const awakeTickMs = 1_000;

/**
 * Calls `onPassed` when the machine has been awake for `milliseconds`. A tick that is late, for example after sleep,
 * counts as one tick. Returns a function that cancels the deadline.
 */
function startAwakeDeadline(clock: Clock, milliseconds: number, onPassed: () => void): () => void {
  let remainingMs = milliseconds;
  let cancelTick: () => void;
  const tick = () => {
    const stepMs = Math.min(awakeTickMs, remainingMs);
    cancelTick = clock.after(stepMs, () => {
      remainingMs -= stepMs;
      if (remainingMs > 0) tick();
      else onPassed();
    });
  };
  tick();
  return () => cancelTick();
}

/** The call that crashed the process or its thread: the rejected call, another call, or one of several running calls. */
type Blame = 'this' | 'other' | 'unknown';

/** The process or one of its threads ended during the call. */
export class EngineEndedError extends PaydeskError {
  readonly blame: Blame;

  constructor(blame: Blame) {
    super('engine-failed', 'The statement engine or a thread of it has ended');
    this.blame = blame;
  }
}

export interface CallOptions {
  /** Deadline of the call in milliseconds, from the moment that a thread starts it. */
  readonly deadlineMs?: number;
  /** No other call runs at the same time, so that a crash is attributed to this call. */
  readonly isAlone?: boolean;
}

export type StatementEngine = ReturnType<typeof createStatementEngine>;

interface EngineDeps {
  readonly processes: Processes;
  readonly clock: Clock;
  /** Entry module of the process. */
  readonly entry: URL;
}

/**
 * Milliseconds without a call after which the process ends, whatever is open in it: an open statement of a million rows takes
 * 400 MB. Callers open again what a new process does not have, as they do after a crash.
 */
export const maxIdleMs = 300_000;

/** Maximum deadline of a call, in milliseconds. */
export const maxDeadlineMs = 300_000;

interface RunningCall {
  hasBegun: boolean;
}

interface EngineProcess {
  readonly worker: WorkerClient;
  /** Running calls; when the process has ended, the calls that ran then. */
  readonly calls: Set<RunningCall>;
  /** The call whose deadline has passed. */
  overdueCall: RunningCall | null;
}

function findBlame({ worker, calls, overdueCall }: EngineProcess, call: RunningCall): Blame {
  if (overdueCall !== null) return call === overdueCall ? 'this' : 'other';
  if (!call.hasBegun) return 'other';
  const isThreadAlone = !worker.hasEnded;
  return isThreadAlone || [...calls].filter(({ hasBegun }) => hasBegun).length === 1 ? 'this' : 'unknown';
}

/** Creates the client; the process starts with the first call. */
export function createStatementEngine({ processes, clock, entry }: EngineDeps) {
  const running = new Set<Promise<unknown>>();
  /** The last exclusive call; later calls wait for its end, but not, as in a `SerialQueue`, for one another. */
  let lastExclusiveCall: Promise<unknown> = Promise.resolve();
  let process: EngineProcess | null = null;
  let isClosed = false;
  let cancelEnd = () => {};

  function endWhenIdle(): void {
    cancelEnd();
    if (isClosed || process === null || process.calls.size > 0) return;
    const { worker } = process;
    cancelEnd = clock.after(maxIdleMs, () => void worker.kill());
  }

  function requireProcess(): EngineProcess {
    if (isClosed) throw new PaydeskError('cancelled', 'Paydesk ends');
    if (process === null || process.worker.hasEnded) {
      const worker = connectWorker(processes.start(entry, 'Paydesk statement engine'));
      process = { worker, calls: new Set(), overdueCall: null };
    }
    return process;
  }

  async function send(name: MethodName, args: unknown, deadlineMs: number): Promise<unknown> {
    const servingProcess = requireProcess();
    const { worker, calls } = servingProcess;
    const call: RunningCall = { hasBegun: false };
    calls.add(call);
    cancelEnd();
    let cancelDeadline = () => {};
    const onProgress = () => {
      call.hasBegun = true;
      cancelDeadline = startAwakeDeadline(clock, deadlineMs, () => {
        servingProcess.overdueCall = call;
        void worker.kill();
      });
    };
    try {
      return await worker.call({ name, args }, { onProgress });
    } catch (thrown) {
      if (isClosed) throw new PaydeskError('cancelled', 'Paydesk ends');
      throw thrown instanceof WorkerEndedError
        ? new EngineEndedError(findBlame(servingProcess, call))
        : thrown;
    } finally {
      cancelDeadline();
      if (!worker.hasEnded) calls.delete(call);
      endWhenIdle();
    }
  }

  function queue(work: () => Promise<unknown>, isAlone: boolean): Promise<unknown> {
    const result = (isAlone ? Promise.allSettled([lastExclusiveCall, ...running]) : lastExclusiveCall).then(
      work,
    );
    const settled = result.catch(() => undefined);
    running.add(settled);
    void settled.then(() => running.delete(settled));
    if (isAlone) lastExclusiveCall = settled;
    return result;
  }

  return {
    /** Calls a method; rejects with the error of the engine, or {@link EngineEndedError}. */
    async call<Name extends MethodName>(
      name: Name,
      args: z.input<(typeof engineMethods)[Name]['args']>,
      { deadlineMs = maxDeadlineMs, isAlone = false } = {},
    ) {
      const value = await queue(() => send(name, args, Math.min(deadlineMs, maxDeadlineMs)), isAlone);
      return parseResult(engineMethods[name], value);
    },
    close() {
      isClosed = true;
      cancelEnd();
      void process?.worker.kill();
    },
  };
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return schema.parse(value);
}

function parseResult<Definition extends { readonly result: z.ZodType }>(
  definition: Definition,
  value: unknown,
): z.output<Definition['result']> {
  const { result } = definition;
  return parseWith<Definition['result']>(result, value);
}
