/** @file One attach operation: a `PUT` or `POST` of a beneficiary that carries `documentDetails`. */

import type { StateMachine } from '../state-machine.ts';
import { type Attention, statesWith } from './attention.ts';

const attachStates = [
  /** Sent; the answer is pending. */
  'sent',
  'attached',
  'refused',
  /** The service did not execute it. */
  'not-done',
  /** The answer was lost: the clerk has to find out what happened. */
  'unknown',
  /** The clerk confirmed that the documents are attached. */
  'confirmed',
  /** The clerk found that the documents are not attached. */
  'abandoned',
] as const;

type AttachState = (typeof attachStates)[number];

export const attachMachine = {
  table: 'attach_operation',
  states: attachStates,
  initial: ['sent'],
  transitions: {
    end: { from: ['sent'], to: ['attached', 'refused', 'not-done', 'unknown'] },
    loseAnswer: { from: ['sent'], to: ['unknown'], guard: 'after a restart' },
    settle: { from: ['unknown'], to: ['confirmed', 'abandoned'], guard: 'the clerk decided' },
  },
} as const satisfies StateMachine<AttachState>;

/** Who advances an attach operation. */
export const attachAttention: Readonly<Record<AttachState, Attention>> = {
  sent: 'moving',
  attached: 'final',
  refused: 'final',
  'not-done': 'final',
  unknown: 'needs-you',
  confirmed: 'final',
  abandoned: 'final',
};

/** States of operations that block another operation of the same beneficiary. */
export const openAttachStates = statesWith(attachAttention, 'moving', 'needs-you');

/** States of operations whose documents are attached, may be, or were refused. */
export const listedAttachStates = [
  'attached',
  'confirmed',
  'refused',
  'unknown',
] as const satisfies readonly AttachState[];
