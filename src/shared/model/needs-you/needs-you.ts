/**
 * @file All unfinished work on this computer: what needs a person, and what continues without one. Each line has a
 * `kind`, which decides its text, its position in the list and its actions.
 */
import { z } from 'zod';
import { wireErrorSchema } from '../../wire-error.ts';
import { diskFullSchema } from '../disk-full.ts';
import { downloadFailureSchema } from '../statements/download-failure.ts';
import { checkNameSchema, quarantineReasonSchema } from '../statements/statements.ts';

const count = z.number().int().positive();
const number = z.number().int();

/** Fields of every line. */
const common = {
  /** The profile of the line; `null` for the computer as a whole. */
  profileId: z.string().nullable(),
  /** ISO 8601 UTC time since which the line waits; `null` if it was not recorded. */
  since: z.string().nullable(),
};

const batch = {
  ...common,
  batchId: number,
  batchNumber: number,
  /** The computer's user who added the first files. */
  droppedBy: z.string(),
};
const documents = { ...batch, documents: count };
const proofs = {
  ...common,
  proofs: count,
  /** The first of these in the list of proofs. */
  proofId: number,
};
const statement = {
  ...common,
  statementId: number,
  walletId: number,
  /** Calendar dates of the period. */
  from: z.string(),
  till: z.string(),
};

/** What is wrong with a stored file: a check that failed, or why it was not checked. */
const fileProblemSchema = z.enum([...checkNameSchema.options, 'damaged', 'unreadable']);

/** Why a batch waits for the clerk. */
export const clerkPauseSchema = z.enum([
  'user',
  'sign-in',
  'wrong-environment',
  'refused',
  'link-unusable',
  'earlier-data',
]);

/** What the files of a library that ends with the session are. */
const sessionContentSchema = z.enum(['proofs', 'statements', 'others']);

/** One line: something that waits for a person. */
export const needSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disk-full'), ...common, ...diskFullSchema.shape }),
  /** Files that end with this session; one line for each content. */
  z.object({
    kind: z.literal('library-session-only'),
    ...common,
    content: sessionContentSchema,
    items: count,
  }),
  z.object({ kind: z.literal('link-ending'), ...statement, endsAt: z.string() }),
  /** The storage answers with something else than the statement; Paydesk tries again until the link expires. */
  z.object({
    kind: z.literal('download-failing'),
    ...statement,
    failure: downloadFailureSchema.nullable(),
    /** False for an event in the watched folder, which has the link after a restart too. */
    isLostOnRestart: z.boolean(),
  }),
  /** The file was not downloaded, or is missing, and its link can't be used any more. */
  z.object({ kind: z.literal('link-ended'), ...statement, failure: downloadFailureSchema.nullable() }),
  z.object({
    kind: z.literal('unknown-outcome'),
    ...common,
    attachId: number,
    beneficiaryId: number,
    label: z.string(),
    batchNumber: number.nullable(),
    /** The computer's user who added the documents; `null` without a batch. */
    droppedBy: z.string().nullable(),
    documents: z.number().int(),
  }),
  /** The request may have reached the service, but no event arrived. */
  z.object({ kind: z.literal('request-unknown'), ...statement }),
  z.object({
    kind: z.literal('documents-withheld'),
    ...documents,
    /**
     * True when an unknown outcome withholds any of them; false when the set is incomplete or the recipient ID is
     * missing.
     */
    onHold: z.boolean(),
  }),
  z.object({ kind: z.literal('id-needed'), ...common, beneficiaryId: number, label: z.string() }),
  z.object({
    kind: z.literal('batch-paused'),
    ...documents,
    documents: z.number().int(),
    reason: clerkPauseSchema,
  }),
  z.object({ kind: z.literal('proofs-paused'), ...proofs }),
  z.object({ kind: z.literal('library-unavailable'), ...common, error: wireErrorSchema }),
  z.object({
    kind: z.literal('event-quarantined'),
    ...common,
    eventId: number,
    reason: quarantineReasonSchema,
    walletId: number.nullable(),
    from: z.string().nullable(),
    till: z.string().nullable(),
  }),
  /** An event file that stays in its watched folder, because it is not whole JSON. */
  z.object({ kind: z.literal('event-incomplete'), ...common, folder: z.string(), file: z.string() }),
  z.object({ kind: z.literal('event-overdue'), ...statement }),
  z.object({ kind: z.literal('documents-failed'), ...documents }),
  z.object({ kind: z.literal('files-missing'), ...documents }),
  z.object({ kind: z.literal('proofs-failed'), ...proofs }),
  z.object({ kind: z.literal('proofs-lost'), ...proofs }),
  z.object({ kind: z.literal('request-refused'), ...statement }),
  /** A stored file that failed checks, is damaged, or ended the process that read it. Its sign-off ends the line. */
  z.object({ kind: z.literal('checks-failed'), ...statement, problems: z.array(fileProblemSchema).min(1) }),
  /** A month before this one that is signed off in part. */
  z.object({ kind: z.literal('month-unsigned'), ...common, month: z.string(), statements: count }),
  z.object({ kind: z.literal('library-missing'), ...common, items: count }),
  z.object({ kind: z.literal('batch-draft'), ...batch, documents: z.number().int() }),
  z.object({ kind: z.literal('beneficiary-draft'), ...common, beneficiaryId: number, label: z.string() }),
  z.object({
    kind: z.literal('keychain'),
    ...common,
    state: z.enum(['locked', 'absent', 'refused']),
    name: z.string(),
  }),
  z.object({ kind: z.literal('key-to-remove'), ...common }),
  z.object({ kind: z.literal('update-ready'), ...common, version: z.string(), urgent: z.boolean() }),
  z.object({
    kind: z.literal('update-failed'),
    ...common,
    problem: z.enum([
      'untrusted',
      'expired',
      'not-understood',
      'not-prepared',
      'read-only-copy',
      'not-installed',
    ]),
  }),
  /** This computer's clock is more than ten minutes behind the service's (`offsetMs` > 0) or ahead of it. */
  z.object({ kind: z.literal('clock-wrong'), ...common, offsetMs: number }),
  z.object({ kind: z.literal('managed-problems'), ...common, problems: count }),
  z.object({ kind: z.literal('recovery-unsaved'), ...common, items: count }),
  /** Stored files whose retention period is over, without those that must not be removed now. */
  z.object({ kind: z.literal('retention-due'), ...common, items: count }),
]);

