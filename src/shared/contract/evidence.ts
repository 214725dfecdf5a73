/** @file The command and the topic of evidence packs. */
import { z } from 'zod';
import {
  maxPackStatements,
  packCheckSchema,
  packFolderSchema,
  packJobs,
  packSummarySchema,
} from '../model/evidence.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { actions, command, topic } from './define.ts';

const plan = z.number().int().positive();

export const evidenceCommands = {
  'evidence.pack': actions({
    /** Finds what a pack of the statements contains. Only the pack that was described last can be written. */
    describe: command(
      z.strictObject({ statementIds: z.array(z.number().int().positive()).min(1).max(maxPackStatements) }),
      packSummarySchema,
    ),
    /** Asks where to write the described pack; `null` when the clerk closed the dialog. Writes nothing. */
    chooseFolder: command(z.strictObject({ plan }), packFolderSchema.nullable()),
    /** Writes the described pack, unencrypted, to the chosen folder: completely or not at all. */
    write: command(
      z.strictObject({ plan }),
      z.object({
        savedAs: savedFileSchema,
        /** SHA-256 of the list of checksums, in hex. */
        fingerprint: z.string(),
      }),
    ),
    /** Asks for a folder and checks the pack in it; `null` when the clerk closed the dialog. Changes nothing. */
    check: command(z.strictObject({}), packCheckSchema.nullable()),
    /** Stops a job, whose call then rejects with `cancelled`. Nothing remains of a pack that was being written. */
    cancel: command(z.strictObject({ job: z.enum(packJobs) }), z.null()),
  }),
} as const;

/** Progress of a job, in bytes. */
const progressSchema = z.object({ done: z.number().int().min(0), total: z.number().int().min(0) });

export const evidenceTopics = {
  evidence: topic(z.partialRecord(z.enum(packJobs), progressSchema)),
} as const;
