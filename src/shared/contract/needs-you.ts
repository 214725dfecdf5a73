/** @file Needs you: everything on this computer that waits for a person, of all features and profiles. */
import { z } from 'zod';
import { needLineSchema } from '../model/need-target.ts';
import { movingSchema, urgencies } from '../model/needs-you.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { waitingWorkSchema } from '../model/work-in-flight.ts';
import { command, topic } from './define.ts';

/** The most lines that the summary carries. */
export const maxTopNeeds = 5;

/** What the page can ask. */
export const needsYouCommands = {
  /** The lines, what is lost first at the top; and what is not finished but needs nobody, as of the same moment. */
  'needsYou.list': command(
    pageRequestSchema.extend({ urgency: z.enum(urgencies).nullable().default(null) }),
    pageOf(needLineSchema).extend({ moving: z.array(movingSchema) }),
  ),
  /**
   * Gives up one line: a statement or proofs that nobody wants any more. Nothing is sent, and nothing stored is
   * deleted. A line that is gone by then is left alone.
   */
  'needsYou.close': command(z.strictObject({ key: z.string().min(1).max(200) }), z.null()),
} as const;

const summarySchema = z.object({
  /** Grows with every change of the list. */
  revision: z.number().int(),
  /** Lines that wait for a person: the number on the rail. */
  total: z.number().int(),
  byUrgency: z.partialRecord(z.enum(urgencies), z.number().int()),
  /** Lines per profile; those of the computer as a whole are in none. */
  byProfile: z.array(
    z.object({
      profileId: z.string(),
      number: z.number().int(),
      /** What of these goes on by itself once the profile is signed in. */
      waiting: waitingWorkSchema,
    }),
  ),
  top: z.array(needLineSchema).max(maxTopNeeds),
  /** What is not finished and needs nobody. */
  moving: z.array(movingSchema),
});

export type NeedsYouSummary = z.infer<typeof summarySchema>;

/** The topic's value before the first look. */
export const noNeeds: NeedsYouSummary = {
  revision: 0,
  total: 0,
  byUrgency: {},
  byProfile: [],
  top: [],
  moving: [],
};

/** What the page can follow, also while nobody is signed in. */
export const needsYouTopics = { needsYou: topic(summarySchema) } as const;
