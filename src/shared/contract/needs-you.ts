/**
 * @file Commands and topics of *Needs you*: everything on this computer that waits for a person, in all features and
 * profiles.
 */
import { z } from 'zod';
import { diskFullSchema } from '../model/disk-full.ts';
import { needLineSchema } from '../model/needs-you/need-line.ts';
import { movingSchema, urgencies } from '../model/needs-you/needs-you.ts';
import { targetScreens } from '../model/needs-you/screen-target.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { dueFileSchema, maxDueFiles, retainedIdSchema } from '../model/retention.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { waitingWorkSchema } from '../model/session/work-in-flight.ts';
import { actions, command, topic } from './define.ts';

/** Maximum number of lines in the summary. */
export const maxTopNeeds = 5;

export const needsYouCommands = {
  /** The lines, most urgent first, and the work that continues without the clerk, as of the same moment. */
  'needsYou.list': command(
    pageRequestSchema.extend({ urgency: z.enum(urgencies).nullable().default(null) }),
    pageOf(needLineSchema).extend({ moving: z.array(movingSchema) }),
  ),
  'needsYou.items': actions({
    /**
     * Dismisses one line about a statement or proofs that are no longer needed. Sends nothing and deletes nothing that is
     * stored. A line that no longer exists is ignored.
     */
    close: command(z.strictObject({ key: z.string().min(1).max(200) }), z.null()),
    /**
     * The stored files of the active profile whose retention period is over, those that have been due longest first: at
     * most {@link maxDueFiles} of `total`. Rejects with library errors.
     */
    listDue: command(
      z.strictObject({}),
      z.object({ total: z.number().int(), rows: z.array(dueFileSchema).max(maxDueFiles) }),
    ),
    /**
     * Removes stored files for good and records each removal. Rejects with `retention-changed`, with nothing removed, when
     * one of them must not be removed now, and with library errors; what is not removed then stays due.
     */
    removeDue: command(
      z.strictObject({ due: z.array(retainedIdSchema).min(1).max(maxDueFiles) }),
      z.object({ removed: z.number().int() }),
    ),
    /**
     * Saves all lines and the work that continues without the clerk as PDF, for a colleague. `null` when the clerk closed
     * the dialog.
     */
    saveHandover: command(z.strictObject({}), z.object({ savedAs: savedFileSchema.nullable() })),
  }),
} as const;

const summarySchema = z.object({
  /** Increases with every change of the list. */
  revision: z.number().int(),
  /** Number of lines, as shown on the navigation rail. */
  total: z.number().int(),
  byUrgency: z.partialRecord(z.enum(urgencies), z.number().int()),
  /** Lines per profile. Lines about the computer as a whole are not counted here. */
  byProfile: z.array(
    z.object({
      profileId: z.string(),
      number: z.number().int(),
      /** Of these, the lines whose button leads to each screen. */
      byScreen: z.partialRecord(z.enum(targetScreens), z.number().int()),
      /** Work that continues once the profile is signed in. */
      waiting: waitingWorkSchema,
    }),
  ),
  top: z.array(needLineSchema).max(maxTopNeeds),
  /** Unfinished work that continues without the clerk. */
  moving: z.array(movingSchema),
});

export type NeedsYouSummary = z.infer<typeof summarySchema>;

/** The topic's value before the list was built for the first time. */
export const noNeeds: NeedsYouSummary = {
  revision: 0,
  total: 0,
  byUrgency: {},
  byProfile: [],
  top: [],
  moving: [],
};

/** Topics that are also published while no profile is signed in. */
export const needsYouTopics = {
  needsYou: topic(summarySchema),
  /** Set while anything waits because the disk is full. */
  diskFull: topic(diskFullSchema.nullable()),
  /** Milliseconds by which the service's clock is ahead of this computer's; 0 unless this computer's is wrong. */
  clockOffset: topic(z.number()),
} as const;
