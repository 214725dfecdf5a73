/** @file Events: ingested once, matched to a request, or quarantined. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { pageRequestSchema } from '../../../../shared/model/paging.ts';
import {
  eventOriginSchema,
  type QuarantineReason,
  quarantineReasonSchema,
  statementFormatSchema,
} from '../../../../shared/model/statements.ts';
import { jsonColumn, noResultSchema, timeColumn } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { procedure } from '../../../store/procedure.ts';
import { forgetRemoved, removeOldest } from './inbox.ts';
import { supersededSql } from './requests.ts';

const profileId = z.string();
const id = z.number().int();

/** An event without its link. */
const incomingEventSchema = z.object({
  profileId,
  at: z.number(),
  source: eventOriginSchema,
  eventId: z.string(),
  walletId: id,
  companyId: z.string(),
  since: z.string(),
  till: z.string(),
  transactions: z.number().int(),
  /** `null` for events from before this column existed. */
  madeAt: z.number().nullable(),
  /** The result of validating the link. */
  link: z.enum(['usable', 'host-unknown', 'unusable', 'expired']),
  host: z.string().nullable(),
  expiresAt: z.number().nullable(),
  format: statementFormatSchema.nullable(),
  unknownFields: z.array(z.string()).readonly().default([]),
});

type IncomingEvent = z.infer<typeof incomingEventSchema>;

const outcomeSchema = z.discriminatedUnion('kind', [
  /** Matched: the statement is ready. */
  z.object({ kind: z.literal('taken'), statementId: id }),
  /**
   * Already known, or its statement is stored: nothing to do. `statementId` is set while this event's download runs.
   */
  z.object({ kind: z.literal('repeated'), statementId: id.nullable() }),
  z.object({ kind: z.literal('quarantined'), id, reason: quarantineReasonSchema, removed: z.array(id) }),
]);

export type EventOutcome = z.infer<typeof outcomeSchema>;

const eventValues = ({
  profileId: profile,
  at,
  source,
  eventId,
  walletId,
  companyId,
  ...given
}: IncomingEvent) => ({
  profile,
  at,
  source,
  eventId,
  walletId,
  companyId,
  since: given.since,
  till: given.till,
  transactions: given.transactions,
  madeAt: given.madeAt,
  host: given.host,
  expiresAt: given.expiresAt,
});

function insertEvent(
  database: Database,
  given: IncomingEvent,
  state: 'taken' | 'quarantined',
  reason: QuarantineReason | null,
  statementId: number | null,
): number {
  database.run('DELETE FROM statement_event WHERE profile_id = $profile AND event_id = $eventId', {
    profile: given.profileId,
    eventId: given.eventId,
  });
  return database.run(
    `INSERT INTO statement_event (profile_id, event_id, seen_at, came_by, state, reason, wallet_id, company_id,
       since, till, transactions, made_at, host, expires_at, statement_id, unknown_fields)
     VALUES ($profile, $eventId, $at, $source, $state, $reason, $walletId, $companyId, $since, $till,
       $transactions, $madeAt, $host, $expiresAt, $statementId, $unknownFields)`,
    {
      ...eventValues(given),
      state,
      reason,
      statementId,
      unknownFields: JSON.stringify(given.unknownFields),
    },
  ).lastId;
}

/** Tolerated difference between the clocks of the service and of this machine, in milliseconds. */
const clockToleranceMs = 15 * 60_000;

/** Returns the statement that an event matches, or the reason why none does. */
function matchRequest(
  database: Database,
  given: IncomingEvent,
): { statementId: number } | { reason: QuarantineReason | 'here' } {
  const { profileId: profile, companyId, walletId, since, till, format, madeAt } = given;
  const has = (where: string, values: Record<string, string | number>) =>
    database.get(`SELECT 1 AS found FROM statement WHERE profile_id = $profile AND ${where} LIMIT 1`, {
      profile,
      ...values,
    }) !== undefined;
  if (!has('company_id = $companyId', { companyId })) {
    return { reason: has('1', {}) ? 'other-company' : 'not-asked-for' };
  }
  if (!has('company_id = $companyId AND wallet_id = $walletId', { companyId, walletId })) {
    return { reason: 'unknown-wallet' };
  }
  const place = 'company_id = $companyId AND wallet_id = $walletId AND since = $since AND till = $till';
  const values = { companyId, walletId, since, till };
  if (!has(place, values)) return { reason: 'other-period' };
  // An event of one format never matches a request for the other format, which gets its own event.
  const alike = `${place} AND ($format = '' OR format = $format)`;
  const wanted = { ...values, format: format ?? '' };
  // An event that was created before a request belongs to an older request; without an older request the clocks may
  // differ.
  const madeBy = madeAt === null ? null : madeAt + clockToleranceMs;
  const row = database.get(
    `SELECT id FROM statement s WHERE profile_id = $profile AND ${alike}
       AND state IN ('asking', 'waiting', 'expired') AND NOT ${supersededSql}
     ORDER BY (SELECT asked_at FROM statement_request r WHERE r.id = s.request_id) > $madeBy, state = 'expired', id DESC
     LIMIT 1`,
    { profile, ...wanted, madeBy },
  );
  if (typeof row?.['id'] === 'number') return { statementId: row['id'] };
  return {
    reason: has(`${alike} AND state IN ('ready', 'downloading', 'stored')`, wanted)
      ? 'here'
      : 'not-asked-for',
  };
}

