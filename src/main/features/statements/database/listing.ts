/** @file Statements as they are listed, counted and covered. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { pageOf, pageRequestSchema } from '../../../../shared/model/paging.ts';
import { statementSets } from '../../../../shared/model/statements/statement-machine.ts';
import {
  checkNameSchema,
  earlierVersionSchema,
  statementFormatSchema,
  statementStateSchema,
} from '../../../../shared/model/statements/statements.ts';
import { wireErrorSchema } from '../../../../shared/wire-error.ts';
import { flagColumn, jsonColumn, timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { unreadableSql } from './read-attempts.ts';

const profileIdSchema = z.string();
const idSchema = z.number().int();

/** SQL: the state of the statement `s` as it is shown: `quarantined` while its event waits for the clerk. */
export const shownStateSql = `CASE WHEN s.state = 'waiting' AND EXISTS (
  SELECT 1 FROM statement_event e WHERE e.statement_id = s.id AND e.state = 'quarantined')
  THEN 'quarantined' ELSE s.state END`;

/** SQL: the previous stored CSV of the wallet and period of the statement `s`, as JSON; `NULL` without one. */
const earlierVersionSql = `CASE WHEN s.state = 'stored' AND s.format = 'csv' THEN (
  SELECT json_object('id', e.id, 'requestedAt', er.asked_at,
    'isIdentical', json(CASE WHEN e.sha256 = s.sha256 THEN 'true' ELSE 'false' END))
  FROM statement e JOIN statement_request er ON er.id = e.request_id
  WHERE e.profile_id = s.profile_id AND e.wallet_id = s.wallet_id AND e.since = s.since AND e.till = s.till
    AND e.company_id = s.company_id AND e.format = 'csv' AND e.state = 'stored' AND e.item IS NOT NULL AND e.id < s.id
  ORDER BY e.id DESC LIMIT 1) END`;

const statementColumnsSql = `s.id, s.request_id AS "requestId", s.since, s.till, s.format, ${shownStateSql} AS state,
  r.asked_at AS "requestedAt", s.changed_at AS "changedAt", r.email, s.came_by AS "source", s.transactions,
  s.expires_at AS "expiresAt", s.host, s.size, s.sha256, s.problem, ${unreadableSql} AS unreadable, s.failed_checks AS "failedChecks",
  ${earlierVersionSql} AS "earlierVersion",
  coalesce((SELECT e.unknown_fields FROM statement_event e
    WHERE e.profile_id = s.profile_id AND e.event_id = s.event_id), '[]') AS "unknownFields",
  s.wallet_id AS "walletId", w.name AS "walletName", w.currency`;

const statementTablesSql = `statement s JOIN statement_request r ON r.id = s.request_id
  LEFT JOIN wallet w ON w.profile_id = s.profile_id AND w.wallet_id = s.wallet_id`;

/** A statement as it is stored; download progress is added from memory. */
const statementRowSchema = z
  .object({
    id: idSchema,
    requestId: idSchema,
    walletId: idSchema,
    walletName: z.string().nullable(),
    currency: z.string().nullable(),
    since: z.string(),
    till: z.string(),
    format: statementFormatSchema,
    state: statementStateSchema,
    requestedAt: timeColumn,
    changedAt: timeColumn,
    email: z.string(),
    source: z.enum(['folder', 'dropped', 'pasted', 'listener', 'service']).nullable(),
    transactions: z.number().int().nullable(),
    expiresAt: timeColumn.nullable(),
    host: z.string().nullable(),
    size: z.number().int().nullable(),
    sha256: z.string().nullable(),
    unreadable: flagColumn,
    failedChecks: jsonColumn(z.array(checkNameSchema)).nullable(),
    problem: jsonColumn(wireErrorSchema).nullable(),
    earlierVersion: jsonColumn(earlierVersionSchema.extend({ requestedAt: timeColumn })).nullable(),
    unknownFields: jsonColumn(z.array(z.string())),
  })
  .transform(({ walletId, walletName, currency, ...row }) => ({
    ...row,
    wallet: { id: walletId, name: walletName, currency },
  }));

/**
 * SQL: the statement `s` is superseded: the same statement was stored after the request of `s`, or `s` was refused and
 * requested again. The record of `s` stays, but is no longer open work.
 */
export const supersededSql = `(s.state IN ${sqlList(statementSets.closable)} AND EXISTS (
  SELECT 1 FROM statement n WHERE n.profile_id = s.profile_id AND n.wallet_id = s.wallet_id AND n.since = s.since
    AND n.till = s.till AND n.company_id = s.company_id AND n.format = s.format
    AND (n.id > s.id AND (n.state = 'stored' OR s.state = 'refused') OR n.state = 'stored'
      AND n.changed_at > (SELECT asked_at FROM statement_request r WHERE r.id = s.request_id))))`;

/** SQL: no work is left for the statement `s`: it is superseded, its wallet does not exist, or the clerk closed it. */
export const noWorkLeftSql = `(${supersededSql} OR s.wallet_invalid = 1
  OR (s.closed_at IS NOT NULL AND s.state IN ${sqlList(statementSets.closable)}))`;

/**
 * Returns a page of statements: the statement `first`, ready statements by expiry, then the others by state and age.
 */