export type Need = z.infer<typeof needSchema>;

export type NeedKind = Need['kind'];

/** The lines of one kind. */
export type NeedOf<Kind extends NeedKind> = Extract<Need, { kind: Kind }>;

/** Groups of the list, in display order: work that would be lost soonest comes first. */
export const urgencies = ['ending', 'unknown', 'stopped', 'failed', 'draft', 'upkeep'] as const;

export type Urgency = (typeof urgencies)[number];

/** The group of every kind. Within a group, kinds are sorted as in this table. */
export const urgencyOf: Readonly<Record<NeedKind, Urgency>> = {
  'disk-full': 'ending',
  'link-ending': 'ending',
  'library-session-only': 'ending',
  'unknown-outcome': 'unknown',
  'request-unknown': 'unknown',
  'documents-withheld': 'stopped',
  'id-needed': 'stopped',
  'batch-paused': 'stopped',
  'proofs-paused': 'stopped',
  'library-unavailable': 'stopped',
  'event-quarantined': 'stopped',
  'event-incomplete': 'stopped',
  'event-overdue': 'stopped',
  'link-ended': 'failed',
  'download-failing': 'failed',
  'documents-failed': 'failed',
  'files-missing': 'failed',
  'proofs-failed': 'failed',
  'proofs-lost': 'failed',
  'request-refused': 'failed',
  'checks-failed': 'failed',
  'library-missing': 'failed',
  'batch-draft': 'draft',
  'beneficiary-draft': 'draft',
  'month-unsigned': 'draft',
  'update-ready': 'upkeep',
  'update-failed': 'upkeep',
  keychain: 'upkeep',
  'key-to-remove': 'upkeep',
  'clock-wrong': 'upkeep',
  'managed-problems': 'upkeep',
  'recovery-unsaved': 'upkeep',
  'retention-due': 'upkeep',
};

/** Kinds that the clerk can dismiss in the list, without opening their screen. */
const closableKinds = [
  'link-ended',
  'request-unknown',
  'event-overdue',
  'request-refused',
  'checks-failed',
  'proofs-failed',
  'proofs-lost',
] as const satisfies readonly NeedKind[];

type ClosableKind = (typeof closableKinds)[number];

/** A line that the clerk can dismiss. */
export type ClosableNeed = NeedOf<ClosableKind>;

export function isClosable(need: Need): need is ClosableNeed {
  return (closableKinds as readonly NeedKind[]).includes(need.kind);
}

/** Work of one profile that continues without the clerk. */
export const movingSchema = z.object({
  kind: z.enum(['batches', 'documents', 'attach-operations', 'beneficiaries', 'proofs', 'statements']),
  profileId: z.string(),
  number: count,
});

export type Moving = z.infer<typeof movingSchema>;

/** All unfinished work of a feature, in all profiles. */
export const openWorkSchema = z.object({ needs: z.array(needSchema), moving: z.array(movingSchema) });

export type OpenWork = z.infer<typeof openWorkSchema>;

/** Returns the identity of a line, which is stable while the line exists. */
export function keyOfNeed(need: Need): string {
  const id =
    'content' in need
      ? need.content
      : 'file' in need
        ? need.file
        : 'month' in need
          ? need.month
          : idOfNeed(need);
  return [need.kind, need.profileId ?? '', ...(id === null ? [] : [id])].join(' ');
}

function idOfNeed(need: Need): number | null {
  if ('statementId' in need) return need.statementId;
  if ('attachId' in need) return need.attachId;
  if ('batchId' in need) return need.batchId;
  if ('eventId' in need) return need.eventId;
  return 'beneficiaryId' in need ? need.beneficiaryId : null;
}

const kinds = Object.keys(urgencyOf);
const rankByKind = new Map(kinds.map((kind, rank) => [kind, rank]));

function sortKeyOf(need: Need): readonly [rank: number, at: string, id: number] {
  const at = need.kind === 'link-ending' ? need.endsAt : (need.since ?? '');
  return [rankByKind.get(need.kind) ?? kinds.length, at, idOfNeed(need) ?? 0];
}

/** Sorts lines by kind, then by what expires first or has waited longest, then by ID. */
export function sortedNeeds(needs: readonly Need[]): Need[] {
  return needs
    .map((need) => ({ need, sortKey: sortKeyOf(need) }))
    .sort(({ sortKey: [rankA, atA, idA] }, { sortKey: [rankB, atB, idB] }) => {
      if (rankA !== rankB) return rankA - rankB;
      return atA === atB ? idA - idB : atA < atB ? -1 : 1;
    })
    .map(({ need }) => need);
}
