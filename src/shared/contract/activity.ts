/** @file Commands and the topic of the activity. */
import { z } from 'zod';
import {
  activityEntrySchema,
  activityKindSchema,
  entryObjectSchema,
  shownOutcomes,
} from '../model/activity.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { command, topic } from './define.ts';

/** Filter of the list; `null` means any. */
export const activityFilterSchema = z.strictObject({
  kind: activityKindSchema.nullable(),
  /** `problems` are the outcomes that a clerk may have to look into. */
  outcome: z.enum([...shownOutcomes, 'problems']).nullable(),
  text: z.string().max(200),
  /** Entries from this time on. */
  since: z.iso.datetime().nullable().default(null),
  /** Entries before this time. */
  before: z.iso.datetime().nullable().default(null),
});

export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activityCommands = {
  /** Newest first. */
  'activity.list': command(
    pageRequestSchema.extend({ filter: activityFilterSchema }),
    pageOf(activityEntrySchema),
  ),
  /** Finds the object of an entry; `null` when it is no longer on this computer. */
  'activity.object': command(z.strictObject({ id: z.number().int() }), entryObjectSchema.nullable()),
  /** Recomputes the hash chain; `brokenAt` is the first entry that does not match. */
  'activity.verify': command(
    z.strictObject({}),
    z.object({
      entries: z.number().int(),
      brokenAt: z.number().int().nullable(),
      /** Whether the number and the hash of the last entry are those that were sealed; unknown without the library's key. */
      seal: z.enum(['intact', 'broken', 'unknown']),
    }),
  ),
  'activity.export': command(
    z.strictObject({ filter: activityFilterSchema }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
} as const;

export const activityTopics = {
  activity: topic(z.object({ entries: z.number().int() })),
} as const;
