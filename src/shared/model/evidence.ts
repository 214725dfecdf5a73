/** @file Evidence packs: the originals, proofs, checks, decisions and activity of statements in one folder that can be verified. */
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

/** What the files of a folder say, without this computer's activity. */
export const packFindingsSchema = z.object({
  /** SHA-256 of the list of checksums, in hex; `null` when the list is missing. */
  fingerprint: z.string().nullable(),
  /** Number of files that the lists name. */
  files: count,
  altered: nameListSchema,
  missing: nameListSchema,
  /** Files, links and folders that the list does not name. */
  added: nameListSchema,
  /** Lines of the list that Paydesk does not write, as `12: …`. */
  invalidLines: nameListSchema,
  /** Files whose size or checksum is not the one in `index.csv`, or that only one of both lists has. */
  contradicting: nameListSchema,
});

export type PackFindings = z.infer<typeof packFindingsSchema>;

/** What the activity of this computer says about a pack. */
export const packRecordSchema = z.discriminatedUnion('state', [
  /** It has the fingerprint since a time, ISO 8601 UTC. */
  z.object({ state: z.literal('recorded'), at: z.string() }),
  /** It has another fingerprint for the pack that was written to the folder. */
  z.object({ state: z.literal('other'), at: z.string() }),
  z.object({ state: z.literal('unknown') }),
]);

/** The result of a check. */
export const packCheckSchema = packFindingsSchema.extend({
  /** Full path for display. */
  folder: z.string(),
  record: packRecordSchema,
});

export type PackCheck = z.infer<typeof packCheckSchema>;

export const packJobs = ['describe', 'write', 'check'] as const;

export type PackJob = (typeof packJobs)[number];

/** True when a check found nothing. */
export function isUnaltered(check: PackCheck): boolean {
  const { fingerprint, altered, missing, added, invalidLines, contradicting, record } = check;
  const lists = [altered, missing, added, invalidLines, contradicting];
  return fingerprint !== null && record.state !== 'other' && lists.every(({ total }) => total === 0);
}
