/** @file The sign-off of a statement: who says that its rows are reviewed, on the basis of which figures. */
import { z } from 'zod';
import { annotationKinds } from './annotations.ts';
import { checkPointSchema } from './open-statement.ts';

/** Maximum length of an explanation and of a reason, in characters. */
export const maxExplanationLength = 2_000;

/** Why a check that did not pass is in order, or why a sign-off is withdrawn. */
export const explanationSchema = z.string().trim().min(1).max(maxExplanationLength);

/** Explanations of checks that did not pass, one for each. */
export const explanationsSchema = z
  .array(z.strictObject({ id: checkPointSchema.shape.id, text: explanationSchema }))
  .max(checkPointSchema.shape.id.options.length);

export type Explanations = z.infer<typeof explanationsSchema>;

/** The figures of a statement. Amounts are decimals with a point. */
export const signOffFactsSchema = z.object({
  rows: z.int(),
  /** Rows with a tick. All others are open items. */
  ticked: z.int(),
  notes: z.int(),
  /** `null` when the statement does not state its balance. */
  balance: z.object({ currency: z.string(), opening: z.string(), closing: z.string() }).nullable(),
  sums: z.array(z.object({ currency: z.string(), incoming: z.string(), outgoing: z.string() })),
  /** Number of checks that passed. */
  passed: z.int(),
  /** Checks that did not pass, in words. Each needs an explanation. */
  openChecks: z.array(z.object({ id: checkPointSchema.shape.id, title: z.string(), detail: z.string() })),
  /** Checks that cannot be made for this statement, in words. */
  unchecked: z.array(z.string()),
});

export type SignOffFacts = z.infer<typeof signOffFactsSchema>;

const originShape = {
  /** ISO 8601 UTC time. */
  at: z.string(),
  /** Name of the computer's user. */
  who: z.string(),
};

/** One entry in the history of the sign-offs of a statement. */
export const signOffEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('signed'),
    ...originShape,
    facts: signOffFactsSchema,
    explanations: explanationsSchema,
  }),
  z.object({ type: z.literal('withdrawn'), ...originShape, reason: explanationSchema }),
  /** What the sign-off concluded was changed: a tick or note, the matching with a ledger, or how the file is read. */
  z.object({
    type: z.literal('reopened'),
    ...originShape,
    cause: z.enum([...annotationKinds, 'matching', 'reading']),
  }),
]);

export type SignOffEntry = z.infer<typeof signOffEntrySchema>;

export type ReopeningCause = Extract<SignOffEntry, { type: 'reopened' }>['cause'];
