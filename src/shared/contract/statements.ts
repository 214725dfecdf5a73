/** @file Statements: ask for them, take their events in, keep and review them. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { maxPeriods, periodSchema } from '../model/period.ts';
import { profileIdSchema } from '../model/profile.ts';
import {
  coverageSchema,
  maxWallets,
  quarantinedEventSchema,
  statementFormatSchema,
  statementSchema,
  statementStateSchema,
  walletIdSchema,
  walletSchema,
} from '../model/statements.ts';
import { command, topic } from './define.ts';

const id = z.number().int().positive();

/** What asking for one period came to. */
export const requestResultSchema = z.object({
  period: periodSchema,
  outcome: z.enum(['accepted', 'refused', 'failed']),
  /** The service's own words; empty when it gave none. */
  message: z.string(),
  /** Wallets that the service named as invalid, of those that were asked for. */
  invalidWallets: z.array(walletIdSchema),
  error: wireErrorSchema.nullable(),
});

export type RequestResult = z.infer<typeof requestResultSchema>;

/** Where events are taken from. */
export const inboxSettingsSchema = z.object({
  /** Path of the watched folder, or `null`. */
  folder: z.string().nullable(),
  folderState: z.enum(['off', 'watching', 'away', 'linked']),
  /** Path of the link that stands in the place of the folder, or of one in it or above it, while it is `linked`. */
  folderLink: z.string().nullable(),
  /** The administrator has decided the folder; the clerk cannot change it. */
  folderManaged: z.boolean(),
  /** ISO 8601 UTC time of the last event that came, whatever its way. */
  lastEventAt: z.string().nullable(),
  /** Address that the company's webhook receiver posts to, or `null` while the listener is off. Holds its secret token. */
  listener: z.string().nullable(),
});

/** What became of events that were handed in. */
const ingestSummarySchema = z.object({
  taken: z.number().int(),
  repeated: z.number().int(),
  quarantined: z.number().int(),
});

export const statementsCommands = {
  /** Wallets that the service lists (specification, section 4.2) or that are known from before. */
  'statements.wallets': command(
    z.strictObject({}),
    z.object({
      wallets: z.array(walletSchema).max(10_000),
      /** Why the service's list could not be read this time; what is known from before is given then. */
      problem: wireErrorSchema.nullable(),
    }),
  ),
  /**
   * Asks for statements (section 4.7): one request for each period. An empty `email` asks for the webhook. Wallets are
   * those of one company: `sign-in-needed` when another profile than `profileId` is in view.
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
  /** Asks again for statements whose event has not come or whose link has ended, each as before. */
  'statements.requestAgain': command(
    z.strictObject({ ids: z.array(id).min(1).max(1000) }),
    z.object({ results: z.array(requestResultSchema) }),
  ),
  /** Statements: the one of `first`, what needs the clerk, then the newest. */
  'statements.list': command(
    pageRequestSchema.extend({ state: statementStateSchema.nullable(), first: id.nullable().default(null) }),
    pageOf(statementSchema),
  ),
  'statements.get': command(z.strictObject({ id }), statementSchema),
  /** Wallets by months, `months` of them up to `last` (YYYY-MM). */
  'statements.coverage': command(
    z.strictObject({
      last: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
      months: z.number().int().min(1).max(36),
    }),
    coverageSchema,
  ),
  /** Takes an event that was pasted or typed. */
  'statements.pasteEvent': command(
    z.strictObject({ text: z.string().min(1).max(1_100_000) }),
    ingestSummarySchema,
  ),
  /** Takes events from files that were dropped. */
  'statements.dropEvents': command(
    z.strictObject({ references: z.array(z.string().min(1).max(100)).min(1).max(1000) }),
    ingestSummarySchema,
  ),
  /** Events that were set aside: the one of `first`, then the newest. */
  'statements.quarantine': command(
    pageRequestSchema.extend({ first: id.nullable().default(null) }),
    pageOf(quarantinedEventSchema),
  ),
  /**
   * Decides about an event that was set aside. `take` lets it count as if it had been asked for, and remembers its
   * host; `discard` forgets it.
   */
  'statements.decide': command(z.strictObject({ id, decision: z.enum(['take', 'discard']) }), z.null()),
  /** Downloads one now, ahead of the others. */
  'statements.download': command(z.strictObject({ id }), z.null()),
  /** Lets an unreadable statement be read once more. */
  'statements.readAgain': command(z.strictObject({ id }), z.null()),
  /** Asks for the folder that is watched for events; `null` when the clerk closed the dialog. */
  'statements.chooseFolder': command(z.strictObject({}), z.object({ folder: z.string() }).nullable()),
  'statements.forgetFolder': command(z.strictObject({}), z.null()),
  /** Opens or closes the door on 127.0.0.1 for events. */
  'statements.setListener': command(z.strictObject({ on: z.boolean() }), z.null()),
  /** Copies the listener's address, with its secret token, for a minute. False while there is no listener. */
  'statements.copyListener': command(z.strictObject({}), z.object({ copied: z.boolean() })),
} as const;

const overviewSchema = z.object({
  /** Grows with every change. */
  revision: z.number().int(),
  counts: z.partialRecord(statementStateSchema, z.number().int()),
  quarantined: z.number().int(),
  /** Older events that went because too many were set aside, since the clerk last decided about all of them. */
  removedEvents: z.number().int(),
  /** ISO 8601 UTC end of the link that ends first and is not downloaded yet. */
  nextExpiry: z.string().nullable(),
  /** Bytes of what is being downloaded. */
  downloading: z.object({ part: z.number().int(), whole: z.number().int() }).nullable(),
  inbox: inboxSettingsSchema,
});

/** The topic's value while nobody is signed in. */
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
    lastEventAt: null,
    listener: null,
  },
};

export const statementsTopics = { statements: topic(overviewSchema) } as const;
