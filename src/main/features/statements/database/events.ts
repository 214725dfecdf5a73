/** @file Tables of events. Each event is ingested once, and matched to a request or quarantined. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type eventMachine,
  statementMachine,
  statementSets,
} from '../../../../shared/model/statements/statement-machine.ts';
import {
  eventOriginSchema,
  type QuarantineReason,
  quarantineReasonSchema,
  statementFormatSchema,
} from '../../../../shared/model/statements/statements.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { removeOldestQuarantined, resetRemovedCountWhenDone } from './inbox.ts';
import { supersededSql } from './listing.ts';
import { eventUpdate, statementUpdate } from './state-updates.ts';

const profileIdSchema = z.string();
const idSchema = z.number().int();

/** An event without its link. */
export const incomingEventSchema = z.object({
  profileId: profileIdSchema,
  at: z.number(),
  source: eventOriginSchema,
  eventId: z.string(),
  walletId: idSchema,
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
  /** Digest of the event with its link; `null` for events from before this column existed. */
  digest: z.string().nullable(),
  unknownFields: z.array(z.string()).readonly().default([]),
});

export type IncomingEvent = z.infer<typeof incomingEventSchema>;

export const outcomeSchema = z.discriminatedUnion('kind', [
  /** Matched: the statement is ready. */
  z.object({ kind: z.literal('taken'), statementId: idSchema }),
  /**
   * The event is already known, or its statement is stored. `statementId` is set while the event's download runs.
   */
  z.object({ kind: z.literal('repeated'), statementId: idSchema.nullable() }),
  z.object({
    kind: z.literal('quarantined'),
    id: idSchema,
    reason: quarantineReasonSchema,
    removed: z.array(idSchema),
  }),
]);

/** Parameters of the columns of an event. */
const toEventParameters = (event: IncomingEvent) => ({
  profileId: event.profileId,
  at: event.at,
  source: event.source,
  eventId: event.eventId,
  walletId: event.walletId,
  companyId: event.companyId,
  since: event.since,
  till: event.till,
  transactions: event.transactions,
  madeAt: event.madeAt,
  host: event.host,
  expiresAt: event.expiresAt,
  format: event.format,
  digest: event.digest,
});

function insertEvent(
  database: Database,
  event: IncomingEvent,
  state: (typeof eventMachine.initial)[number],
  reason: QuarantineReason | null,
  statementId: number | null,
): number {
  database.run('DELETE FROM statement_event WHERE profile_id = $profileId AND event_id = $eventId', {
    profileId: event.profileId,
    eventId: event.eventId,
  });
  return database.run(
    `INSERT INTO statement_event (profile_id, event_id, seen_at, came_by, state, reason, wallet_id, company_id,
       since, till, transactions, made_at, host, expires_at, format, digest, statement_id, unknown_fields)
     VALUES ($profileId, $eventId, $at, $source, $state, $reason, $walletId, $companyId, $since, $till,
       $transactions, $madeAt, $host, $expiresAt, $format, $digest, $statementId, $unknownFields)`,
    {
      ...toEventParameters(event),
      state,
      reason,
      statementId,
      unknownFields: JSON.stringify(event.unknownFields),
    },
  ).lastId;
}

/** The fields of an event that decide which statement the event is for. */
type MatchedFields = Pick<
  IncomingEvent,
  'profileId' | 'companyId' | 'walletId' | 'since' | 'till' | 'format' | 'madeAt' | 'digest'
>;

/** Tolerated difference between the clocks of the service and of this machine, in milliseconds. */
const clockToleranceMs = 15 * 60_000;

/**
 * Returns the statement that an event matches, or the reason why no statement matches. Once the statement is received, an
 * event is either the same as the one of the statement, or `differs` from it.
 */
