/** @file Updates of Paydesk itself. */
import { z } from 'zod';
import { command, topic } from './define.ts';

/** Why there is no update although one was looked for. */
export const updateProblemSchema = z.enum([
  /** The feed could not be reached, or the download broke off. */
  'unreachable',
  /** What the feed offers is not signed by those who make Paydesk, or was changed afterwards. */
  'untrusted',
  /** What the feed offers is signed, but its time is over. */
  'expired',
  /** The feed cannot be read. */
  'not-understood',
  /** What updates need on this machine cannot be made; the next start tries again. */
  'not-prepared',
  /** Paydesk runs from a disk image, or from a place where macOS lets nothing be changed. */
  'read-only-copy',
  /** The system did not take the update over. */
  'not-installed',
]);

export type UpdateProblem = z.infer<typeof updateProblemSchema>;

/** Where an update stands. */
export const updateStateSchema = z.discriminatedUnion('state', [
  /** Somebody else updates this Paydesk. */
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('current') }),
  z.object({ state: z.literal('checking') }),
  /** It is downloaded as soon as no transfer runs. */
  z.object({ state: z.literal('downloading'), version: z.string() }),
  z.object({
    state: z.literal('ready'),
    version: z.string(),
    /** What is new, as plain text. */
    notes: z.string(),
    /** This version is no longer safe to use. */
    urgent: z.boolean(),
  }),
  /** The system takes it over; Paydesk quits by itself when that is done. */
  z.object({ state: z.literal('installing'), version: z.string() }),
  z.object({ state: z.literal('failed'), problem: updateProblemSchema }),
]);

export type UpdateState = z.infer<typeof updateStateSchema>;

/** What the page can ask. */
export const updatesCommands = {
  /** Looks for an update now. */
  'updates.check': command(z.strictObject({}), z.null()),
  /** Quits and installs. Refused with `update-must-wait` while transfers run. */
  'updates.install': command(z.strictObject({}), z.null()),
} as const;

/** What the page can follow. */
export const updatesTopics = { update: topic(updateStateSchema) } as const;
