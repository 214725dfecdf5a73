/** @file Stored files that may be removed because their retention period is over. The administrator sets the periods. */
import { z } from 'zod';
import { calendarDateSchema } from './statements/period.ts';

/** Calendar years; `null` keeps the files. */
const yearsSchema = z.number().int().min(1).max(30).nullable().default(null);

export const retentionPeriodsSchema = z.strictObject({
  statements: yearsSchema,
  proofs: yearsSchema,
  notes: yearsSchema,
});

export type RetentionPeriods = z.infer<typeof retentionPeriodsSchema>;

/** True when the administrator set a period. */
export function hasRetentionPeriods({ statements, proofs, notes }: RetentionPeriods): boolean {
  return statements !== null || proofs !== null || notes !== null;
}

/** A statement; one version of a proof; the ticks and notes of one statement. */
const retainedKindSchema = z.enum(['statement', 'proof', 'notes']);

export type RetainedKind = z.infer<typeof retainedKindSchema>;

/** Identifies a stored file among those of its kind and profile. */
export const retainedIdSchema = z.strictObject({
  kind: retainedKindSchema,
  id: z.string().min(1).max(100),
});

export type RetainedId = z.infer<typeof retainedIdSchema>;

/** A stored file whose period is over. */
export const dueFileSchema = retainedIdSchema.extend({
  /** The statement of a `statement` or of `notes`; `null` for a proof, and when the statement is no longer stored. */
  statement: z
    .object({
      walletId: z.number().int(),
      walletName: z.string().nullable(),
      since: calendarDateSchema,
      till: calendarDateSchema,
      format: z.enum(['csv', 'pdf']),
    })
    .nullable(),
  /** The payment reference of a proof. */
  reference: z.string().nullable(),
  /** UTC day on which it was stored; for notes, of the last change. */
  storedOn: calendarDateSchema,
  /** First day after the period. */
  dueSince: calendarDateSchema,
  /** A statement signed off in this calendar year, or what belongs to one: it must not be removed. */
  isSignedOff: z.boolean(),
});

export type DueFile = z.infer<typeof dueFileSchema>;

/** Maximum number of files in one list and in one removal. */
export const maxDueFiles = 1_000;
