/**
 * @file Main's side of the review process: asks as promises. The process starts with the first ask. Every ask has a
 * deadline from the moment that a thread begins it; when it passes, the process is ended, whatever it does.
 */
import type { z } from 'zod';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import { startAwakeDeadline } from '../awake-deadline.ts';
import type { ChildProcess, Clock, Processes } from '../platform.ts';
import { reviewMessageSchema } from './envelope.ts';
import { type MethodName, reviewMethods } from './messages.ts';

/** Which ask ended the process or its thread: this one, another one, or one of several. */
export type Blame = 'this' | 'other' | 'unknown';

/** The process, or the thread in it, did not survive the ask. */
export class ReviewEndedError extends PaydeskError {
  readonly blame: Blame;

  constructor(blame: Blame) {
    super('review-failed', 'The review process or a thread of it has ended');
    this.blame = blame;
  }
}

export interface CallOptions {
  /** Milliseconds that the ask may take once a thread has begun it. */
  readonly deadlineMs?: number;
  /** Nothing else is asked at the same time, so that an end tells of this ask. */
  readonly isAlone?: boolean;
}

export interface Review {
  /** Asks; rejects with the engine's error, or {@link ReviewEndedError}. */
  call<Name extends MethodName>(
    name: Name,
    args: z.input<(typeof reviewMethods)[Name]['args']>,
    options?: CallOptions,
  ): Promise<z.output<(typeof reviewMethods)[Name]['result']>>;
  close(): void;
}

export interface ReviewDeps {
  readonly processes: Processes;
  readonly clock: Clock;
  /** Module of the process. */
  readonly entry: URL;
}

/** Milliseconds that any ask may take. */
export const maxDeadlineMs = 300_000;
/** Megabytes of the heap of the process; its threads have limits of their own. */
const maxMegabytes = 512;

interface PendingCall {
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PaydeskError) => void;
  hasBegun: boolean;
  cancelDeadline(): void;
}

/** Creates the client of a process that is not running yet. */
export function createReview({ processes, clock, entry }: ReviewDeps): Review {
  const waiting = new Map<number, PendingCall>();
  const running = new Set<Promise<unknown>>();
  /** What is asked later waits for this: an ask that is alone. */
  let barrier: Promise<unknown> = Promise.resolve();
  let child: ChildProcess | null = null;
  let lastId = 0;
  let isClosed = false;

  function settle(id: number): PendingCall | undefined {
    const asked = waiting.get(id);
    asked?.cancelDeadline();
    waiting.delete(id);
    return asked;
  }

  function rejectAll(errorOf: (id: number, asked: PendingCall) => PaydeskError): void {
    for (const [id, asked] of waiting) settle(id)?.reject(errorOf(id, asked));
  }

  /** Ends the process because of one ask. */
  function terminateFor(guilty: number): void {
    const ending = child;
    child = null;
    ending?.kill();
    rejectAll((id) => new ReviewEndedError(id === guilty ? 'this' : 'other'));
  }

  function begin(id: number): void {
    const asked = waiting.get(id);
    if (asked === undefined) return;
    asked.hasBegun = true;
    asked.cancelDeadline = startAwakeDeadline(clock, asked.deadlineMs, () => terminateFor(id));
  }

  function take(raw: unknown): void {
    const message = reviewMessageSchema.parse(raw);
    switch (message.kind) {
      case 'begun':
        begin(message.id);
        break;
      case 'ended': {
        const asked = settle(message.id);
        asked?.reject(new ReviewEndedError(asked.hasBegun ? 'this' : 'other'));
        break;
      }
      case 'reply': {
        const { reply } = message;
        const asked = settle(reply.id);
        if (reply.ok) asked?.resolve(reply.value);
        else asked?.reject(fromWire(reply.error));
      }
    }
  }

  function start(): ChildProcess {
    const started = processes.start(entry, 'Paydesk review', { maxMegabytes });
    started.onMessage((raw) => {
      if (child === started) take(raw);
    });
    started.onExit(() => {
      if (child !== started) return;
      child = null;
      const begun = [...waiting.values()].filter(({ hasBegun }) => hasBegun).length;
      rejectAll(
        (_, { hasBegun }) => new ReviewEndedError(hasBegun ? (begun === 1 ? 'this' : 'unknown') : 'other'),
      );
    });
    return started;
  }

  function send(name: MethodName, args: unknown, deadlineMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new PaydeskError('cancelled', 'Paydesk ends'));
      child ??= start();
      lastId += 1;
      const cancelDeadline = () => undefined;
      waiting.set(lastId, { deadlineMs, resolve, reject, hasBegun: false, cancelDeadline });
      child.send({ id: lastId, name, args });
    });
  }

  function queue(work: () => Promise<unknown>, isAlone: boolean): Promise<unknown> {
    const result = (isAlone ? Promise.allSettled([barrier, ...running]) : barrier).then(work);
    const ended = result.catch(() => undefined);
    running.add(ended);
    void ended.then(() => running.delete(ended));
    if (isAlone) barrier = ended;
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
