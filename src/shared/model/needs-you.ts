/**
 * @file Everything on this computer that is not finished: what waits for a person, and what moves by itself. One tagged
 * union over all features and profiles; texts, order and ways out are chosen by its `kind`.
 */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { quarantineReasonSchema } from './statements.ts';

const count = z.number().int().positive();
const number = z.number().int();

/** What every line has. */
const common = {
  /** The profile that it belongs to; `null` for this computer as a whole. */
  profileId: z.string().nullable(),
  /** ISO 8601 UTC: since when it waits; `null` where nobody wrote that down. */
  since: z.string().nullable(),
};

const batch = { ...common, batchId: number, batchNumber: number };
const documents = { ...batch, documents: count };
const proofs = {
  ...common,
  proofs: count,
  /** The first of them in the list of proofs. */
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

/** Why a batch waits for the clerk. */
export const clerkPauseSchema = z.enum(['user', 'sign-in', 'wrong-environment', 'refused', 'link-unusable']);

/** One line: something that waits for a person. */
export const needSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disk-full'), ...common }),
  z.object({ kind: z.literal('library-session-only'), ...common, items: count }),
  z.object({ kind: z.literal('link-ending'), ...statement, endsAt: z.string() }),
  /** The link ended, or was lost with an earlier run, before the file was here. */
  z.object({ kind: z.literal('link-ended'), ...statement }),
  z.object({
    kind: z.literal('unknown-outcome'),
    ...common,
    attachId: number,
    beneficiaryId: number,
    label: z.string(),
    batchNumber: number.nullable(),
    documents: z.number().int(),
  }),
  /** The request may have reached the service, and no event has come. */
  z.object({ kind: z.literal('request-unknown'), ...statement }),
  z.object({
    kind: z.literal('documents-withheld'),
    ...documents,
    /** Any of them because of an unknown outcome; else their set is incomplete, or the recipient ID missing. */
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
  z.object({ kind: z.literal('event-overdue'), ...statement }),
  z.object({ kind: z.literal('documents-failed'), ...documents }),
  z.object({ kind: z.literal('files-missing'), ...documents }),
  z.object({ kind: z.literal('proofs-failed'), ...proofs }),
  z.object({ kind: z.literal('proofs-lost'), ...proofs }),
  z.object({ kind: z.literal('request-refused'), ...statement }),
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
  z.object({ kind: z.literal('managed-problems'), ...common, problems: count }),
  z.object({ kind: z.literal('recovery-unsaved'), ...common, items: count }),
]);

export type Need = z.infer<typeof needSchema>;

/** What waits for a person, by its kind. */
export type NeedKind = Need['kind'];

/** The lines of one kind. */
export type NeedOf<Kind extends NeedKind> = Extract<Need, { kind: Kind }>;

/** Groups of the list, in its order: what is lost first comes first. */
export const urgencies = ['ending', 'unknown', 'stopped', 'failed', 'draft', 'upkeep'] as const;

export type Urgency = (typeof urgencies)[number];

/** The group of every kind. Within a group, kinds stand in the order of this table. */
export const urgencyOf: Readonly<Record<NeedKind, Urgency>> = {
  'disk-full': 'ending',
  'link-ending': 'ending',
  'link-ended': 'ending',
  'library-session-only': 'ending',
  'unknown-outcome': 'unknown',
  'request-unknown': 'unknown',
  'documents-withheld': 'stopped',
  'id-needed': 'stopped',
  'batch-paused': 'stopped',
  'proofs-paused': 'stopped',
  'library-unavailable': 'stopped',
  'event-quarantined': 'stopped',
  'event-overdue': 'stopped',
  'documents-failed': 'failed',
  'files-missing': 'failed',
  'proofs-failed': 'failed',
  'proofs-lost': 'failed',
  'request-refused': 'failed',
  'library-missing': 'failed',
  'batch-draft': 'draft',
  'beneficiary-draft': 'draft',
  'update-ready': 'upkeep',
  'update-failed': 'upkeep',
  keychain: 'upkeep',
  'key-to-remove': 'upkeep',
  'managed-problems': 'upkeep',
  'recovery-unsaved': 'upkeep',
};

/** What the clerk can give up from the list, without its own screen. */
export const closableKinds = [
  'link-ended',
  'request-unknown',
  'event-overdue',
  'request-refused',
  'proofs-failed',
  'proofs-lost',
] as const satisfies readonly NeedKind[];

export type ClosableKind = (typeof closableKinds)[number];

/** A line that the clerk can give up. */
export type ClosableNeed = NeedOf<ClosableKind>;

/** True for a line that the clerk can give up. */
export function isClosable(need: Need): need is ClosableNeed {
  return (closableKinds as readonly NeedKind[]).includes(need.kind);
}

/** What moves by itself, of one profile. */
export const movingSchema = z.object({
  kind: z.enum(['batches', 'documents', 'attach-operations', 'beneficiaries', 'proofs', 'statements']),
  profileId: z.string(),
  number: count,
});

export type Moving = z.infer<typeof movingSchema>;

/** Everything of a feature that is not finished, of all profiles. */
export const openWorkSchema = z.object({ needs: z.array(needSchema), moving: z.array(movingSchema) });

export type OpenWork = z.infer<typeof openWorkSchema>;

/** Identifies a line for as long as it is there. */
export function keyOfNeed(need: Need): string {
  const own = idOfNeed(need);
  return [need.kind, need.profileId ?? '', ...(own === null ? [] : [own])].join(' ');
}

function idOfNeed(need: Need): number | null {
  if ('statementId' in need) return need.statementId;
  if ('attachId' in need) return need.attachId;
  if ('batchId' in need) return need.batchId;
  if ('eventId' in need) return need.eventId;
  return 'beneficiaryId' in need ? need.beneficiaryId : null;
}

const kinds = Object.keys(urgencyOf);
const rankOf = new Map(kinds.map((kind, rank) => [kind, rank]));

function placeOf(need: Need): readonly [rank: number, at: string, id: number] {
  const at = need.kind === 'link-ending' ? need.endsAt : (need.since ?? '');
  return [rankOf.get(need.kind) ?? kinds.length, at, idOfNeed(need) ?? 0];
}

/** Sorts lines by what is lost first: by kind, then what ends or waits longest, then in the order of their making. */
export function sortedNeeds(needs: readonly Need[]): Need[] {
  return needs
    .map((need) => ({ need, place: placeOf(need) }))
    .sort(({ place: [rankA, atA, idA] }, { place: [rankB, atB, idB] }) => {
      if (rankA !== rankB) return rankA - rankB;
      return atA === atB ? idA - idB : atA < atB ? -1 : 1;
    })
    .map(({ need }) => need);
}
