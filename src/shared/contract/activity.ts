/** @file Everything that left or entered the machine. */
import { z } from 'zod';
import { activityEntrySchema, activityKindSchema, activityOutcomeSchema } from '../model/activity.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { command, topic } from './define.ts';

/** What the list is narrowed to; `null` means any. */
export const activityFilterSchema = z.strictObject({
  kind: activityKindSchema.nullable(),
  outcome: activityOutcomeSchema.nullable(),
  text: z.string().max(200),
});

/** See {@link activityFilterSchema}. */
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

/** What the page can ask. */
export const activityCommands = {
  /** Newest first. */
  'activity.list': command(
    pageRequestSchema.extend({ filter: activityFilterSchema }),
    pageOf(activityEntrySchema),
  ),
  /** Recomputes the chain of hashes; `brokenAt` is the first entry that does not fit. */
  'activity.verify': command(
    z.strictObject({}),
    z.object({ entries: z.number().int(), brokenAt: z.number().int().nullable() }),
  ),
  'activity.export': command(
    z.strictObject({ filter: activityFilterSchema }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
} as const;

/** What the page can follow. */
export const activityTopics = {
  activity: topic(z.object({ entries: z.number().int() })),
} as const;
