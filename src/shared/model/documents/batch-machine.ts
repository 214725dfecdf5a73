/** @file The state machine of a batch. */

import { includesState, type StateMachine } from '../state-machine.ts';
import { type BatchState, batchStateSchema } from './batch.ts';

/** States of batches that accept more files. */
export const preparingBatchStates = ['draft', 'checking'] as const satisfies readonly BatchState[];

/** States of started batches that have not ended. */
export const startedBatchStates = ['running', 'paused'] as const satisfies readonly BatchState[];

export const batchMachine = {
  table: 'batch',
  states: batchStateSchema.options,
  initial: ['draft'],
  transitions: {
    checkFiles: { from: ['draft'], to: ['checking'], guard: 'a file was added or must be checked again' },
    endCheck: { from: ['checking'], to: ['draft'], guard: 'every path is listed and every file is checked' },
    start: {
      from: preparingBatchStates,
      to: ['running'],
      guard: 'every document is checked and assigned, and the clerk saw the current numbers',
    },
    pause: { from: startedBatchStates, to: ['paused'] },
    resume: { from: ['paused'], to: ['running'] },
    end: {
      from: ['running'],
      to: ['done', 'done-with-problems'],
      guard: 'no document advances without the clerk',
    },
    continue: {
      from: ['done-with-problems'],
      to: ['running'],
      guard: 'the clerk decided about documents or about an outcome',
    },
    reopen: {
      from: ['done', 'done-with-problems'],
      to: ['running'],
      guard: 'documents are checked or sent again',
    },
    reopenSettled: {
      from: ['done', 'done-with-problems', 'cancelled'],
      to: ['running'],
      guard: 'a settled outcome released documents',
    },
    cancel: {
      from: [...preparingBatchStates, ...startedBatchStates, 'done-with-problems'],
      to: ['cancelled'],
    },
    close: { from: ['done-with-problems'], to: ['done'], guard: 'no outcome is unknown' },
  },
} as const satisfies StateMachine<BatchState>;

type BatchAction = 'pause' | 'resume' | 'cancel' | 'close';

/** States in which the interface offers an action. Before the start, a batch is discarded instead of cancelled. */
const offeredStates = {
  pause: ['running'],
  resume: batchMachine.transitions.resume.from,
  cancel: startedBatchStates,
  close: batchMachine.transitions.close.from,
} as const satisfies Readonly<Record<BatchAction, readonly BatchState[]>>;

/** True when the interface offers an action for a batch. */
export function offersBatchAction(action: BatchAction, state: BatchState): boolean {
  return includesState<BatchState>(offeredStates[action], state);
}
