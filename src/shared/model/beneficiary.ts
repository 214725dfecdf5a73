/** @file A beneficiary: a recipient of the service, known to Paydesk by `recipientId` and a label. */
import { z } from 'zod';
import type { Attention } from './documents/attention.ts';

/** The service's identifier; no control characters, because it becomes part of a path. */
export const recipientIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must not contain control characters');

/** The clerk's name for a beneficiary. */
export const labelSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must not contain control characters');

/** A text of a template that the clerk replaces, such as `{{Company name}}`. */
const placeholderPattern = /^\{\{([^{}]*)\}\}$/;
/** The same as a value of a JSON text. */
const placeholderInJson = /"\{\{[^{}"]*\}\}"/;

/** The name of a placeholder; `null` for any other text. */
export function placeholderName(text: string): string | null {
  return placeholderPattern.exec(text)?.[1]?.trim() ?? null;
}

/** True while a JSON text has a placeholder, which is never sent. */
export function hasPlaceholder(json: string): boolean {
  return placeholderInJson.test(json);
}

/** `creating`: sent, answer pending; `id-needed`: created, but the answer did not name the new ID. */
const beneficiaryStageSchema = z.enum(['known', 'draft', 'creating', 'id-needed']);

export type BeneficiaryStage = z.infer<typeof beneficiaryStageSchema>;

/** Which stages need the clerk. */
export const beneficiaryAttention: Readonly<Record<BeneficiaryStage, Attention>> = {
  known: 'final',
  draft: 'needs-you',
  creating: 'moving',
  'id-needed': 'needs-you',
};

/** One row of the address book. */
export const beneficiarySchema = z.object({
  /** Paydesk's own identifier. */
  id: z.number().int(),
  label: z.string(),
  /** `null` while the beneficiary is a draft that the service has not created yet. */
  recipientId: z.string().nullable(),
  /** Number of documents known to be attached. */
  attached: z.number().int(),
  /** ISO 8601 UTC time of the last attach, or `null`. */
  lastAttachedAt: z.string().nullable(),
  /** Number of attach operations with an unknown outcome. */
  unknown: z.number().int(),
  stage: beneficiaryStageSchema,
});

export type Beneficiary = z.infer<typeof beneficiarySchema>;

/** The state shown in the address book: an unknown outcome takes precedence over the stage. */
export const beneficiaryStateSchema = z.enum(['unknown', 'id-needed', 'creating', 'draft', 'known']);

export type BeneficiaryState = z.infer<typeof beneficiaryStateSchema>;

/** The state of a beneficiary. `unknown` and `id-needed` need the clerk. */
export function beneficiaryState(beneficiary: Pick<Beneficiary, 'unknown' | 'stage'>): BeneficiaryState {
  return beneficiary.unknown > 0 ? 'unknown' : beneficiary.stage;
}

/** The fields of a beneficiary that rows of other lists show. */
export const beneficiaryNameSchema = z.object({
  id: z.number().int(),
  label: z.string(),
  recipientId: z.string().nullable(),
});

export type BeneficiaryName = z.infer<typeof beneficiaryNameSchema>;

/** A document that was attached, or may have been. */
export const attachedDocumentSchema = z.object({
  name: z.string(),
  /** The document key (specification, section 2.4). */
  key: z.string(),
  sha256: z.string().nullable(),
  /** ISO 8601 UTC. */
  at: z.string(),
  result: z.enum(['attached', 'refused', 'unknown', 'confirmed-by-clerk']),
});

export type AttachedDocument = z.infer<typeof attachedDocumentSchema>;

/** An attach operation with a lost answer, and everything needed to settle it. */
export const unknownOutcomeSchema = z.object({
  attachId: z.number().int(),
  beneficiary: beneficiaryNameSchema,
  batchNumber: z.number().int().nullable(),
  /** ISO 8601 UTC. */
  sentAt: z.string(),
  /** Why the answer was lost, such as `connection-lost` or `interrupted`. */
  cause: z.string(),
  requestId: z.string().nullable(),
  /** True for `POST /recipients`: settling it as `is-there` requires the new recipient ID. */
  creates: z.boolean(),
  documents: z.array(z.object({ name: z.string(), key: z.string(), isNew: z.boolean() })),
});

export type UnknownOutcome = z.infer<typeof unknownOutcomeSchema>;
