/** @file Evidence packs: the originals, proofs, checks and log of statements in one folder that can be verified. */
import { z } from 'zod';
import { environmentSchema } from './session/environment.ts';

const count = z.number().int().min(0);

/** Maximum number of names that a check lists of each kind; the totals are not limited. */
export const maxListedNames = 1_000;

/** Maximum number of statements of one pack. */
export const maxPackStatements = 2_000;

/** What a pack will contain. */
export const packSummarySchema = z.object({
  /** Identifies the pack in `write`. */
  plan: count,
  profile: z.string(),
  environment: environmentSchema,
  statements: count,
  /** References with at least one proof of payment in the pack. */
  proofs: count,
  activityEntries: count,
  files: count,
  /** Bytes of the statements and proofs. */
  bytes: count,
  /** Chosen statements that are no longer stored. */
  left: count,
  /** Statements whose references were not looked for: PDFs, and files that cannot be read. */
  unsearched: count,
});

export type PackSummary = z.infer<typeof packSummarySchema>;

/** The folder that the clerk chose: it does not exist, it is empty, or something is in its place. */
export const packFolderSchema = z.object({
  /** Full path for display. */
  path: z.string(),
  state: z.enum(['new', 'empty', 'taken']),
});

export type PackFolder = z.infer<typeof packFolderSchema>;

/** The first names of a kind, and the number of all. */
const nameListSchema = z.object({ names: z.array(z.string()).max(maxListedNames), total: count });

/** The log in a pack: every listed entry follows from the hash of the entry before, or where it does not. */
const chainCheckSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('intact'), entries: count }),
  /** `entry` is the number of the first entry that does not follow; `null` when a line cannot be read. */
  z.object({ state: z.literal('broken'), line: count, entry: count.nullable() }),
]);

export type ChainCheck = z.infer<typeof chainCheckSchema>;

/** What the files of a folder say, without this computer's activity. */
export const packFindingsSchema = z.object({
  /** SHA-256 of the list of checksums, in hex; `null` when the list is missing. */
  fingerprint: z.string().nullable(),
  /** Number of files that the list names. */
  files: count,
  altered: nameListSchema,
  missing: nameListSchema,
  /** Files, links and folders that the list does not name. */
  added: nameListSchema,
  /** Lines of the list that Paydesk does not write, as `12: …`. */
  invalidLines: nameListSchema,
  chain: chainCheckSchema,
});

export type PackFindings = z.infer<typeof packFindingsSchema>;

/** The result of a check. */
export const packCheckSchema = packFindingsSchema.extend({
  /** Full path for display. */
  folder: z.string(),
  /** When this computer's activity recorded the fingerprint, ISO 8601 UTC; `null` when it did not. */
  recordedAt: z.string().nullable(),
});

export type PackCheck = z.infer<typeof packCheckSchema>;

export const packJobs = ['describe', 'write', 'check'] as const;

export type PackJob = (typeof packJobs)[number];

/** True when a check found nothing. */
export function isUnaltered({
  fingerprint,
  altered,
  missing,
  added,
  invalidLines,
  chain,
}: PackFindings): boolean {
  const lists = [altered, missing, added, invalidLines];
  return fingerprint !== null && chain.state !== 'broken' && lists.every(({ total }) => total === 0);
}
