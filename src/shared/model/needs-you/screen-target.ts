/** @file A screen with the item to show on it, identified by the IDs of its feature. */
import { z } from 'zod';
import { beneficiaryStateSchema } from '../beneficiary.ts';
import { documentGroupSchema } from '../documents/document.ts';
import { proofStateSchema } from '../proofs/proof.ts';

const id = z.number().int();

/** The sections of Settings that a target can open. */
const targetSectionSchema = z.enum(['profiles', 'data', 'retention', 'about']);

export const screenTargetSchema = z.discriminatedUnion('screen', [
  /** A batch, filtered by a group. */
  z.strictObject({
    screen: z.literal('documents'),
    batchId: id,
    group: documentGroupSchema.nullable(),
  }),
  /** The beneficiaries in a state, with one beneficiary opened. */
  z.strictObject({
    screen: z.literal('beneficiaries'),
    beneficiaryId: id,
    state: beneficiaryStateSchema.nullable(),
  }),
  /** The proofs in a state, with one proof opened. */
  z.strictObject({
    screen: z.literal('proofs'),
    state: proofStateSchema.nullable(),
    proofId: id.nullable(),
  }),
  z.strictObject({ screen: z.literal('statements'), tab: z.enum(['coverage', 'inbox']) }),
  /** A statement in the inbox or, when it is stored, opened. */
  z.strictObject({ screen: z.literal('statement'), tab: z.enum(['inbox', 'viewer']), statementId: id }),
  z.strictObject({ screen: z.literal('event'), eventId: id }),
  z.strictObject({ screen: z.literal('settings'), section: targetSectionSchema }),
]);

export type ScreenTarget = z.infer<typeof screenTargetSchema>;

/** The screens that targets are on. */
export const targetScreens = ['documents', 'beneficiaries', 'proofs', 'statements', 'settings'] as const;

/** Returns the screen that a target is on. */
export function screenOf({ screen }: ScreenTarget): (typeof targetScreens)[number] {
  return screen === 'statement' || screen === 'event' ? 'statements' : screen;
}
