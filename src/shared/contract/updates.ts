/** @file Commands and topics of updates of Paydesk itself. */
import { z } from 'zod';
import { actions, command, topic } from './define.ts';

/** Why a check for updates failed. */
const updateProblemSchema = z.enum([
  /** The feed could not be reached, or the download was interrupted. */
  'unreachable',
  /** The offered update is not signed by the makers of Paydesk, or was changed afterwards. */
  'untrusted',
  /** The signed offer of the feed has expired. */
  'expired',
  /** The feed has a format that Paydesk does not know. */
  'not-understood',
  /** The files that updates need on this machine could not be created; the next start tries again. */
  'not-prepared',
  /** Paydesk runs from a disk image, or from a folder that macOS makes read-only. */
  'read-only-copy',
  /** The system did not install the update. */
  'not-installed',
]);

export type UpdateProblem = z.infer<typeof updateProblemSchema>;

/** The progress of an update. */
const updateStateSchema = z.discriminatedUnion('state', [
  /** Updates are managed outside Paydesk, for example by a package manager. */
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('current') }),
  z.object({ state: z.literal('checking') }),
  /** The download starts when no transfer is running. */
  z.object({ state: z.literal('downloading'), version: z.string() }),
  z.object({
    state: z.literal('ready'),
    version: z.string(),
    /** Release notes as plain text. */
    notes: z.string(),
    /** This version is no longer safe to use. */
    urgent: z.boolean(),
  }),
  /** The system takes over the update; Paydesk quits as soon as this is done. */
  z.object({ state: z.literal('installing'), version: z.string() }),
  z.object({ state: z.literal('failed'), problem: updateProblemSchema }),
]);

export type UpdateState = z.infer<typeof updateStateSchema>;

export const updatesCommands = {
  'updates.change': actions({
    /** Checks for an update now. */
    check: command(z.strictObject({}), z.null()),
    /** Quits and installs the update. Rejected with `update-must-wait` while transfers run. */
    install: command(z.strictObject({}), z.null()),
  }),
} as const;

export const updatesTopics = { update: topic(updateStateSchema) } as const;
