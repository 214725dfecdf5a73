/**
 * @file Client of the review process in main. The process starts with the first call. Every call has a deadline from
 * the moment that a thread starts it; after the deadline the process is killed.
 */
import type { z } from 'zod';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock, Processes } from '../platform.ts';
import { reviewMessageSchema } from './envelope.ts';
import { type MethodName, reviewMethods } from './messages.ts';

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
export class ReviewEndedError extends PaydeskError {
  readonly blame: Blame;

  constructor(blame: Blame) {
    super('review-failed', 'The review process or a thread of it has ended');
    this.blame = blame;
  }
}

export interface CallOptions {
  /** Deadline of the call in milliseconds, from the moment that a thread starts it. */
  readonly deadlineMs?: number;
  /** No other call runs at the same time, so that a crash is attributed to this call. */
  readonly isAlone?: boolean;
}

export interface Review {
  /** Calls a method; rejects with the error of the engine, or {@link ReviewEndedError}. */
  call<Name extends MethodName>(
    name: Name,
    args: z.input<(typeof reviewMethods)[Name]['args']>,
    options?: CallOptions,
  ): Promise<z.output<(typeof reviewMethods)[Name]['result']>>;
  close(): void;
}

interface ReviewDeps {
  readonly processes: Processes;
  readonly clock: Clock;
  /** Entry module of the process. */
  readonly entry: URL;
}

/** Maximum deadline of a call, in milliseconds. */
export const maxDeadlineMs = 300_000;
/** Heap limit of the process in megabytes; its threads have their own limits. */
const maxMegabytes = 512;

interface PendingCall {
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PaydeskError) => void;
  hasBegun: boolean;
  cancelDeadline(): void;
}

/** Creates the client; the process starts with the first call. */
export function createReview({ processes, clock, entry }: ReviewDeps): Review {
  const pendingCalls = new Map<number, PendingCall>();
  const running = new Set<Promise<unknown>>();
  /** The last exclusive call; later calls wait for its end. */
  let lastExclusiveCall: Promise<unknown> = Promise.resolve();
  let child: ChildProcess | null = null;
  let lastId = 0;
  let isClosed = false;

  function settle(id: number): PendingCall | undefined {
    const pending = pendingCalls.get(id);
    pending?.cancelDeadline();
    pendingCalls.delete(id);
    return pending;
  }

  function rejectAll(errorOf: (id: number, pending: PendingCall) => PaydeskError): void {
    for (const [id, pending] of pendingCalls) settle(id)?.reject(errorOf(id, pending));
  }

  /** Kills the process because of one call. */
  function terminateFor(guiltyId: number): void {
    const endedChild = child;
    child = null;
    endedChild?.kill();
    rejectAll((id) => new ReviewEndedError(id === guiltyId ? 'this' : 'other'));
  }

  function startDeadline(id: number): void {
    const pending = pendingCalls.get(id);
    if (pending === undefined) return;
    pending.hasBegun = true;
    pending.cancelDeadline = startAwakeDeadline(clock, pending.deadlineMs, () => terminateFor(id));
  }

  function onMessage(raw: unknown): void {
    const message = reviewMessageSchema.parse(raw);
    switch (message.kind) {
      case 'begun':
        startDeadline(message.id);
        break;
      case 'ended': {
        const pending = settle(message.id);
        pending?.reject(new ReviewEndedError(pending.hasBegun ? 'this' : 'other'));
        break;
      }
      case 'reply': {
        const { reply } = message;
        const pending = settle(reply.id);
        if (reply.ok) pending?.resolve(reply.value);
        else pending?.reject(fromWire(reply.error));
      }
    }
  }

  function start(): ChildProcess {
    const newChild = processes.start(entry, 'Paydesk review', { maxMegabytes });
    newChild.onMessage((raw) => {
      if (child === newChild) onMessage(raw);
    });
    newChild.onExit(() => {
      if (child !== newChild) return;
      child = null;
      const begunCalls = [...pendingCalls.values()].filter(({ hasBegun }) => hasBegun).length;
      rejectAll(
        (_, { hasBegun }) =>
          new ReviewEndedError(hasBegun ? (begunCalls === 1 ? 'this' : 'unknown') : 'other'),
      );
    });
    return newChild;
  }

  function send(name: MethodName, args: unknown, deadlineMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new PaydeskError('cancelled', 'Paydesk ends'));
      child ??= start();
      lastId += 1;
      const cancelDeadline = () => undefined;
      pendingCalls.set(lastId, { deadlineMs, resolve, reject, hasBegun: false, cancelDeadline });
      child.send({ id: lastId, name, args });
    });
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
    async call(name, args, { deadlineMs = maxDeadlineMs, isAlone = false } = {}) {
      const value = await queue(() => send(name, args, Math.min(deadlineMs, maxDeadlineMs)), isAlone);
      return parseResult(reviewMethods[name], value);
    },
    close() {
      isClosed = true;
      const closing = child;
      child = null;
      rejectAll(() => new PaydeskError('cancelled', 'Paydesk ends'));
      closing?.kill();
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
