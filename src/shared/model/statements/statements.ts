/** @file Wallets, statements with their states, and statement events (specification, sections 2.7 to 2.9). */
import { z } from 'zod';
import type { WireError } from '../../errors.ts';
import { wireErrorSchema } from '../../wire-error.ts';
import type { Attention } from '../documents/attention.ts';
import { calendarDateSchema } from './period.ts';

export const walletIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** One wallet, with the details that the service or the clerk provided. */
export const walletSchema = z.object({
  id: walletIdSchema,
  name: z.string().nullable(),
  currency: z.string().nullable(),
});

export type Wallet = z.infer<typeof walletSchema>;

/** Maximum number of wallets in one request. */
export const maxWallets = 500;

/** Formats in which the service writes statements (specification, section 4.7). */
export const statementFormatSchema = z.enum(['csv', 'pdf']);

export type StatementFormat = z.infer<typeof statementFormatSchema>;

/** Why a download is not the statement, in `details.problem` of `download-damaged`. */
export const downloadProblemSchema = z.enum([
  'altered',
  'compressed',
  'empty',
  'error-page',
  'partial',
  'redirect',
  'too-long',
  'unknown-length',
  'web-page',
]);

export type DownloadProblem = z.infer<typeof downloadProblemSchema>;

/** True for an answer of the storage that is not the statement. A later answer may be, as long as the link is valid. */
export function isBadAnswer({ code }: Pick<WireError, 'code'>): boolean {
  return code === 'download-damaged' || code === 'service-refused';
}

/**
 * The state of one wallet's statement.
 *
 * - `asking`: the request is in progress
 * - `refused`: the service refused the request, or it never reached the service
 * - `e-mailed`: accepted; the service sends it to an e-mail address
 * - `waiting`: accepted; its event has not arrived
 * - `quarantined`: its event is quarantined; the state returns to `waiting` when the clerk discards the event
 * - `ready`: its event has arrived; the file is not downloaded yet
 * - `downloading`, `stored`
 * - `expired`: the link expired, was refused or was lost before the file was downloaded, or the file is missing
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

/** Time after a request after which its event is overdue, in milliseconds. */
const eventOverdueAfterMs = 24 * 60 * 60_000;

/** Time before a link expires in which a missing download needs a person, in milliseconds. */
const linkEndsSoonMs = 60 * 60_000;

/** Time that a download may take to start, in milliseconds. */
const maxDownloadStartMs = 60_000;

/** Facts that determine who advances a statement, together with its state. Times are milliseconds since 1970. */
export interface StatementSituation {
  readonly now: number;
  readonly requestedAt: number;
  readonly changedAt: number;
  readonly expiresAt: number | null;
  /** The last step failed. */
  readonly hasProblem: boolean;
  /** The last answer of its storage was not the statement. */
  readonly hasBadAnswer: boolean;
  /** The clerk closed it, or the same statement was requested again and is stored. */
  readonly isSettled: boolean;
  /** The same statement was requested again; the newer request determines what to do. */
  readonly isSuperseded: boolean;
}

export function isLinkEndingSoon({ expiresAt, now }: Pick<StatementSituation, 'expiresAt' | 'now'>): boolean {
  return expiresAt !== null && expiresAt - now <= linkEndsSoonMs;
}

/** Returns who advances a statement. An e-mailed one is final: no event is known to follow. */
export function statementAttention(state: StatementState, situation: StatementSituation): Attention {
  const { now, requestedAt, changedAt, hasProblem, isSettled, isSuperseded } = situation;
  const isStartOverdue = now - changedAt >= maxDownloadStartMs;
  const isFailing = situation.hasBadAnswer && isStartOverdue;
  switch (state) {
    case 'asking':
      return 'moving';
    case 'downloading':
      return isFailing ? 'needs-you' : 'moving';
    case 'waiting':
      if (isSettled) return 'final';
      if (isSuperseded) return 'moving';
      return hasProblem || now - requestedAt >= eventOverdueAfterMs ? 'needs-you' : 'moving';
    case 'ready':
      return isFailing || (isLinkEndingSoon(situation) && (hasProblem || isStartOverdue))
        ? 'needs-you'
        : 'moving';
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

/** The state of an event. */
export const eventStateSchema = z.enum(['taken', 'quarantined', 'discarded']);

export type EventState = z.infer<typeof eventStateSchema>;

/** Who advances an event. */
export const eventAttention: Readonly<Record<EventState, Attention>> = {
  taken: 'final',
  quarantined: 'needs-you',
  discarded: 'final',
};

/** The source of an event. */
export const eventOriginSchema = z.enum(['folder', 'dropped', 'pasted', 'listener', 'service']);

export type EventOrigin = z.infer<typeof eventOriginSchema>;

/** The checks of the integrity checklist. */
export const checkNameSchema = z.enum([
  'length',
  'unchanged',
  'seals',
  'rows',
  'dates',
  'belongs',
  'amounts',
  'balance',
  'references',
  'encoding',
  'signature',
]);

/** A statement that was stored before for the same wallet and period. */
export const earlierVersionSchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC time of its request. */
  requestedAt: z.string(),
  /** The files have the same bytes. */
  isIdentical: z.boolean(),
});

