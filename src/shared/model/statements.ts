/** @file Wallets, requests for statements, what became of them, and events (specification, sections 2.7 to 2.9). */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import type { Attention } from './attention.ts';
import { calendarDateSchema } from './period.ts';

export const walletIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** One wallet, as far as the service or the clerk named it. */
export const walletSchema = z.object({
  id: walletIdSchema,
  name: z.string().nullable(),
  currency: z.string().nullable(),
});

export type Wallet = z.infer<typeof walletSchema>;

/** The most wallets in one request. */
export const maxWallets = 500;

/** Formats in which the service writes statements (specification, section 4.7). */
export const statementFormatSchema = z.enum(['csv', 'pdf']);

export type StatementFormat = z.infer<typeof statementFormatSchema>;

/**
 * What became of one wallet's statement.
 *
 * - `asking`: the request is on its way
 * - `refused`: the service said no, or it never reached the service
 * - `e-mailed`: accepted, it goes to an e-mail address
 * - `waiting`: accepted, its event has not come
 * - `quarantined`: its event has come and is set aside; it waits again when the clerk discards that
 * - `ready`: its event has come, the file is not here yet
 * - `downloading`, `stored`
 * - `expired`: the link ended, or was lost, before the file was here
 */
export const statementStateSchema = z.enum([
  'asking',
  'refused',
  'e-mailed',
  'waiting',
  'quarantined',
  'ready',
  'downloading',
  'stored',
  'expired',
]);

export type StatementState = z.infer<typeof statementStateSchema>;

/** Milliseconds after a request from which on its event is overdue. */
export const eventOverdueAfterMs = 24 * 60 * 60_000;

/** Milliseconds before the end of a link from which on a file that does not come needs a person. */
export const linkEndsSoonMs = 60 * 60_000;

/** Milliseconds that a download may take to begin. */
const downloadBeginsWithinMs = 60_000;

/** What decides who moves a statement on, besides its state. Times are milliseconds since 1970. */
export interface StatementSituation {
  readonly now: number;
  readonly askedAt: number;
  readonly changedAt: number;
  readonly expiresAt: number | null;
  /** Something went wrong with the last step. */
  readonly hasProblem: boolean;
  /** The clerk closed it, or the same statement was requested again and is stored. */
  readonly isSettled: boolean;
  /** The same statement was requested again; that request tells what is to be done. */
  readonly isSuperseded: boolean;
}

/** Who moves a statement on. An e-mailed one has left for its address; no event is known to follow. */
export function statementAttention(state: StatementState, situation: StatementSituation): Attention {
  const { now, askedAt, changedAt, expiresAt, hasProblem, isSettled, isSuperseded } = situation;
  switch (state) {
    case 'asking':
    case 'downloading':
      return 'moving';
    case 'waiting':
      if (isSettled) return 'final';
      if (isSuperseded) return 'moving';
      return hasProblem || now - askedAt >= eventOverdueAfterMs ? 'needs-you' : 'moving';
    case 'ready': {
      const endsSoon = expiresAt !== null && expiresAt - now <= linkEndsSoonMs;
      return endsSoon && (hasProblem || now - changedAt >= downloadBeginsWithinMs) ? 'needs-you' : 'moving';
    }
    case 'quarantined':
      return 'needs-you';
    case 'refused':
    case 'expired':
      return isSettled || isSuperseded ? 'final' : 'needs-you';
    case 'e-mailed':
    case 'stored':
      return 'final';
  }
}

/** What became of an event. */
export const eventStateSchema = z.enum(['taken', 'quarantined', 'discarded']);

export type EventState = z.infer<typeof eventStateSchema>;

/** Who moves an event on. */
export const eventAttention: Readonly<Record<EventState, Attention>> = {
  taken: 'final',
  quarantined: 'needs-you',
  discarded: 'final',
};

/** How an event came in. */
export const eventOriginSchema = z.enum(['folder', 'dropped', 'pasted', 'listener', 'service']);

export type EventOrigin = z.infer<typeof eventOriginSchema>;

/** One statement of one wallet and period, asked for once. */
export const statementSchema = z.object({
  id: z.number().int(),
  requestId: z.number().int(),
  wallet: walletSchema,
  since: calendarDateSchema,
  till: calendarDateSchema,
  /** As asked for until it is stored, then what the file is. */
  format: statementFormatSchema,
  state: statementStateSchema,
  /** ISO 8601 UTC. */
  askedAt: z.string(),
  /** ISO 8601 UTC time of the last change of state. */
  changedAt: z.string(),
  /** Where an e-mailed one goes; empty for the webhook. */
  email: z.string(),
  /** How its event came, or `null`. */
  source: eventOriginSchema.nullable(),
  /** Number of transactions that the event announced. */
  transactions: z.number().int().nullable(),
  /** ISO 8601 UTC end of its link, when the link says so. */
  expiresAt: z.string().nullable(),
  /** Host of its link. */
  host: z.string().nullable(),
  /** Bytes received so far, and of how many. */
  progress: z.object({ part: z.number().int(), whole: z.number().int().nullable() }).nullable(),
  /** Bytes of the stored file. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  /** Reading the stored file broke off too often: it is not read by itself again. */
  unreadable: z.boolean(),
  /** What went wrong last, or `null`. */
  problem: wireErrorSchema.nullable(),
  /** Names of fields of its event that are not documented. */
  unknownFields: z.array(z.string()),
});

export type Statement = z.infer<typeof statementSchema>;

/** Why an event was set aside for the clerk. */
export const quarantineReasonSchema = z.enum([
  'not-json',
  'too-large',
  'not-understood',
  'other-company',
  'unknown-wallet',
  'other-period',
  'not-asked-for',
  'link-unusable',
  'host-unknown',
  'link-expired',
]);

export type QuarantineReason = z.infer<typeof quarantineReasonSchema>;

/** An event that fits nothing that was asked for. Its link is never shown. */
export const quarantinedEventSchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC. */
  seenAt: z.string(),
  source: eventOriginSchema,
  reason: quarantineReasonSchema,
  /** Field names that do not fit, or what is to be known; never a value of the event's link. */
  detail: z.string(),
  eventId: z.string().nullable(),
  walletId: z.number().int().nullable(),
  companyId: z.string().nullable(),
  since: z.string().nullable(),
  till: z.string().nullable(),
  transactions: z.number().int().nullable(),
  host: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Names of fields that are not documented; never their values. */
  unknownFields: z.array(z.string()),
  /** The link is still held in memory, so that the event can be taken after all. */
  held: z.boolean(),
});

export type QuarantinedEvent = z.infer<typeof quarantinedEventSchema>;

/** One place of the coverage: a wallet in a month. */
export const coverageCellSchema = z.object({
  state: z.enum(['stored', 'downloading', 'ready', 'waiting', 'e-mailed', 'expired', 'missing', 'open']),
  /** The statement that gives the cell its state. */
  statementId: z.number().int().nullable(),
  /** True for `waiting` while the service has not answered: it may still refuse. */
  isBeingAsked: z.boolean(),
  csv: z.number().int().nullable(),
  pdf: z.number().int().nullable(),
  transactions: z.number().int().nullable(),
  expiresAt: z.string().nullable(),
});

export type CoverageCell = z.infer<typeof coverageCellSchema>;

/** Wallets by months. */
export const coverageSchema = z.object({
  months: z.array(z.string()),
  rows: z.array(z.object({ wallet: walletSchema, cells: z.array(coverageCellSchema) })),
});

export type Coverage = z.infer<typeof coverageSchema>;
