/** @file Checks through commands that every batch with unfinished documents is published to the window. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CallCommand } from '../../src/shared/contract/index.ts';

/** A Paydesk that answers commands and publishes the IDs of batches. */
interface Caller {
  readonly call: CallCommand;
  /** The batches that main publishes now. */
  published(): readonly number[];
}

/** Final document states. */
const finalStates = new Set(['attached', 'rejected', 'duplicate', 'excluded', 'cancelled']);
const timeoutMs = 20_000;

/** Returns the batches whose document lists contain an unfinished document. */
async function unfinishedBatches({ call }: Caller): Promise<number[]> {
  const { rows } = await call('documents.earlier', { offset: 0, limit: 200 });
  const unfinished: number[] = [];
  for (const { id } of rows) {
    const list = await call('documents.list', {
      batchId: id,
      filter: { group: null, text: '' },
      sort: { by: 'state', descending: false },
      offset: 0,
      limit: 200,
    });
    if (list.rows.some(({ state }) => !finalStates.has(state))) unfinished.push(id);
  }
  return unfinished;
}

/** Waits until main publishes every batch with an unfinished document, and returns those batches. */
export async function untilUnfinishedIsPublished(caller: Caller): Promise<number[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const unfinished = await unfinishedBatches(caller);
    const published = new Set(caller.published());
    const missing = unfinished.filter((id) => !published.has(id));
    if (missing.length === 0) return unfinished;
    if (performance.now() > end)
      throw new Error(`Batches with unfinished documents are not published: ${missing.join(', ')}`);
    await pause(10);
  }
}
