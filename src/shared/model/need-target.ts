/** @file What the button of a line of *Needs you* opens: the thing itself, by the IDs of its feature and nothing else. */
import { z } from 'zod';
import { beneficiaryStateSchema } from './beneficiary.ts';
import { documentGroupSchema } from './document.ts';
import { type Need, needSchema } from './needs-you.ts';
import { proofStateSchema } from './proofs/proof.ts';

const id = z.number().int();

/** The sections of Settings that a line leads to. */
export const targetSectionSchema = z.enum(['profiles', 'keychain', 'data', 'about']);

export const needTargetSchema = z.discriminatedUnion('screen', [
  /** A batch, narrowed to the documents that the line is about. */
  z.strictObject({
    screen: z.literal('documents'),
    batchId: id,
    group: documentGroupSchema.nullable(),
  }),
  z.strictObject({ screen: z.literal('beneficiaries'), beneficiaryId: id, state: beneficiaryStateSchema }),
  /** The proofs in a state, the first of them opened. */
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

/** A line with what its button opens. */
export const needLineSchema = z.intersection(needSchema, z.object({ target: needTargetSchema }));

export type NeedLine = Need & { readonly target: NeedTarget };
