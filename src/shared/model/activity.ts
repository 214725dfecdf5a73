/** @file The activity: everything that left or entered the computer through Paydesk. */
import { z } from 'zod';

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

export type ActivityKind = z.infer<typeof activityKindSchema>;

export const activityOutcomeSchema = z.enum(['done', 'refused', 'failed', 'unknown', 'cancelled']);

export type ActivityOutcome = z.infer<typeof activityOutcomeSchema>;

export const activityEntrySchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC. */
  at: z.string(),
  osUser: z.string(),
  /** Name of the profile; `null` when no profile is involved. */
  profile: z.string().nullable(),
  environment: z.enum(['sandbox', 'production']).nullable(),
  kind: activityKindSchema,
  /** Subject: a file name, a beneficiary, a host. */
  subject: z.string(),
  outcome: activityOutcomeSchema,
  /** `METHOD host/path` without query; `null` for local actions. */
  request: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  bytesSent: z.number().int(),
  milliseconds: z.number().int(),
});

export type ActivityEntry = z.infer<typeof activityEntrySchema>;