export function matchRequest(
  database: Database,
  event: MatchedFields,
): { statementId: number } | { reason: QuarantineReason | 'already-received'; receivedId?: number } {
  const { profileId, companyId, walletId, since, till, format, madeAt, digest } = event;
  const hasStatement = (where: string, values: Record<string, string | number>) =>
    database.get(`SELECT 1 AS found FROM statement WHERE profile_id = $profileId AND ${where} LIMIT 1`, {
      profileId,
      ...values,
    }) !== undefined;
  if (!hasStatement('company_id = $companyId', { companyId })) {
    return { reason: hasStatement('1', {}) ? 'other-company' : 'not-asked-for' };
  }
  if (!hasStatement('company_id = $companyId AND wallet_id = $walletId', { companyId, walletId })) {
    return { reason: 'unknown-wallet' };
  }
  const samePeriodSql =
    'company_id = $companyId AND wallet_id = $walletId AND since = $since AND till = $till';
  const values = { companyId, walletId, since, till };
  if (!hasStatement(samePeriodSql, values)) return { reason: 'other-period' };
  // An event of one format never matches a request for the other format, which gets its own event.
  const sameFormatSql = `${samePeriodSql} AND ($format = '' OR format = $format)`;
  const formatValues = { ...values, format: format ?? '' };
  // Requests from before the event's creation come first. The tolerance allows for clocks that differ.
  const latestRequestAt = madeAt === null ? null : madeAt + clockToleranceMs;
  const row = database.get(
    `SELECT id FROM statement s WHERE profile_id = $profileId AND ${sameFormatSql}
       AND state IN ${sqlList(statementMachine.transitions.receiveEvent.from)} AND NOT ${supersededSql}
     ORDER BY (SELECT asked_at FROM statement_request r WHERE r.id = s.request_id) > $latestRequestAt, state = 'expired', id DESC
     LIMIT 1`,
    { profileId, ...formatValues, latestRequestAt },
  );
  if (typeof row?.['id'] === 'number') return { statementId: row['id'] };
  // Statements from before digests existed, or stored without an event, cannot be compared.
  const received = database.get(
    `SELECT id, (event_digest IS NULL OR event_digest = $digest) IS TRUE AS same FROM statement
     WHERE profile_id = $profileId AND ${sameFormatSql} AND state IN ${sqlList(statementSets.received)}
     ORDER BY same DESC, id DESC LIMIT 1`,
    { profileId, ...formatValues, digest },
  );
  if (received === undefined) return { reason: 'not-asked-for' };
  if (received['same'] === 1 || digest === null) return { reason: 'already-received' };
  return { reason: 'differs', receivedId: Number(received['id']) };
}

export function makeReady(database: Database, event: IncomingEvent, statementId: number): void {
  database.run(
    statementUpdate('receiveEvent', {
      to: 'ready',
      set: `changed_at = $at, event_id = $eventId, came_by = $source, transactions = $transactions,
        made_at = $madeAt, host = $host, expires_at = $expiresAt, event_digest = $digest, problem = NULL, closed_at = NULL`,
      where: 'id = $statementId',
    }),
    {
      at: event.at,
      eventId: event.eventId,
      source: event.source,
      transactions: event.transactions,
      madeAt: event.madeAt,
      host: event.host,
      expiresAt: event.expiresAt,
      digest: event.digest,
      statementId,
    },
  );
}

/** Returns true when an event matches a request of this profile, whether the statement is stored or not. */
export const matchesRequest = procedure(
  'statements.fitsEvent',
  {
    args: incomingEventSchema.omit({
      at: true,
      source: true,
      link: true,
      host: true,
      expiresAt: true,
      format: true,
      digest: true,
    }),
    result: z.boolean(),
  },
  (database, event) => {
    const match = matchRequest(database, { ...event, format: null, digest: null });
    return 'statementId' in match || match.reason === 'already-received';
  },
);

const linkReasons = {
  'host-unknown': 'host-unknown',
  unusable: 'link-unusable',
  expired: 'link-expired',
} as const;

/** Returns true when an event with the same ID and another content was quarantined. */
function hasOtherEvent(database: Database, { profileId, eventId, digest }: IncomingEvent): boolean {
  return (
    database.get(
      `SELECT 1 AS found FROM statement_event WHERE profile_id = $profileId AND event_id = $eventId
         AND state <> 'taken' AND digest <> $digest`,
      { profileId, eventId, digest },
    ) !== undefined
  );
}

/** Matches an event to a request, or quarantines the event. */
export function evaluateEvent(database: Database, event: IncomingEvent): z.infer<typeof outcomeSchema> {
  const match = matchRequest(database, event);
  if ('reason' in match && match.reason === 'already-received') {
    // Another event with this ID, which differs, waits for the clerk or was discarded.
    if (!hasOtherEvent(database, event)) insertEvent(database, event, 'taken', null, null);
    return { kind: 'repeated', statementId: null };
  }
  const reason = 'reason' in match ? match.reason : event.link === 'usable' ? null : linkReasons[event.link];
  if (reason !== null && reason !== 'already-received') {
    const matchedStatementId = 'statementId' in match ? match.statementId : (match.receivedId ?? null);
    const quarantinedId = insertEvent(database, event, 'quarantined', reason, matchedStatementId);
    return {
      kind: 'quarantined',
      id: quarantinedId,
      reason,
      removed: removeOldestQuarantined(database, event.profileId),
    };
  }
  if (!('statementId' in match))
    throw new PaydeskError('unexpected', 'An event matches no request and has no reason');
  insertEvent(database, event, 'taken', null, null);
  makeReady(database, event, match.statementId);
  return { kind: 'taken', statementId: match.statementId };
}

