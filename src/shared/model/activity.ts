/** @file Activity: everything that left or entered the machine. */
import { z } from 'zod';

/** What was done. */
export const activityKindSchema = z.enum([
  'sign-in',
  'sign-out',
  'connection-check',
  'wallet-list',
  'statement-request',
  'statement-event',
  'statement-download',
  'upload-link',
  'upload',
  'attach',
  'create-beneficiary',
  'settle-outcome',
  'close-batch',
  'proof',
  'open-link',
  'export',
  'profile-change',
  'start-over',
]);

/** See {@link activityKindSchema}. */
export type ActivityKind = z.infer<typeof activityKindSchema>;

/** How it ended. */
export const activityOutcomeSchema = z.enum(['done', 'refused', 'failed', 'unknown', 'cancelled']);

/** See {@link activityOutcomeSchema}. */
export type ActivityOutcome = z.infer<typeof activityOutcomeSchema>;

/** One line of the activity. */
export const activityEntrySchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC. */
  at: z.string(),
  osUser: z.string(),
  /** Name of the profile, or `null` where none is concerned. */
  profile: z.string().nullable(),
  environment: z.enum(['sandbox', 'production']).nullable(),
  kind: activityKindSchema,
  /** What it was about: a file name, a beneficiary, a host. */
  subject: z.string(),
  outcome: activityOutcomeSchema,
  /** `METHOD host/path` without query, or `null` for what stayed on this machine. */
  request: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  bytesSent: z.number().int(),
  milliseconds: z.number().int(),
});

/** See {@link activityEntrySchema}. */
export type ActivityEntry = z.infer<typeof activityEntrySchema>;
