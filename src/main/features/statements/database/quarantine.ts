/** @file Quarantined events, and the decisions of the clerk about them. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { pageOf, pageRequestSchema } from '../../../../shared/model/paging.ts';
import {
  eventFilterSchema,
  quarantinedEventSchema,
  statementFormatSchema,
} from '../../../../shared/model/statements/statements.ts';
import { flagColumn, jsonColumn, noResultSchema, timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import {
  evaluateEvent,
  type IncomingEvent,
  incomingEventSchema,
  makeReady,
  matchRequest,
  outcomeSchema,
} from './events.ts';
import { resetRemovedCountWhenDone } from './inbox.ts';
import { eventUpdate } from './state-updates.ts';

const profileIdSchema = z.string();
const idSchema = z.number().int();

/** SQL: the event can be claimed: its company is the company of the session, and its wallet is known. */
const claimableSql = `(event_id IS NOT NULL AND company_id = $companyId
  AND reason IN ('not-asked-for', 'unknown-wallet', 'other-period', 'other-company')
  AND EXISTS (SELECT 1 FROM wallet w WHERE w.profile_id = $profileId AND w.wallet_id = statement_event.wallet_id))`;

const shownSql = `profile_id = $profileId AND state = 'quarantined' AND ($reason IS NULL OR reason = $reason)
  AND instr(lower(concat_ws(' ', wallet_id, company_id, since, till, host, detail)), lower($text)) > 0`;

const quarantinedEventRow = quarantinedEventSchema.omit({ held: true }).extend({
  seenAt: timeColumn,
  expiresAt: timeColumn.nullable(),
  claimable: flagColumn,
  unknownFields: jsonColumn(z.array(z.string())),
  madeAt: timeColumn.nullable(),
  first: jsonColumn(
    quarantinedEventSchema.shape.first.unwrap().extend({ madeAt: timeColumn.nullable() }),
  ).nullable(),
});

/** Returns the quarantined events under a filter: `first`, then the newest; and the highest of their IDs. */
export const listQuarantined = procedure(
  'statements.quarantine',
  {
    args: pageRequestSchema.extend({
      profileId: profileIdSchema,
      /** Company of the session; `null` while it is not known. */
      companyId: z.string().nullable(),
      first: idSchema.nullable(),
      filter: eventFilterSchema,
    }),
    result: pageOf(quarantinedEventRow).extend({ newestId: idSchema.nullable() }),
  },
  (database, { profileId, companyId, first, filter, offset, limit }) => {
    const counts = database.get(
      `SELECT count(*) AS total, max(id) AS "newestId" FROM statement_event WHERE ${shownSql}`,
      { profileId, ...filter },
    );
    const rows = database.all(
      `SELECT id, seen_at AS "seenAt", came_by AS "source", reason, detail, event_id AS "eventId",
         wallet_id AS "walletId", company_id AS "companyId", since, till, transactions, host,
         expires_at AS "expiresAt", made_at AS "madeAt", unknown_fields AS "unknownFields",
         CASE reason WHEN 'differs' THEN (
           SELECT json_object('source', s.came_by, 'transactions', s.transactions, 'madeAt', s.made_at, 'host', s.host)
           FROM statement s WHERE s.id = statement_event.statement_id) END AS first,
         ${claimableSql} IS TRUE AS claimable
       FROM statement_event WHERE ${shownSql}
       ORDER BY id IS $first DESC, seen_at DESC, id DESC LIMIT $limit OFFSET $offset`,
      { profileId, companyId, first, ...filter, limit, offset },
    );
    return { ...counts, rows };
  },
);

/** Returns a quarantined event under a further condition. Throws `event-unusable`. */
function readQuarantined(
  database: Database,
  event: Pick<IncomingEvent, 'profileId' | 'at' | 'link' | 'format'> & { readonly id: number },
  condition: string,
  values: Readonly<Record<string, string>>,
): IncomingEvent {
  const { id, profileId } = event;
  const row = database.get(
    `SELECT event_id AS "eventId", came_by AS "source", wallet_id AS "walletId", company_id AS "companyId",
       since, till, transactions, made_at AS "madeAt", host, expires_at AS "expiresAt", digest, unknown_fields AS "unknownFields"
     FROM statement_event WHERE id = $id AND profile_id = $profileId AND state = 'quarantined' AND ${condition}`,
    { id, profileId, ...values },
  );
  if (row === undefined) throw unknownEvent();
  return incomingEventSchema
    .extend({ unknownFields: jsonColumn(z.array(z.string())) })
    .parse({ ...row, ...event });
}

