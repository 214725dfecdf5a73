/** @file One attach operation: a `PUT` or `POST` of a beneficiary that carries `documentDetails`. */
import { z } from 'zod';
import type { Attention } from './attention.ts';

/** States of an attach operation. */
const attachStateSchema = z.enum([
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
]);

type AttachState = z.infer<typeof attachStateSchema>;

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
