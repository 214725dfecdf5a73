/** @file Answers calls in a worker: a thread or child process of Paydesk. */
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import type { ParentPort } from './parent.ts';
import { callSchema, startId, WorkerEndedError, type WorkerMessage } from './protocol.ts';

/** A call that is being answered. */
export interface Call {
  reportProgress(body?: unknown): void;
  /** Transfers buffers of the result from this thread instead of copying them. */
  transfer(buffers: ArrayBuffer[]): void;
}

/** Returns the message with which a call fails. */
export function toFailure(id: number, thrown: unknown): WorkerMessage {
  if (thrown instanceof WorkerEndedError) return { kind: 'ended', id, lastProgress: thrown.lastProgress };
  return { kind: 'failed', id, error: toWire(toPaydeskError(thrown)) };
}

/** Reports that the worker has started. */
export function reportStart(parent: ParentPort, value: unknown = null): void {
  parent.send([{ kind: 'done', id: startId, value }]);
}

/** Answers calls with `answer`, which is called in the order of the calls. */
export function serveCalls(
  parent: ParentPort,
  answer: (body: unknown, call: Call) => Promise<unknown>,
): void {
  async function runCall(id: number, body: unknown): Promise<void> {
    const buffers: ArrayBuffer[] = [];
    const call: Call = {
      reportProgress: (progress) => parent.send([{ kind: 'progress', id, body: progress }]),
      transfer: (moreBuffers) => void buffers.push(...moreBuffers),
    };
    try {
      parent.send([{ kind: 'done', id, value: await answer(body, call) }], buffers);
    } catch (thrown) {
      parent.send([toFailure(id, thrown)]);
    }
  }

  parent.onMessage((raw) => {
    const { id, body } = callSchema.parse(raw);
    void runCall(id, body);
  });
}