function makeReady(database: Database, given: IncomingEvent, statementId: number): void {
  database.run(
    `UPDATE statement SET state = 'ready', changed_at = $at, event_id = $eventId, came_by = $source,
       transactions = $transactions, made_at = $madeAt, host = $host, expires_at = $expiresAt, problem = NULL,
       closed_at = NULL WHERE id = $statementId`,
    {
      at: given.at,
      eventId: given.eventId,
      source: given.source,
      transactions: given.transactions,
      madeAt: given.madeAt,
      host: given.host,
      expiresAt: given.expiresAt,
      statementId,
    },
  );
}

/** Returns true when an event matches a request of this profile, whether the statement is stored or not. */
export const fitsEvent = procedure(
  'statements.fitsEvent',
  {
    args: incomingEventSchema.omit({
      at: true,
      source: true,
      link: true,
      host: true,
      expiresAt: true,
      format: true,
    }),
    result: z.boolean(),
  },
  (database, event) => {
    const unknown = {
      at: 0,
      source: 'folder',
      link: 'usable',
      host: null,
      expiresAt: null,
      format: null,
    } as const;
    const fits = matchRequest(database, { ...event, ...unknown });
    return 'statementId' in fits || fits.reason === 'here';
  },
);

const linkReasons = {
  'host-unknown': 'host-unknown',
  unusable: 'link-unusable',
  expired: 'link-expired',
} as const;

/**
 * Ingests an event. The same `eventId` counts once; but an event whose statement lost its link, or that is still
 * quarantined, may arrive again and is evaluated again.
 */
export const takeEvent = procedure(
  'statements.takeEvent',
  { args: incomingEventSchema, result: outcomeSchema },
  (database, given) => {
    const { profileId: profile, eventId, at } = given;
    database.run(
      `INSERT INTO statement_inbox (profile_id, last_event_at) VALUES ($profile, $at)
       ON CONFLICT DO UPDATE SET last_event_at = excluded.last_event_at`,
      { profile, at },
    );
    const before = database.get(
      `SELECT e.state, s.state AS statement, s.id AS "statementId" FROM statement_event e
       LEFT JOIN statement s ON s.profile_id = e.profile_id AND s.event_id = e.event_id
       WHERE e.profile_id = $profile AND e.event_id = $eventId`,
      { profile, eventId },
    );
    const again = before?.['state'] === 'quarantined' || before?.['statement'] === 'expired';
    if (before !== undefined && !again) {
      const isInProgress = before['statement'] === 'ready' || before['statement'] === 'downloading';
      return { kind: 'repeated', statementId: isInProgress ? before['statementId'] : null };
    }
    const fits = matchRequest(database, given);
    if ('reason' in fits && fits.reason === 'here') {
      insertEvent(database, given, 'taken', null, null);
      return { kind: 'repeated', statementId: null };
    }
    const reason = 'reason' in fits ? fits.reason : given.link === 'usable' ? null : linkReasons[given.link];
    if (reason !== null && reason !== 'here') {
      const waiting = 'statementId' in fits ? fits.statementId : null;
      const kept = insertEvent(database, given, 'quarantined', reason, waiting);
      return { kind: 'quarantined', id: kept, reason, removed: removeOldest(database, profile) };
    }
    if (!('statementId' in fits))
      throw new PaydeskError('unexpected', 'An event fits nothing and has no reason');
    insertEvent(database, given, 'taken', null, null);
    makeReady(database, given, fits.statementId);
    return { kind: 'taken', statementId: fits.statementId };
  },
);

/** Quarantines an event that could not be parsed. */
export const quarantineEvent = procedure(
  'statements.setAside',
  {
    args: z.object({
      profileId,
      at: z.number(),
      source: eventOriginSchema,
      reason: quarantineReasonSchema,
      detail: z.string(),
    }),
    result: z.object({ id, removed: z.array(id) }),
  },
  (database, { profileId: profile, at, source, reason, detail }) => {
    const { lastId } = database.run(
      `INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason, detail)
       VALUES ($profile, $at, $source, 'quarantined', $reason, $detail)`,
      { profile, at, source, reason, detail },
    );
    return { id: lastId, removed: removeOldest(database, profile) };
  },
);

