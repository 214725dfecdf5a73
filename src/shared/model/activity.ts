/** @file The activity: everything that left or entered the computer through Paydesk. */
import { z } from 'zod';
import { type ScreenTarget, screenTargetSchema } from './needs-you/screen-target.ts';
import { environmentSchema } from './session/environment.ts';

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
  'reject-files',
  'proof',
  'open-link',
  'export',
  'evidence-pack',
  'sign-off',
  'withdraw-sign-off',
  'reopen-sign-off',
  /** A ledger was matched for the first time, or with other settings. */
  'match-settings',
  'profile-change',
  'start-over',
  'retention-removal',
]);

export type ActivityKind = z.infer<typeof activityKindSchema>;

export const activityOutcomeSchema = z.enum(['done', 'refused', 'failed', 'unknown', 'cancelled']);

export type ActivityOutcome = z.infer<typeof activityOutcomeSchema>;

/** Outcomes as screens call them: two kinds of refusals have terms of their own. */
export const shownOutcomes = [...activityOutcomeSchema.options, 'no-proof', 'not-accepted'] as const;

export type ShownOutcome = (typeof shownOutcomes)[number];

/** Outcomes that a clerk may have to look into. */
export const problemOutcomes = ['refused', 'failed', 'unknown'] as const satisfies readonly ActivityOutcome[];

export const activityEntrySchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC. */
  at: z.string(),
  osUser: z.string(),
  /** Name of the profile; `null` when no profile is involved. */
  profile: z.string().nullable(),
  environment: environmentSchema.nullable(),
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
  /** Hash of the entry and of the hash of the entry before, in hexadecimal. */
  hash: z.string(),
});

export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** The screen with the object of an entry; `profileId` is `null` for a screen that is the same in every profile. */
export const entryObjectSchema = z.object({
  profileId: z.string().nullable(),
  target: screenTargetSchema,
});

/** The screen that shows the object of an entry, or `null` for an entry without such an object. */
export const objectScreens = {
  'sign-in': 'settings',
  'sign-out': 'settings',
  'connection-check': 'settings',
  'wallet-list': 'settings',
  'statement-request': 'statement',
  'statement-event': null,
  'statement-download': 'statement',
  'upload-link': 'documents',
  upload: 'documents',
  attach: 'beneficiaries',
  'create-beneficiary': 'beneficiaries',
  'settle-outcome': 'beneficiaries',
  'close-batch': 'documents',
  'reject-files': 'documents',
  proof: 'proofs',
  'open-link': null,
  export: null,
  'evidence-pack': null,
  'sign-off': 'statement',
  'withdraw-sign-off': 'statement',
  'reopen-sign-off': 'statement',
  'match-settings': null,
  'profile-change': 'settings',
  'start-over': 'settings',
  'retention-removal': null,
} as const satisfies Record<ActivityKind, ScreenTarget['screen'] | null>;

/** Returns the outcome in the terms of the screen that shows the object of the entry. */
export function toShownOutcome({
  kind,
  outcome,
  status,
}: Pick<ActivityEntry, 'kind' | 'outcome' | 'status'>): ShownOutcome {
  if (outcome !== 'refused') return outcome;
  if (kind === 'reject-files') return 'not-accepted';
  return kind === 'proof' && status === 404 ? 'no-proof' : outcome;
}
