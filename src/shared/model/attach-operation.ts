/** @file One attach operation: a `PUT` or `POST` of a beneficiary that carries `documentDetails`. */
import { z } from 'zod';
import type { Attention } from './attention.ts';

/** Every state an attach operation can be in. */
export const attachStateSchema = z.enum([
  /** On its way; its answer is awaited. */
  'sent',
  'attached',
  'refused',
  /** Nothing was done at the service. */
  'not-done',
  /** The answer was lost: only the clerk can say what happened. */
  'unknown',
  /** The clerk said that it is there. */
  'confirmed',
  /** The clerk said that it is not there. */
  'abandoned',
]);

export type AttachState = z.infer<typeof attachStateSchema>;

/** Who moves an attach operation on. */
export const attachAttention: Readonly<Record<AttachState, Attention>> = {
  sent: 'moving',
  attached: 'final',
  refused: 'final',
  'not-done': 'final',
  unknown: 'needs-you',
  confirmed: 'final',
  abandoned: 'final',
};
