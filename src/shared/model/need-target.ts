/** @file The target that the button of a line of *Needs you* opens, identified by the IDs of its feature. */
import { z } from 'zod';
import { beneficiaryStateSchema } from './beneficiary.ts';
import { documentGroupSchema } from './document.ts';
import { type Need, needSchema } from './needs-you.ts';
import { proofStateSchema } from './proofs/proof.ts';

const id = z.number().int();

/** The sections of Settings that a line can open. */
const targetSectionSchema = z.enum(['profiles', 'keychain', 'data', 'about']);

export const needTargetSchema = z.discriminatedUnion('screen', [
  /** A batch, filtered by the group of the line. */
  z.strictObject({
    screen: z.literal('documents'),
    batchId: id,
    group: documentGroupSchema.nullable(),
  }),
  z.strictObject({ screen: z.literal('beneficiaries'), beneficiaryId: id, state: beneficiaryStateSchema }),
  /** The proofs in a state, with one proof opened. */
  z.strictObject({
    screen: z.literal('proofs'),
    state: proofStateSchema.nullable(),
    proofId: id.nullable(),
  }),
  z.strictObject({ screen: z.literal('statement'), statementId: id }),
  z.strictObject({ screen: z.literal('event'), eventId: id }),
  z.strictObject({ screen: z.literal('settings'), section: targetSectionSchema }),
]);

export type NeedTarget = z.infer<typeof needTargetSchema>;

/** A line with the target of its button. */
export const needLineSchema = z.intersection(needSchema, z.object({ target: needTargetSchema }));

export type NeedLine = Need & { readonly target: NeedTarget };