const unknownEvent = () => new PaydeskError('event-unusable', 'There is no such event');

/** Accepts an event without a matching request, and remembers the place of its file as approved. */
export const acceptQuarantined = procedure(
  'statements.takeQuarantined',
  {
    args: z.object({
      profileId: profileIdSchema,
      id: idSchema,
      at: z.number(),
      place: z.string(),
      format: statementFormatSchema.nullable(),
    }),
    result: z.object({ statementId: idSchema }),
  },
  (database, { profileId, id, at, place, format }) => {
    const event = readQuarantined(
      database,
      { id, profileId, at, link: 'usable', format },
      'event_id IS NOT NULL',
      {},
    );
    database.run(
      'INSERT INTO statement_host (profile_id, host) VALUES ($profileId, $place) ON CONFLICT DO NOTHING',
      {
        profileId,
        place,
      },
    );
    const match = matchRequest(database, event);
    const statementId = 'statementId' in match ? match.statementId : addUnrequested(database, event);
    database.run(eventUpdate('accept', { to: 'taken', where: 'id = $id' }), { id });
    resetRemovedCountWhenDone(database, profileId);
    makeReady(database, event, statementId);
    return { statementId };
  },
);

const claimSchema = z.object({
  outcome: outcomeSchema,
  walletId: idSchema,
  since: z.string(),
  till: z.string(),
});

/** A claimed event and what became of it. */
export type Claim = z.infer<typeof claimSchema>;

/**
 * Adds a request for an event without one, and evaluates the event as if the statement had been requested. Throws
 * `event-unusable` unless the event can be claimed.
 */
export const claimEvent = procedure(
  'statements.claimEvent',
  {
    args: incomingEventSchema
      .pick({ profileId: true, at: true, link: true, format: true, companyId: true })
      .extend({ id: idSchema }),
    result: claimSchema,
  },
  (database, { companyId, ...claimed }) => {
    const event = readQuarantined(database, claimed, claimableSql, { companyId });
    addUnrequested(database, event);
    const outcome = evaluateEvent(database, event);
    resetRemovedCountWhenDone(database, event.profileId);
    const { walletId, since, till } = event;
    return { outcome, walletId, since, till };
  },
);

/** Inserts a statement with a request, for an event that the clerk accepted or claimed. */
function addUnrequested(
  database: Database,
  { profileId, companyId, walletId, since, till, at, format }: IncomingEvent,
): number {
  const request = { profileId, companyId, since, till, format: format ?? 'csv', at };
  const { lastId: requestId } = database.run(
    `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
     VALUES ($profileId, $companyId, $at, $since, $till, $format, '')`,
    request,
  );
  database.run(
    'INSERT INTO wallet (profile_id, wallet_id, listed) VALUES ($profileId, $walletId, 0) ON CONFLICT DO NOTHING',
    { profileId, walletId },
  );
  return database.run(
    `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
     VALUES ($requestId, $profileId, $companyId, $walletId, $since, $till, $format, 'waiting', $at)`,
    { ...request, requestId, walletId },
  ).lastId;
}

/** Discards a quarantined event; its `eventId` stays known. */
export const discardEvent = procedure(
  'statements.discardEvent',
  { args: z.object({ profileId: profileIdSchema, id: idSchema }), result: noResultSchema },
  (database, { profileId, id }) => {
    const { changes } = database.run(
      eventUpdate('discard', { to: 'discarded', where: 'id = $id AND profile_id = $profileId' }),
      { id, profileId },
    );
    if (changes === 0) throw unknownEvent();
    resetRemovedCountWhenDone(database, profileId);
    return null;
  },
);

/** Discards the quarantined events under a filter that are not newer than `newestId`, and returns their IDs. */
export const discardShown = procedure(
  'statements.discardShown',
  {
    args: z.object({ profileId: profileIdSchema, filter: eventFilterSchema, newestId: idSchema }),
    result: z.array(idSchema),
  },
  (database, { profileId, filter, newestId }) => {
    const discarded = database.all(
      `${eventUpdate('discard', { to: 'discarded', where: `id <= $newestId AND ${shownSql}` })} RETURNING id`,
      { profileId, newestId, ...filter },
    );
    resetRemovedCountWhenDone(database, profileId);
    return discarded.map(({ id }) => id);
  },
);