/**
 * Ingests an event. An `eventId` counts once, with three exceptions: an event that is quarantined, whose statement lost its
 * link, or whose content is another one, is evaluated again when it arrives again.
 */
export const ingestEvent = procedure(
  'statements.takeEvent',
  { args: incomingEventSchema, result: outcomeSchema },
  (database, event) => {
    const { profileId, eventId, at } = event;
    database.run(
      `INSERT INTO statement_inbox (profile_id, last_event_at) VALUES ($profileId, $at)
       ON CONFLICT DO UPDATE SET last_event_at = excluded.last_event_at`,
      { profileId, at },
    );
    const knownEvent = database.get(
      `SELECT e.state, (e.digest <> $digest) IS TRUE AS differs, s.state AS statement, s.id AS "statementId" FROM statement_event e
       LEFT JOIN statement s ON s.profile_id = e.profile_id AND s.event_id = e.event_id
       WHERE e.profile_id = $profileId AND e.event_id = $eventId`,
      { profileId, eventId, digest: event.digest },
    );
    const isReevaluated =
      knownEvent?.['state'] === 'quarantined' ||
      knownEvent?.['statement'] === 'expired' ||
      knownEvent?.['differs'] === 1;
    if (knownEvent !== undefined && !isReevaluated) {
      const isInProgress = statementSets.withLink.some((state) => state === knownEvent['statement']);
      return { kind: 'repeated', statementId: isInProgress ? knownEvent['statementId'] : null };
    }
    return evaluateEvent(database, event);
  },
);

const sameEventRow = z.object({
  id: idSchema,
  format: statementFormatSchema.nullable(),
  madeAt: z.number().nullable(),
  digest: z.string().nullable(),
  reason: quarantineReasonSchema,
  profileId: profileIdSchema,
  companyId: z.string(),
  walletId: idSchema,
  since: z.string(),
  till: z.string(),
});

/**
 * Ends the quarantine of events for a statement that was stored by another event. One that differs and could still be
 * downloaded stays.
 */
export function settleReceived(database: Database, statementId: number): void {
  const events = z.array(sameEventRow).parse(
    database.all(
      `SELECT e.id, e.format, e.made_at AS "madeAt", e.digest, e.reason, s.profile_id AS "profileId", s.company_id AS "companyId",
         s.wallet_id AS "walletId", s.since, s.till
       FROM statement s JOIN statement_event e ON e.profile_id = s.profile_id AND e.wallet_id = s.wallet_id
         AND e.since = s.since AND e.till = s.till AND e.company_id = s.company_id
       WHERE s.id = $statementId AND e.state = 'quarantined'`,
      { statementId },
    ),
  );
  for (const { id, reason, ...event } of events) {
    const match = matchRequest(database, event);
    if (!('reason' in match)) continue;
    if (match.reason === 'differs' && reason !== 'link-expired' && reason !== 'link-unusable') {
      database.run(
        `UPDATE statement_event SET reason = 'differs', statement_id = $statementId WHERE id = $id`,
        { id, statementId },
      );
      continue;
    }
    if (match.reason !== 'differs' && match.reason !== 'already-received') continue;
    database.run(
      eventUpdate('settle', { to: 'taken', set: 'statement_id = $statementId', where: 'id = $id' }),
      {
        id,
        statementId,
      },
    );
    resetRemovedCountWhenDone(database, event.profileId);
  }
}

/** Returns the events whose quarantine ended because their statement was stored. */
export const listSettledEvents = procedure(
  'statements.settledEvents',
  { args: z.object({ statementId: idSchema }), result: z.array(idSchema) },
  (database, args) =>
    database
      .all(`SELECT id FROM statement_event WHERE statement_id = $statementId AND state = 'taken'`, args)
      .map(({ id }) => id),
);

/** Quarantines an event that could not be parsed. */
export const quarantineEvent = procedure(
  'statements.setAside',
  {
    args: z.object({
      profileId: profileIdSchema,
      at: z.number(),
      source: eventOriginSchema,
      reason: quarantineReasonSchema,
      detail: z.string(),
    }),
    result: z.object({ id: idSchema, removed: z.array(idSchema) }),
  },
  (database, { profileId, at, source, reason, detail }) => {
    const { lastId } = database.run(
      `INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason, detail)
       VALUES ($profileId, $at, $source, 'quarantined', $reason, $detail)`,
      { profileId, at, source, reason, detail },
    );
    return { id: lastId, removed: removeOldestQuarantined(database, profileId) };
  },
);