export const listStatements = procedure(
  'statements.list',
  {
    args: pageRequestSchema.extend({
      profileId: profileIdSchema,
      state: statementStateSchema.nullable(),
      first: idSchema.nullable(),
    }),
    result: pageOf(statementRowSchema),
  },
  (database, { profileId, state, first, offset, limit }) => {
    const where = `s.profile_id = $profileId AND ($state IS NULL OR ${shownStateSql} = $state) AND NOT ${noWorkLeftSql}`;
    const total = database.get(`SELECT count(*) AS total FROM statement s WHERE ${where}`, {
      profileId,
      state,
    })?.['total'];
    const rows = database.all(
      `SELECT ${statementColumnsSql} FROM ${statementTablesSql} WHERE ${where}
       ORDER BY s.id IS $first DESC, CASE ${shownStateSql} WHEN 'ready' THEN 0 WHEN 'downloading' THEN 1 WHEN 'expired' THEN 2
           WHEN 'quarantined' THEN 2 WHEN 'waiting' THEN 3 WHEN 'asking' THEN 3 ELSE 4 END,
         CASE WHEN s.state IN ${sqlList(statementSets.withLink)} THEN coalesce(s.expires_at, 9e15) END,
         s.changed_at DESC, s.id DESC
       LIMIT $limit OFFSET $offset`,
      { profileId, state, first, limit, offset },
    );
    return { total, rows };
  },
);

/** Returns one statement. Throws `statement-unknown`. */
export const getStatement = procedure(
  'statements.get',
  { args: z.object({ profileId: profileIdSchema, id: idSchema }), result: statementRowSchema },
  (database, { profileId, id }) => {
    const row = database.get(
      `SELECT ${statementColumnsSql} FROM ${statementTablesSql} WHERE s.profile_id = $profileId AND s.id = $id`,
      {
        profileId,
        id,
      },
    );
    if (row === undefined) throw unknownStatement();
    return row;
  },
);

/** Returns the error for a statement that does not exist in this profile. */
export function unknownStatement(): PaydeskError {
  return new PaydeskError('statement-unknown', 'There is no such statement');
}

const coveringRow = z.object({
  id: idSchema,
  walletId: idSchema,
  since: z.string(),
  till: z.string(),
  format: statementFormatSchema,
  state: statementStateSchema,
  /** Time of the request. */
  requestedAt: timeColumn,
  /** When the service created the statement, as its event says; `null` when unknown. */
  madeAt: timeColumn.nullable(),
  transactions: z.number().int().nullable(),
  expiresAt: timeColumn.nullable(),
  sha256: z.string().nullable(),
  size: z.number().int().nullable(),
  /** The file in the library; `null` without one. */
  item: z.string().nullable(),
  isDamaged: flagColumn,
  /** A check of the stored file failed. */
  hasFailed: flagColumn,
});

/** The fields of a statement that coverage is computed from. */
export type CoveringStatement = z.infer<typeof coveringRow>;

/** Returns the statements that overlap a span of days, for the coverage. */
export const listCovering = procedure(
  'statements.covering',
  {
    args: z.object({ profileId: profileIdSchema, since: z.string(), till: z.string() }),
    result: z.array(coveringRow),
  },
  (database, { profileId, since, till }) =>
    database.all(
      `SELECT s.id, s.wallet_id AS "walletId", s.since, s.till, s.format, s.state, r.asked_at AS "requestedAt",
         s.made_at AS "madeAt", s.transactions, s.expires_at AS "expiresAt", s.sha256, s.size, s.item,
         s.damaged AS "isDamaged", coalesce(s.failed_checks, '[]') <> '[]' AS "hasFailed"
       FROM statement s JOIN statement_request r ON r.id = s.request_id
       WHERE s.profile_id = $profileId AND s.since <= $till AND s.till >= $since
         AND s.state <> 'refused' ORDER BY s.id`,
      { profileId, since, till },
    ),
);

/** Returns the numbers of the overview. */
export const getOverview = procedure(
  'statements.overview',
  {
    args: z.object({ profileId: profileIdSchema }),
    result: z.object({
      counts: z.array(z.object({ state: statementStateSchema, number: z.number().int() })),
      quarantined: z.number().int(),
      removedEvents: z.number().int(),
      nextExpiry: timeColumn.nullable(),
    }),
  },
  (database, { profileId }) => computeOverview(database, profileId),
);

function computeOverview(database: Database, profileId: string) {
  const counts = database.all(
    `SELECT ${shownStateSql} AS shown, count(*) AS number FROM statement s
     WHERE profile_id = $profileId AND NOT ${noWorkLeftSql} GROUP BY shown`,
    { profileId },
  );
  const events = database.get(
    `SELECT count(*) AS number FROM statement_event WHERE profile_id = $profileId AND state = 'quarantined'`,
    { profileId },
  );
  const inbox = database.get(
    'SELECT removed_events AS number FROM statement_inbox WHERE profile_id = $profileId',
    { profileId },
  );
  const expiry = database.get(
    `SELECT min(expires_at) AS at FROM statement
     WHERE profile_id = $profileId AND state IN ${sqlList(statementSets.withLink)}`,
    { profileId },
  );
  return {
    counts: counts.map(({ shown: state, number }) => ({ state, number })),
    quarantined: events?.['number'],
    removedEvents: inbox?.['number'] ?? 0,
    nextExpiry: expiry?.['at'],
  };
}