const eventRow = z.object({
  id,
  seenAt: timeColumn,
  source: eventOriginSchema,
  reason: quarantineReasonSchema,
  detail: z.string(),
  eventId: z.string().nullable(),
  walletId: id.nullable(),
  companyId: z.string().nullable(),
  since: z.string().nullable(),
  till: z.string().nullable(),
  transactions: z.number().int().nullable(),
  host: z.string().nullable(),
  expiresAt: timeColumn.nullable(),
  unknownFields: jsonColumn(z.array(z.string())),
});

/** Returns quarantined events: `first`, then the newest. */
export const quarantine = procedure(
  'statements.quarantine',
  {
    args: pageRequestSchema.extend({ profileId, first: id.nullable() }),
    result: z.object({ total: z.number().int(), rows: z.array(eventRow) }),
  },
  (database, { profileId: profile, first, offset, limit }) => {
    const where = `profile_id = $profile AND state = 'quarantined'`;
    const total = database.get(`SELECT count(*) AS total FROM statement_event WHERE ${where}`, { profile })?.[
      'total'
    ];
    const rows = database.all(
      `SELECT id, seen_at AS "seenAt", came_by AS "source", reason, detail, event_id AS "eventId",
         wallet_id AS "walletId", company_id AS "companyId", since, till, transactions, host,
         expires_at AS "expiresAt", unknown_fields AS "unknownFields"
       FROM statement_event WHERE ${where} ORDER BY id IS $first DESC, seen_at DESC, id DESC LIMIT $limit OFFSET $offset`,
      { profile, first, limit, offset },
    );
    return { total, rows };
  },
);

/** Accepts an event without a matching request, and remembers its host as approved. */
export const takeQuarantined = procedure(
  'statements.takeQuarantined',
  {
    args: z.object({
      profileId,
      id,
      at: z.number(),
      host: z.string(),
      format: statementFormatSchema.nullable(),
    }),
    result: z.object({ statementId: id }),
  },
  (database, { profileId: profile, id: wanted, at, host, format }) => {
    const row = database.get(
      `SELECT event_id AS "eventId", came_by AS "source", wallet_id AS "walletId", company_id AS "companyId",
         since, till, transactions, made_at AS "madeAt", host, expires_at AS "expiresAt"
       FROM statement_event WHERE id = $wanted AND profile_id = $profile AND state = 'quarantined'
         AND event_id IS NOT NULL`,
      { wanted, profile },
    );
    if (row === undefined) throw new PaydeskError('event-unusable', 'There is no such event');
    const given = incomingEventSchema.parse({ ...row, profileId: profile, at, link: 'usable', format });
    database.run(
      'INSERT INTO statement_host (profile_id, host) VALUES ($profile, $host) ON CONFLICT DO NOTHING',
      {
        profile,
        host,
      },
    );
    const fits = matchRequest(database, given);
    const statementId = 'statementId' in fits ? fits.statementId : addUnrequested(database, given);
    database.run(`UPDATE statement_event SET state = 'taken' WHERE id = $wanted`, { wanted });
    forgetRemoved(database, profile);
    makeReady(database, given, statementId);
    return { statementId };
  },
);

/** Inserts a statement without a request, for an event that the clerk accepted. */
function addUnrequested(
  database: Database,
  { profileId: profile, companyId, walletId, since, till, at, format }: IncomingEvent,
): number {
  const asked = { profile, companyId, since, till, format: format ?? 'csv', at };
  const { lastId: requestId } = database.run(
    `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
     VALUES ($profile, $companyId, $at, $since, $till, $format, '')`,
    asked,
  );
  database.run(
    'INSERT INTO wallet (profile_id, wallet_id, listed) VALUES ($profile, $walletId, 0) ON CONFLICT DO NOTHING',
    { profile, walletId },
  );
  return database.run(
    `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
     VALUES ($requestId, $profile, $companyId, $walletId, $since, $till, $format, 'waiting', $at)`,
    { ...asked, requestId, walletId },
  ).lastId;
}

/** Discards a quarantined event; its `eventId` stays known. */
export const discardEvent = procedure(
  'statements.discardEvent',
  { args: z.object({ profileId, id }), result: noResultSchema },
  (database, { profileId: profile, id: wanted }) => {
    const { changes } = database.run(
      `UPDATE statement_event SET state = 'discarded'
       WHERE id = $wanted AND profile_id = $profile AND state = 'quarantined'`,
      { wanted, profile },
    );
    if (changes === 0) throw new PaydeskError('event-unusable', 'There is no such event');
    forgetRemoved(database, profile);
    return null;
  },
);