/** One statement: the result of one request for one wallet and period. */
export const statementSchema = z.object({
  id: z.number().int(),
  requestId: z.number().int(),
  wallet: walletSchema,
  since: calendarDateSchema,
  till: calendarDateSchema,
  /** The requested format until the statement is stored, then the format of the file. */
  format: statementFormatSchema,
  state: statementStateSchema,
  /** ISO 8601 UTC. */
  requestedAt: z.string(),
  /** ISO 8601 UTC time of the last change of state. */
  changedAt: z.string(),
  /** Address that the statement is e-mailed to; empty for the webhook. */
  email: z.string(),
  /** Source of its event, or `null`. */
  source: eventOriginSchema.nullable(),
  /** Number of transactions that the event announced. */
  transactions: z.number().int().nullable(),
  /** ISO 8601 UTC time at which its link expires, if the link contains it. */
  expiresAt: z.string().nullable(),
  /** Host of its link. */
  host: z.string().nullable(),
  /** Bytes received so far, and the total if known. */
  progress: z.object({ part: z.number().int(), whole: z.number().int().nullable() }).nullable(),
  /** Bytes of the stored file. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  /** Reading the stored file failed too often: it is not read again automatically. */
  unreadable: z.boolean(),
  /** The checks that the stored CSV failed; `null` until it was checked. */
  failedChecks: z.array(checkNameSchema).nullable(),
  /** The error of the last step, or `null`. */
  problem: wireErrorSchema.nullable(),
  /** For a stored CSV: the previous stored CSV of the same wallet and period, or `null`. */
  earlierVersion: earlierVersionSchema.nullable(),
  /** Names of undocumented fields of its event. */
  unknownFields: z.array(z.string()),
});

export type Statement = z.infer<typeof statementSchema>;

/** Why an event was quarantined. */
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
  'differs',
]);

export type QuarantineReason = z.infer<typeof quarantineReasonSchema>;

/** Limits the list of quarantined events: to a reason, and to those whose wallet, company, period, host or fields have a text. */
export const eventFilterSchema = z.strictObject({
  reason: quarantineReasonSchema.nullable(),
  text: z.string().max(200),
});

export type EventFilter = z.infer<typeof eventFilterSchema>;

/** The filter that every event passes. */
export const allEvents: EventFilter = { reason: null, text: '' };

/** The event that made a statement ready, for comparison with another one. */
const firstEventSchema = z.object({
  source: eventOriginSchema.nullable(),
  transactions: z.number().int().nullable(),
  madeAt: z.string().nullable(),
  host: z.string().nullable(),
});

/** A quarantined event: it matches no open request, or cannot be used. Its link is never shown. */
export const quarantinedEventSchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC. */
  seenAt: z.string(),
  source: eventOriginSchema,
  reason: quarantineReasonSchema,
  /** Names of unusable fields, or an explanation; never a value of the event's link. */
  detail: z.string(),
  eventId: z.string().nullable(),
  walletId: z.number().int().nullable(),
  companyId: z.string().nullable(),
  since: z.string().nullable(),
  till: z.string().nullable(),
  transactions: z.number().int().nullable(),
  host: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Creation time of the statement as the event says, ISO 8601 UTC. */
  madeAt: z.string().nullable(),
  /** The event of the statement, from which this one differs; `null` for other reasons. */
  first: firstEventSchema.nullable(),
  /** Names of undocumented fields, without their values. */
  unknownFields: z.array(z.string()),
  /** True while the link is in memory, so that the event can still be accepted. */
  held: z.boolean(),
  /** True when the event has no request, and its company and wallet are those of the profile. */
  claimable: z.boolean(),
});

export type QuarantinedEvent = z.infer<typeof quarantinedEventSchema>;

/** One cell of the coverage: a wallet in a month. */
const coverageCellSchema = z.object({
  state: z.enum(['stored', 'downloading', 'ready', 'waiting', 'e-mailed', 'expired', 'missing', 'open']),
  /** The statement that determines the state. */
  statementId: z.number().int().nullable(),
  /** True for `waiting` while the service has not answered the request and may still refuse it. */
  isBeingAsked: z.boolean(),
  csv: z.number().int().nullable(),
  csvBytes: z.number().int().nullable(),
  pdf: z.number().int().nullable(),
  /** The last whole read of the stored file found that it is damaged. */
  isDamaged: z.boolean(),
  /** A check of the stored CSV failed, and no sign-off explains it. */
  hasFailed: z.boolean(),
  /** The stored CSV is signed off. */
  isReviewed: z.boolean(),
  /** The stored CSV was fetched again, and the file differs from the previous one. */
  differs: z.boolean(),
  transactions: z.number().int().nullable(),
  expiresAt: z.string().nullable(),
});

export type CoverageCell = z.infer<typeof coverageCellSchema>;

/** The coverage: a matrix of wallets and months. */
export const coverageSchema = z.object({
  months: z.array(z.string()),
  rows: z.array(z.object({ wallet: walletSchema, cells: z.array(coverageCellSchema) })),
});

export type Coverage = z.infer<typeof coverageSchema>;
