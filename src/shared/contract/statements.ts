/** @file Commands and topics of statements: request them, receive their events, download them. */
import { z } from 'zod';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { profileIdSchema } from '../model/session/profile.ts';
import { maxPeriods, periodSchema } from '../model/statements/period.ts';
import {
  allEvents,
  coverageSchema,
  eventFilterSchema,
  maxWallets,
  quarantinedEventSchema,
  statementFormatSchema,
  statementSchema,
  statementStateSchema,
  walletIdSchema,
  walletSchema,
} from '../model/statements/statements.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { actions, command, topic } from './define.ts';
import { droppedFilesSchema, notOnDiskSchema } from './dropped-files.ts';

const id = z.number().int().positive();

/** The result of the request for one period. */
const requestResultSchema = z.object({
  period: periodSchema,
  outcome: z.enum(['accepted', 'refused', 'failed']),
  /** The message of the service; empty when it sent none. */
  message: z.string(),
  /** Requested wallets that the service reported as invalid. */
  invalidWallets: z.array(walletIdSchema),
  error: wireErrorSchema.nullable(),
});

export type RequestResult = z.infer<typeof requestResultSchema>;

/** Sources of events. */
const inboxSettingsSchema = z.object({
  /** Path of the watched folder, or `null`. */
  folder: z.string().nullable(),
  folderState: z.enum(['off', 'watching', 'away', 'linked']),
  /** While `folderState` is `linked`: the path of the symbolic link at, in or above the folder. */
  folderLink: z.string().nullable(),
  /** The administrator set the folder; the clerk cannot change it. */
  folderManaged: z.boolean(),
  /** The service sends its events to Paydesk by itself. */
  isDelivered: z.boolean(),
  /** ISO 8601 UTC time of the last event from any source. */
  lastEventAt: z.string().nullable(),
  /** Address that the company's webhook receiver posts to, with its secret token; `null` while the listener is off. */
  listener: z.string().nullable(),
});

/** Numbers of the added events by result. */
const ingestSummarySchema = z.object({
  taken: z.number().int(),
  repeated: z.number().int(),
  quarantined: z.number().int(),
});

export const statementsCommands = {
  /** Wallets from the service's list (specification, section 4.2) and wallets that Paydesk has stored. */
  'statements.wallets': command(
    z.strictObject({}),
    z.object({
      wallets: z.array(walletSchema).max(10_000),
      /** Error of reading the service's list, or `null`. With an error, `wallets` has only the stored wallets. */
      problem: wireErrorSchema.nullable(),
    }),
  ),
  /**
   * Requests statements (specification, section 4.7): one request per period. With an empty `email` the event goes to
   * the webhook. Wallets belong to one company, so the command is rejected with `sign-in-needed` when `profileId` is
   * not the active profile.
   */
  'statements.request': command(
    z.strictObject({
      profileId: profileIdSchema,
      walletIds: z.array(walletIdSchema).min(1).max(maxWallets),
      periods: z.array(periodSchema).min(1).max(maxPeriods),
      format: statementFormatSchema,
      email: z.union([z.literal(''), z.email().max(254)]),
    }),
    z.object({ results: z.array(requestResultSchema) }),
  ),
  'statements.retry': actions({
    /** Repeats the requests of statements whose event is missing or whose link expired, with the same options. */
    request: command(
      z.strictObject({ ids: z.array(id).min(1).max(1000) }),
      z.object({ results: z.array(requestResultSchema) }),
    ),
    /** Downloads a statement before all others. */
    download: command(z.strictObject({ id }), z.null()),
    /** Allows one more attempt to read an unreadable statement. */
    read: command(z.strictObject({ id }), z.null()),
  }),
  /** Lists statements: first the statement with the ID `first`, then statements that need the clerk, then the newest. */
  'statements.list': command(
    pageRequestSchema.extend({ state: statementStateSchema.nullable(), first: id.nullable().default(null) }),
    pageOf(statementSchema),
  ),
  'statements.get': command(z.strictObject({ id }), statementSchema),
  /** The coverage of the `months` months up to `last` (YYYY-MM). */
  'statements.coverage': command(
    z.strictObject({
      last: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
      months: z.number().int().min(1).max(36),
    }),
    coverageSchema,
  ),
  'statements.addEvents': actions({
    /** Adds an event that was pasted or typed. */
    paste: command(z.strictObject({ text: z.string().min(1).max(1_100_000) }), ingestSummarySchema),
    /** Adds events from dropped files. */
    drop: command(
      z.strictObject({ files: droppedFilesSchema }),
      ingestSummarySchema.extend({ notOnDisk: notOnDiskSchema }),
    ),
  }),
  /** Lists quarantined events under a filter: first the event with the ID `first`, then the newest. */
  'statements.quarantine': command(
    pageRequestSchema.extend({
      first: id.nullable().default(null),
      filter: eventFilterSchema.default(allEvents),
    }),
    pageOf(quarantinedEventSchema).extend({ newestId: id.nullable() }),
  ),
  /**
   * Decides about a quarantined event. `take` accepts it as if it had been requested and remembers its host; `claim`
   * adds the missing request for its wallet and period, and checks the event like any other; `discard` removes it.
   */
  'statements.decide': command(
    z.strictObject({ id, decision: z.enum(['take', 'claim', 'discard']) }),
    z.null(),
  ),
  'statements.inbox': actions({
    /** Discards the quarantined events under a filter that are not newer than the one with the ID `newestId`. */
    discardShown: command(
      z.strictObject({ filter: eventFilterSchema, newestId: id }),
      z.object({ discarded: z.number().int() }),
    ),
    /** Lets the clerk choose the folder that is watched for events; `null` when the clerk closed the dialog. */
    chooseFolder: command(z.strictObject({}), z.object({ folder: z.string() }).nullable()),
    forgetFolder: command(z.strictObject({}), z.null()),
    /** Starts or stops the listener for events on 127.0.0.1. */
    setListener: command(z.strictObject({ on: z.boolean() }), z.null()),
    /**
     * Copies the listener's address, with its secret token, to the clipboard for one minute. False while there is no
     * listener.
     */
    copyListener: command(z.strictObject({}), z.object({ copied: z.boolean() })),
  }),
} as const;

const overviewSchema = z.object({
  /** Increases with every change. */
  revision: z.number().int(),
  counts: z.partialRecord(statementStateSchema, z.number().int()),
  quarantined: z.number().int(),
  /**
   * Quarantined events that were removed because there were too many, since the clerk last decided about all of them.
   */
  removedEvents: z.number().int(),
  /** ISO 8601 UTC time at which the next link of a statement that is not downloaded yet expires. */
  nextExpiry: z.string().nullable(),
  /** Bytes of the running downloads: received, and in total. */
  downloading: z.object({ part: z.number().int(), whole: z.number().int() }).nullable(),
  inbox: inboxSettingsSchema,
});

/** The topic's value while no profile is signed in. */
export const noStatements: z.infer<typeof overviewSchema> = {
  revision: 0,
  counts: {},
  quarantined: 0,
  removedEvents: 0,
  nextExpiry: null,
  downloading: null,
  inbox: {
    folder: null,
    folderState: 'off',
    folderLink: null,
    folderManaged: false,
    isDelivered: false,
    lastEventAt: null,
    listener: null,
  },
};

export const statementsTopics = { statements: topic(overviewSchema) } as const;
